// The engines of a disk, as the registry and their tests open them; everybody else asks
// open_engine().
//
// Errors:  kUnavailable where the kernel, a seccomp filter or a limit does not let this process
//   have the engine; the context names the call.
// Threads: one. Lifetimes: as in engine.h.
#pragma once

#include "probes/engine/engine.h"

namespace plumbline {

// One ring for one file and one buffer, restricted so that it can do nothing else. What an older
// kernel refuses (a flag, the registered buffer, the restriction) is left out and noted.
Result<OpenedEngine> open_uring(const EngineOptions& options);

// The kernel's asynchronous I/O by raw system calls; truly asynchronous with O_DIRECT only.
Result<OpenedEngine> open_libaio(const EngineOptions& options);

// pread and pwrite: one request at a time, whatever the depth.
Result<OpenedEngine> open_psync(const EngineOptions& options);

}  // namespace plumbline
