// One line on a terminal that tells where a run stands, and is gone when it is over.
//
// Shapes:  "Jobs: 2 [run][50.0%][r=2399KiB/s][r=599 IOPS][eta 00m:01s]", rewritten in place at most
//   twice a second, not wider than the terminal.
// Threads: one.
#pragma once

#include <cstddef>
#include <string>

#include "agent/probe/group_run.h"

namespace plumbline {

// Of how many groups the one that runs is which, from 1 on.
struct GroupPlace {
  std::size_t number = 1;
  std::size_t of = 1;
};

std::string progress_text(const GroupProgress& progress, const GroupPlace& place);

enum class Eta { kAuto, kNever, kAlways };  // kAuto: where standard error is a terminal.

class ProgressLine {
 public:
  explicit ProgressLine(Eta eta);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const GroupProgress& progress, const GroupPlace& place);
  void clear();

  // A line that stays, whether or not progress is shown.
  void notice(const std::string& text);

 private:
  bool is_shown_ = false;
  bool is_on_ = false;  // Something stands there.
  double shown_seconds_ = 0;
};

}  // namespace plumbline
