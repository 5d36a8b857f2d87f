// Reading and writing the value of one key of a job.
//
// Purpose: fio's form, JSON and options all give text; set_job_value alone knows what a key takes.
// Units:   as fio's, see text_value.h.
// Errors:  kInvalid; the context is "must be ..., not ...", without the key.
// Threads: pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/result.h"
#include "probes/job/job.h"
#include "probes/job/keys.h"

namespace plumbline {

// fio's longest line, 8192 bytes, less the longest key: what JSON says can stand in fio's form too.
inline constexpr std::size_t kMostValueBytes = 8000;

// Blanks around `text` do not count. Nothing but UTF-8 without control characters is a value.
Status set_job_value(const JobKey& key, std::string_view text, Job& job);

// What set_job_value would set; nothing where the job does not say.
std::optional<std::string> get_job_value(const JobKey& key, const Job& job, Spelling spelling);

// "a size from 1 to 1k (as 4k or 4096)": what a key takes.
std::string expectation_of(const JobKey& key);

}  // namespace plumbline
