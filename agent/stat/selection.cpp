#include "agent/stat/selection.h"

#include <fnmatch.h>

#include <algorithm>
#include <limits>

#include "collectors/parse/text.h"

namespace plumbline {
namespace {

constexpr std::string_view kDevicePrefix = "/dev/";

std::vector<std::string_view> parts_of(std::string_view list) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = list.find(',');
    parts.push_back(list.substr(0, end));
    if (end == std::string_view::npos) return parts;
    list.remove_prefix(end + 1);
  }
}

Error invalid(std::string_view what, std::string_view part, std::string_view list) {
  std::string context(what);
  context += " \"" + printable_excerpt(part) + "\"";
  if (part.size() != list.size()) context += " in \"" + printable_excerpt(list) + "\"";
  return Error{ErrorCode::kInvalid, 0, std::move(context)};
}

// fnmatch takes an unclosed '[' and a trailing '\' literally, which nobody means.
bool is_pattern(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\') {
      if (++at == text.size()) return false;
    } else if (text[at] == '[') {
      std::size_t first = at + 1;
      if (first < text.size() && (text[first] == '!' || text[first] == '^')) ++first;
      const std::size_t closing = text.find(']', first + 1);
      if (closing == std::string_view::npos) return false;
      at = closing;
    }
  }
  return !text.empty();
}

}  // namespace

Result<NameFilter> NameFilter::parse(std::string_view list) {
  NameFilter filter;
  for (const std::string_view part : parts_of(list)) {
    std::string_view pattern = part;
    if (pattern.starts_with(kDevicePrefix)) pattern.remove_prefix(kDevicePrefix.size());
    if (!is_pattern(pattern)) return invalid("not a pattern:", part, list);
    filter.patterns_.emplace_back(pattern);
  }
  return filter;
}

bool NameFilter::matches(const std::string& name) const {
  return std::any_of(patterns_.begin(), patterns_.end(), [&](const std::string& pattern) {
    return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
  });
}

Result<CpuFilter> CpuFilter::parse(std::string_view list) {
  constexpr std::uint64_t kLast = std::numeric_limits<std::uint64_t>::max();
  CpuFilter filter;
  if (list == "ALL") {
    filter.sum_ = true;
    filter.ranges_.push_back({0, kLast});
    return filter;
  }
  for (const std::string_view part : parts_of(list)) {
    if (part == "all") {
      filter.sum_ = true;
      continue;
    }
    const std::size_t dash = part.find('-');
    const auto first = to_unsigned(part.substr(0, dash));
    auto last = first;
    if (dash != std::string_view::npos) {
      last = dash + 1 == part.size() ? std::optional(kLast) : to_unsigned(part.substr(dash + 1));
    }
    if (!first || !last || *last < *first) return invalid("not a CPU or a range:", part, list);
    filter.ranges_.push_back({*first, *last});
  }
  return filter;
}

bool CpuFilter::shows(int cpu) const {
  const auto id = static_cast<std::uint64_t>(cpu);
  return std::any_of(ranges_.begin(), ranges_.end(),
                     [id](const Range& range) { return range.first <= id && id <= range.last; });
}

}  // namespace plumbline
