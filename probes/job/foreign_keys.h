// fio's keys that are not ours: what becomes of a job that has one.
//
// Source:  `fio --cmdhelp=all` and the options of its io_uring, libaio, rbd and http engines, 3.33.
// Shapes:  kIgnored keys cannot change what is measured and stand in many job files; kRefused keys
//   would do harm, or make a result a lie; kUnsupported ones are known and not there.
// Errors:  none.
// Threads: pure.
#pragma once

#include <optional>
#include <string_view>

namespace plumbline {

enum class ForeignVerdict { kIgnored, kUnsupported, kRefused };

struct ForeignKey {
  std::string_view name;
  ForeignVerdict verdict = ForeignVerdict::kUnsupported;
  std::string_view why{};         // A clause; empty where there is nothing to say.
  std::string_view only_value{};  // Ignored with this value alone, where it is not empty.
};

// Nothing where fio has no such key either.
std::optional<ForeignKey> find_foreign_key(std::string_view name);

}  // namespace plumbline
