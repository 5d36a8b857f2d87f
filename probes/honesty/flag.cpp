#include "probes/honesty/flag.h"

#include <algorithm>

namespace plumbline {

std::string_view to_string(HonestyFlag flag) {
  return kHonestyFlagNames[static_cast<std::size_t>(flag)];
}

std::optional<HonestyFlag> honesty_flag(std::string_view name) {
  const auto* found = std::ranges::find(kHonestyFlagNames, name);
  if (found == kHonestyFlagNames.end()) return std::nullopt;
  return static_cast<HonestyFlag>(found - kHonestyFlagNames.begin());
}

}  // namespace plumbline
