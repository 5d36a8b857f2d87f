// Any bytes in the place of what the prober keeps on disk, its state and its results: an error or
// values that survive being written.
#include <cstddef>
#include <cstdint>

#include "agent/prober/results_log.h"
#include "agent/prober/state_file.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using plumbline::require;
  const std::string_view text = plumbline::text_of(data, size);
  if (const auto state = plumbline::parse_state(text)) {
    const auto again = plumbline::parse_state(plumbline::state_text(*state));
    require(again.has_value() && *again == *state);
  } else {
    plumbline::require_presentable(state.error());
  }
  const auto time = plumbline::time_of_line(text);
  if (const auto logged = plumbline::parse_result_line(text)) {
    const auto again = plumbline::parse_result_line(plumbline::result_line(*logged));
    require(again.has_value() && *again == *logged);
    require(!time || *time == logged->realtime_seconds);
  } else {
    plumbline::require_presentable(logged.error());
  }
  return 0;
}
