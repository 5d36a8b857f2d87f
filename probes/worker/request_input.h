// A worker's standard input: one request, and afterwards the sign that its asker is gone.
//
// Errors:  read_request() fails where the input ends, is longer than kMostLineBytes or does not
// come
//   within kRequestSeconds.
// Threads: one. Lifetimes: borrows the descriptor.
#pragma once

#include <string>

#include "model/result.h"

namespace plumbline {

// An agent writes its request at once; one that does not is none.
inline constexpr double kRequestSeconds = 10;

class RequestInput {
 public:
  explicit RequestInput(int descriptor) : descriptor_(descriptor) {}

  // The first line, without its newline.
  Result<std::string> read_request();

  // Never waits. What else is said is read and left aside; once true it stays true.
  bool has_ended();

 private:
  int descriptor_;
  bool has_ended_ = false;
};

}  // namespace plumbline
