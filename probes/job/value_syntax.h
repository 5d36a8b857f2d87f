// The values of a job's keys that have a syntax of their own.
//
// Source:  fio 3.33, man fio: blocksize, bssplit, rate, filename, percentile_list, cpus_allowed,
//   random_distribution, steadystate. Of a third value after a comma, fio's for trims, only the
//   syntax is looked at: nothing here trims.
// Shapes:  as JobSpecial wants them: set_ reads text into the job, get_ is nullopt where the job
//   does not say.
// Errors:  kInvalid; the context is what the value must be ("must be ...").
// Threads: pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/result.h"
#include "probes/job/job.h"
#include "probes/job/text_value.h"

namespace plumbline {

// A slot of 64 MiB is beyond what any device takes in one request, and the kernel's limits of one
// request (max_sectors_kb) are far below.
inline constexpr std::uint64_t kMostBlockBytes = std::uint64_t{64} << 20;

// block_values.cpp
std::optional<std::string> get_block_sizes(const Job& job, Spelling spelling);
Status set_block_sizes(Job& job, std::string_view text);
std::optional<std::string> get_block_split(const Job& job, Spelling spelling);
Status set_block_split(Job& job, std::string_view text);
std::optional<std::string> get_rate(const Job& job, Spelling spelling);
Status set_rate(Job& job, std::string_view text);
std::optional<std::string> get_rate_iops(const Job& job, Spelling spelling);
Status set_rate_iops(Job& job, std::string_view text);

// list_values.cpp
std::optional<std::string> get_filenames(const Job& job, Spelling spelling);
Status set_filenames(Job& job, std::string_view text);
std::optional<std::string> get_directory(const Job& job, Spelling spelling);
Status set_directory(Job& job, std::string_view text);
std::optional<std::string> get_percentiles(const Job& job, Spelling spelling);
Status set_percentiles(Job& job, std::string_view text);
std::optional<std::string> get_cpus(const Job& job, Spelling spelling);
Status set_cpus(Job& job, std::string_view text);

// `name` as one item of filename's list: its ':' with a backslash before it.
std::string escaped_filename(std::string_view name);

// rule_values.cpp
std::optional<std::string> get_distribution(const Job& job, Spelling spelling);
Status set_distribution(Job& job, std::string_view text);
std::optional<std::string> get_steady_state(const Job& job, Spelling spelling);
Status set_steady_state(Job& job, std::string_view text);
std::optional<std::string> get_stop_rule(const Job& job, Spelling spelling);
Status set_stop_rule(Job& job, std::string_view text);
std::optional<std::string> get_gate_iops(const Job& job, Spelling spelling);
Status set_gate_iops(Job& job, std::string_view text);
// rwmixwrite; rwmixread tells the same, so that there is nothing to get.
std::optional<std::string> get_write_percent(const Job& job, Spelling spelling);
Status set_write_percent(Job& job, std::string_view text);

// What holds where a job names ss_dur or ss_ramp and no ss: fio's default, iops_slope:0.01%.
SteadyState default_steady_state();

}  // namespace plumbline
