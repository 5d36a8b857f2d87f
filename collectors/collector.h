// One subsystem of the kernel, read passively.
//
// Purpose: the interface between a tick and the subsystems; an implementation is one file.
// Errors:  a failure of the whole subsystem is the returned Error (kNotFound and kUnavailable mean
//   that this host has no such thing: "no data", not a fault). A failure of one line or device goes
//   to context.item_errors and loses nothing else.
// Threads: collect() is called by one thread at a time, not always the same one; it may block.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "collectors/source.h"
#include "model/result.h"
#include "model/sample.h"

namespace plumbline {

struct CollectContext {
  const Source& source;
  std::string buffer;  // Scratch space for Source::read.
  std::vector<Error> item_errors;
  Clock clock{};  // Of the sample: Source::now() is asked once for all collectors.
};

class Collector {
 public:
  virtual ~Collector() = default;

  virtual std::string_view name() const = 0;

  // Fills the parts of `part` that are this subsystem's own.
  virtual Status collect(CollectContext& context, Sample& part) = 0;
};

}  // namespace plumbline
