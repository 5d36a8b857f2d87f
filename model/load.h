// The load averages.
//
// Source: /proc/loadavg (proc(5)): runnable and uninterruptible tasks, averaged exponentially.
// Units:  tasks.
#pragma once

#include <array>
#include <optional>

#include "model/field.h"

namespace plumbline {

struct LoadAverages {
  std::optional<double> over_1_minute;
  std::optional<double> over_5_minutes;
  std::optional<double> over_15_minutes;

  friend bool operator==(const LoadAverages&, const LoadAverages&) = default;
};

inline constexpr std::array<Field<LoadAverages>, 3> kLoadFields{{
    {"load1", &LoadAverages::over_1_minute, FieldType::kGauge, "Load average over 1 minute."},
    {"load5", &LoadAverages::over_5_minutes, FieldType::kGauge, "Load average over 5 minutes."},
    {"load15", &LoadAverages::over_15_minutes, FieldType::kGauge, "Load average over 15 minutes."},
}};

}  // namespace plumbline
