#include "probes/job/value.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "collectors/parse/text.h"

namespace plumbline {
namespace {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;  // clang 14 does not find it by itself.

constexpr std::string_view kGlobalSection = "global";

Error invalid(std::string what) { return Error{ErrorCode::kInvalid, 0, std::move(what)}; }

bool is_in_range(const JobKey& key, double value) {
  return (key.zero_is_none && value == 0) || (value >= key.range.least && value <= key.range.most);
}

// Values travel in JSON, which holds nothing but UTF-8.
bool is_utf8(std::string_view text) {
  try {
    static_cast<void>(nlohmann::json(text).dump());
    return true;
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

bool has_control_character(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; });
}

// A name is a section's title in fio's form.
bool is_fit_name(std::string_view name) {
  return name != kGlobalSection && name.find_first_of("[]") == std::string_view::npos;
}

std::optional<std::uint64_t> count_from(const JobKey& key, std::string_view text) {
  const auto count = size_from_text(text);
  return count && is_in_range(key, static_cast<double>(*count)) ? count : std::nullopt;
}

std::optional<Extent> extent_from(const JobKey& key, std::string_view text) {
  if (text.ends_with('%')) {
    const auto ratio = percent_from_text(text);
    if (!ratio || *ratio > 1) return std::nullopt;
    return *ratio == 0 ? Extent{} : Extent{0, *ratio};
  }
  const auto bytes = count_from(key, text);
  return bytes ? std::optional(Extent{*bytes, std::nullopt}) : std::nullopt;
}

std::optional<std::size_t> choice_from(const JobKey& key, std::string_view text) {
  const auto found = std::ranges::find(key.choices, text);
  if (found != key.choices.end()) return static_cast<std::size_t>(found - key.choices.begin());
  const auto synonym = std::ranges::find(key.synonyms, text, &JobSynonym::word);
  return synonym == key.synonyms.end() ? std::nullopt : std::optional(synonym->choice);
}

// Whether `text` was fit and is set now, for all but special members.
class Setter {
 public:
  Setter(const JobKey& key, std::string_view text, Job& job) : key_(key), text_(text), job_(job) {}

  bool operator()(const JobFlag& member) const {
    if (text_ != "0" && text_ != "1") return false;
    member.set(job_, text_ == "1");
    return true;
  }

  bool operator()(const JobCount& member) const {
    const auto count = count_from(key_, text_);
    if (count) member.set(job_, is_none(static_cast<double>(*count)) ? std::nullopt : count);
    return count.has_value();
  }

  bool operator()(const JobTime& member) const {
    const auto seconds = time_from_text(text_, member.unit);
    if (!seconds || !is_in_range(key_, *seconds)) return false;
    member.set(job_, is_none(*seconds) ? std::nullopt : seconds);
    return true;
  }

  bool operator()(const JobPercent& member) const {
    const auto ratio = percent_from_text(text_);
    if (!ratio || !is_in_range(key_, *ratio)) return false;
    member.set(job_, *ratio);
    return true;
  }

  bool operator()(const JobText& member) const {
    if (key_.name == "name" && !is_fit_name(text_)) return false;
    member.set(job_, text_);
    return true;
  }

  bool operator()(const JobExtent& member) const {
    const auto extent = extent_from(key_, text_);
    if (!extent) return false;
    const bool is_zero = extent->bytes == 0 && !extent->ratio;
    member.set(job_, is_zero && key_.zero_is_none ? std::nullopt : extent);
    return true;
  }

  bool operator()(const JobChoice& member) const {
    const auto choice = choice_from(key_, text_);
    if (choice) member.set(job_, *choice);
    return choice.has_value();
  }

  // Says by itself what is wrong; see set_job_value.
  bool operator()(const JobSpecial&) const { return false; }

 private:
  bool is_none(double value) const { return key_.zero_is_none && value == 0; }

