#include "probes/protocol/message.h"

namespace plumbline {

std::string_view to_string(Outcome outcome) {
  constexpr std::array<std::string_view, 6> kNames = {"ok",    "skipped", "aborted",
                                                      "stuck", "error",   "invalid"};
  return kNames[static_cast<std::size_t>(outcome)];
}

std::string_view to_string(Phase phase) {
  constexpr std::array<std::string_view, 3> kNames = {"layout", "ramp", "run"};
  return kNames[static_cast<std::size_t>(phase)];
}

}  // namespace plumbline
