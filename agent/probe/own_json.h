// What a report says beyond fio: outcome, honesty and what the percentiles are worth.
//
// Shapes:  {"outcome", "reason", "engine", "engine_note", "targets", "workers", "direct",
//   "region_bytes", "flags": [{"flag", "evidence"}], "forced", "layout_bytes", "ramp_bytes",
//   "steady_state_attained", "stop_rule_met", "run_delay_seconds", "read" and "write": {"errors",
//   "missed_slots", "service_percentiles_ns", "response_percentiles_ns"}}. A percentile is
//   {"value", "lower", "upper"} (95 % bounds by order statistics) or "insufficient".
// Threads: pure.
#pragma once

#include <nlohmann/json.hpp>

#include "agent/probe/report.h"

namespace plumbline {

nlohmann::ordered_json own_json(const JobReport& report);

}  // namespace plumbline