  const JobKey& key_;
  std::string_view text_;
  Job& job_;
};

std::string choices_text(const JobKey& key) {
  std::string text;
  for (const std::string_view choice : key.choices) {
    text += (text.empty() ? "one of " : ", ") + std::string(choice);
  }
  return text;
}

std::string count_text(double value) {
  return size_text(static_cast<std::uint64_t>(std::min(value, 9e18)), Spelling::kFio);
}

std::string count_range_text(const JobKey& key) {
  if (key.range.most >= static_cast<double>(kMostSizeBytes)) {
    return " of at least " + count_text(key.range.least);
  }
  return " from " + count_text(key.range.least) + " to " +
         std::to_string(static_cast<std::uint64_t>(key.range.most));
}

std::string time_range_text(const JobKey& key, TimeUnit unit) {
  return " from " + time_text(key.range.least, unit, Spelling::kFio) + " to " +
         time_text(key.range.most, unit, Spelling::kFio);
}

}  // namespace

std::string expectation_of(const JobKey& key) {
  return std::visit(
      Overloaded{[](const JobFlag&) { return std::string("0 or 1"); },
                 [&](const JobCount&) { return "a whole number" + count_range_text(key); },
                 [&](const JobTime& member) {
                   const bool is_micro = member.unit == TimeUnit::kMicroseconds;
                   return "a time" + time_range_text(key, member.unit) +
                          (is_micro ? " (in microseconds, or as 10ms or 2s)"
                                    : " (in seconds, or as 500ms or 2m)");
                 },
                 [](const JobPercent&) { return std::string("a percentage from 0 to 100"); },
                 [&](const JobText&) {
                   return std::string(key.name == "name"
                                          ? "a name without brackets that is not \"global\""
                                          : "a text that is not empty");
                 },
                 [&](const JobExtent&) { return std::string("a size (as 1048576, 16m or 10%)"); },
                 [&](const JobChoice&) { return choices_text(key); },
                 [](const JobSpecial&) { return std::string(); }},
      key.member);
}

Status set_job_value(const JobKey& key, std::string_view text, Job& job) {
  text = trimmed(text);
  if (text.empty()) return invalid("needs a value");
  if (text.size() > kMostValueBytes) {
    return invalid("is longer than " + std::to_string(kMostValueBytes) + " bytes");
  }
  if (has_control_character(text)) return invalid("must have no control characters");
  if (!is_utf8(text)) return invalid("must be UTF-8");
  const auto refusal = std::ranges::find(key.refusals, text, &JobRefusal::word);
  if (refusal != key.refusals.end()) {
    return invalid("may not be \"" + std::string(text) + "\": " + std::string(refusal->why));
  }
  std::string expected = "must be " + expectation_of(key);
  if (const auto* special = std::get_if<JobSpecial>(&key.member)) {
    const Status status = special->set(job, text);
    if (status) return ok();
    expected = status.error().context;
  } else if (std::visit(Setter(key, text, job), key.member)) {
    return ok();
  }
  return invalid(expected + ", not \"" + printable_excerpt(text) + '"');
}

std::optional<std::string> get_job_value(const JobKey& key, const Job& job, Spelling spelling) {
  using Text = std::optional<std::string>;
  return std::visit(
      Overloaded{[&](const JobFlag& member) -> Text { return member.get(job) ? "1" : "0"; },
                 [&](const JobCount& member) -> Text {
                   const auto count = member.get(job);
                   return count ? Text(std::to_string(*count)) : std::nullopt;
                 },
                 [&](const JobTime& member) -> Text {
                   const auto seconds = member.get(job);
                   return seconds ? Text(time_text(*seconds, member.unit, spelling)) : std::nullopt;
                 },
                 [&](const JobPercent& member) -> Text {
                   const auto ratio = member.get(job);
                   return ratio ? Text(percent_text(*ratio)) : std::nullopt;
                 },
                 [&](const JobText& member) -> Text {
                   const std::string& text = member.get(job);
                   return text.empty() ? std::nullopt : Text(text);
                 },
                 [&](const JobExtent& member) -> Text {
                   const auto extent = member.get(job);
                   if (!extent) return std::nullopt;
                   if (extent->ratio) return percent_text(*extent->ratio) + '%';
                   return size_text(extent->bytes, spelling);
                 },
                 [&](const JobChoice& member) -> Text {
                   return std::string(key.choices[member.get(job)]);
                 },
                 [&](const JobSpecial& member) -> Text { return member.get(job, spelling); }},
      key.member);
}

}  // namespace plumbline
