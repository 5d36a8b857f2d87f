// The jobs that a command line asks for.
//
// Shapes:  those of the files in their order, of the asked sections only, then the one of the
//   options. For a summary, options that name no rw mean randread: the table is of random reads.
// Errors:  faults, as the parsers of probes/job tell them; a section that no file has, or no job
//   at all, is one too.
// Threads: one; reads files.
#pragma once

#include "agent/probe/run.h"
#include "probes/job/job_file.h"

namespace plumbline {

ParsedJobs jobs_of_command(const ProbeCommand& command);

}  // namespace plumbline
