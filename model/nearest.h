// "Did you mean": the known name that a mistyped one comes nearest to.
//
// Method:  optimal string alignment (insertions, deletions, replacements of a character, exchanges
// of
//   two neighbours). A name counts as near when the distance is at most a third of the longer one.
// Cost:    product of the lengths for each name; names longer than kNearestNameBytes match nothing.
// Threads: pure.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace plumbline {

inline constexpr std::size_t kNearestNameBytes = 100;

// The one of `names` that was probably meant by `name`; empty if none comes near.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> names);

}  // namespace plumbline
