#include "collectors/parse/loadavg.h"

#include "collectors/parse/text.h"

namespace plumbline {
namespace {

std::optional<double> next_average(std::string_view& words) {
  const auto average = to_double(next_word(words));
  return average && *average >= 0 ? average : std::nullopt;
}

}  // namespace

Result<LoadAverages> parse_loadavg(std::string_view text) {
  std::string_view words = text;
  LoadAverages load;
  load.over_1_minute = next_average(words);
  load.over_5_minutes = next_average(words);
  load.over_15_minutes = next_average(words);
  if (!load.over_1_minute || !load.over_5_minutes || !load.over_15_minutes) {
    return malformed("/proc/loadavg: expected three load averages", text);
  }
  return load;
}

}  // namespace plumbline
