#include <algorithm>

#include "collectors/parse/text.h"
#include "probes/job/value_syntax.h"

namespace plumbline {
namespace {

constexpr std::size_t kMostPercentiles = 20;      // fio's own limit.
constexpr std::uint64_t kMostCpu = 8191;          // The kernel's largest NR_CPUS is 8192.
constexpr std::size_t kMostFilenames = 1024;      // As many as jobs a file.
constexpr std::size_t kMostFilenameBytes = 4095;  // PATH_MAX without its NUL.

Error invalid(std::string what) { return Error{ErrorCode::kInvalid, 0, std::move(what)}; }

// Cuts at each ':' that has no backslash before it; of one that has, the backslash goes.
std::vector<std::string> cut_names(std::string_view text) {
  std::vector<std::string> names(1);
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 1 < text.size() && text[at + 1] == ':') {
      names.back() += ':';
      ++at;
    } else if (text[at] == ':') {
      names.emplace_back();
    } else {
      names.back() += text[at];
    }
  }
  return names;
}

std::string_view next_item(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view item = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return item;
}

// Appends what "3" or "0-7" stands for.
bool add_cpus(std::string_view item, std::vector<std::uint32_t>& cpus) {
  const std::size_t dash = item.find('-');
  const auto first = to_unsigned(trimmed(item.substr(0, dash)));
  const auto last =
      dash == std::string_view::npos ? first : to_unsigned(trimmed(item.substr(dash + 1)));
  if (!first || !last || *first > *last || *last > kMostCpu) return false;
  for (std::uint64_t cpu = *first; cpu <= *last; ++cpu) {
    cpus.push_back(static_cast<std::uint32_t>(cpu));
  }
  return true;
}

template <class Value>
void sort_and_unite(std::vector<Value>& values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

std::string escaped_filename(std::string_view name) {
  std::string escaped;
  for (const char character : name) {
    if (character == ':') escaped += '\\';
    escaped += character;
  }
  return escaped;
}

std::optional<std::string> get_filenames(const Job& job, Spelling) {
  if (job.filenames.empty()) return std::nullopt;
  std::string text;
  for (const std::string& name : job.filenames) {
    text += (text.empty() ? "" : ":") + escaped_filename(name);
  }
  return text;
}

Status set_filenames(Job& job, std::string_view text) {
  std::vector<std::string> names = cut_names(text);
  if (names.size() > kMostFilenames) return invalid("must be at most 1024 paths");
  for (const std::string& name : names) {
    if (name.empty() || name.size() > kMostFilenameBytes) {
      return invalid("must be paths with ':' between them (a ':' of a path is written '\\:')");
    }
    // What would escape the separator after it, and no path of a device ends so.
    if (name.back() == '\\') return invalid("must be paths that do not end in a backslash");
    if (name == "-") return invalid("must be paths: standard input is no target of a measurement");
  }
  job.filenames = std::move(names);
  return ok();
}

std::optional<std::string> get_directory(const Job& job, Spelling) {
  if (job.directory.empty()) return std::nullopt;
  return escaped_filename(job.directory);
}

Status set_directory(Job& job, std::string_view text) {
  std::vector<std::string> names = cut_names(text);
  if (names.size() != 1 || names.front().empty() || names.front().size() > kMostFilenameBytes) {
    return invalid("must be one path (a ':' of it is written '\\:')");
  }
  job.directory = std::move(names.front());
  return ok();
}

std::optional<std::string> get_percentiles(const Job& job, Spelling) {
  std::string text;
  for (const double percentile : job.percentiles) {
    text += (text.empty() ? "" : ":") + plain_decimal(percentile);
  }
  return text;
}

Status set_percentiles(Job& job, std::string_view text) {
  constexpr std::string_view kMust =
      "must be at most 20 numbers above 0 and up to 100, with ':' between them";
  std::vector<double> percentiles;
  while (!text.empty()) {
    const auto percentile = decimal_from_text(trimmed(next_item(text, ':')));
    const bool is_fit = percentile && *percentile > 0 && *percentile <= 100;
    if (!is_fit || percentiles.size() == kMostPercentiles) return invalid(std::string(kMust));
    percentiles.push_back(*percentile);
  }
  sort_and_unite(percentiles);
  job.percentiles = std::move(percentiles);
  return ok();
}

std::optional<std::string> get_cpus(const Job& job, Spelling) {
  if (job.cpus_allowed.empty()) return std::nullopt;
  std::string text;
  for (std::size_t first = 0, last = 0; first < job.cpus_allowed.size(); first = last + 1) {
    last = first;
    while (last + 1 < job.cpus_allowed.size() &&
           job.cpus_allowed[last + 1] == job.cpus_allowed[last] + 1) {
      ++last;
    }
    text += (text.empty() ? "" : ",") + std::to_string(job.cpus_allowed[first]);
    if (last != first) text += '-' + std::to_string(job.cpus_allowed[last]);
  }
  return text;
}

Status set_cpus(Job& job, std::string_view text) {
  std::vector<std::uint32_t> cpus;
  while (!text.empty()) {
    if (!add_cpus(next_item(text, ','), cpus)) {
      return invalid("must be processors or ranges of them, from 0 to 8191 (as 0,5,8-15)");
    }
    sort_and_unite(cpus);  // At once, so that overlapping ranges do not pile up.
  }
  job.cpus_allowed = std::move(cpus);
  return ok();
}

}  // namespace plumbline
