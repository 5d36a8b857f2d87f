// Writes a trace: gzip NDJSON that can be read up to its last whole line at any moment.
//
// Purpose: `record` and history.
// Shapes:  each append is one line and one write(2), ended by a deflate sync flush; a file whose
//   content is what the line before had is left out, one that is gone is written once as null.
//   Content that is not UTF-8 is written in base64 under "base64:PATH", so that nothing is lost
//   and every value stays a string.
// Errors:  after a failed append the file is cut back to its last whole line where that is
//   possible, and every later append fails: start another file.
// Threads: one thread at a time. Never syncs to the disk: a process that dies loses nothing, a
//   host that dies may lose the last seconds.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "agent/trace/trace_line.h"
#include "model/result.h"

namespace plumbline {

class TraceWriter {
 public:
  enum class Existing { kRefuse, kReplace };

  // Creates the file with mode 0640. A symbolic link in the place of `path` is followed only with
  // kReplace.
  static Result<TraceWriter> create(const std::string& path, Existing existing);

  // The same inside an open directory, never following or replacing anything.
  static Result<TraceWriter> create_in(int directory, const std::string& name);

  TraceWriter(TraceWriter&&) noexcept;
  TraceWriter& operator=(TraceWriter&&) noexcept;
  ~TraceWriter();  // Closes the file as it stands; finish() completes it.

  // `files` is all that is known at this moment, not what changed.
  Status append(const Clock& clock, const TraceFiles& files);

  // Writes gzip's end mark and closes the file.
  Status finish();

  std::uint64_t lines() const;
  std::uint64_t bytes() const;  // In the file.

 private:
  struct State;
  explicit TraceWriter(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace plumbline
