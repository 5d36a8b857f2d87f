// What the schedule remembers over a restart: STATE_DIR/probes.json.
//
// Shapes:  {"version": 1, "crc32": of the text of "state" as it is written here, "state":
//   {"boot_id", "monotonic_seconds", "pairs": [{"target", "job", "read_bytes", "written_bytes",
//   "day_age_seconds", "skips", "failures"}]}}. "target" is an identity.
// Units:   bytes, seconds of CLOCK_MONOTONIC, which mean something within one boot.
// Errors:  parse: kMalformed. load: kNotFound where there is none yet; a damaged file is renamed
//   to end in ".damaged" and named in the error. Bound: kMostStateBytes.
// Threads: parsing is pure; load and write do I/O that may block.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/result.h"
#include "probes/schedule/day_budget.h"
#include "probes/schedule/round.h"

namespace plumbline {

inline constexpr std::size_t kMostStateBytes = std::size_t{4} << 20;

struct PairMemory {
  std::string target;
  std::string job;
  DayMemory day;
  RoundMemory round;

  friend bool operator==(const PairMemory&, const PairMemory&) = default;
};

struct ProbeState {
  std::string boot_id;
  double monotonic_seconds = 0;  // When it was written.
  std::vector<PairMemory> pairs;

  friend bool operator==(const ProbeState&, const ProbeState&) = default;
};

std::string state_text(const ProbeState& state);
Result<ProbeState> parse_state(std::string_view text);

Result<ProbeState> load_state(const std::string& path);

// In the place of what is there: a temporary file, fsync, rename, fsync of the directory.
Status write_state(const std::string& path, const std::string& text);

}  // namespace plumbline
