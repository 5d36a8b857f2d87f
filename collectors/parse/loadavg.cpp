#include "collectors/parse/loadavg.h"

#include "collectors/parse/text.h"

namespace plumbline {

Result<LoadAverages> parse_loadavg(std::string_view text) {
  std::string_view words = text;
  LoadAverages load;
  load.over_1_minute = to_double(next_word(words));
  load.over_5_minutes = to_double(next_word(words));
  load.over_15_minutes = to_double(next_word(words));
  if (!load.over_1_minute || !load.over_5_minutes || !load.over_15_minutes) {
    return malformed("/proc/loadavg: expected three load averages", text);
  }
  return load;
}

}  // namespace plumbline
