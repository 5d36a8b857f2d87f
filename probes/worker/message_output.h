// A worker's standard output: messages, a line each.
//
// Errors:  send() is false where nobody reads any more. Whoever reads too slowly is waited for.
// Threads: one. Lifetimes: borrows the descriptor.
#pragma once

#include "probes/protocol/message.h"

namespace plumbline {

class MessageOutput {
 public:
  explicit MessageOutput(int descriptor) : descriptor_(descriptor) {}

  bool send(const Message& message);

 private:
  int descriptor_;
};

}  // namespace plumbline
