#include "model/nearest.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace plumbline {
namespace {

std::size_t distance_between(std::string_view left, std::string_view right) {
  // row[j]: distance of the part of `left` seen so far to the first j characters of `right`; the
  // two rows before it are kept for exchanges.
  std::vector<std::size_t> row(right.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  std::vector<std::size_t> before = row;
  std::vector<std::size_t> before_that = row;
  for (std::size_t i = 1; i <= left.size(); ++i) {
    before_that.swap(before);
    before.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const bool is_same = left[i - 1] == right[j - 1];
      row[j] = std::min({before[j - 1] + (is_same ? 0 : 1), row[j - 1] + 1, before[j] + 1});
      const bool is_exchange =
          i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
      if (is_exchange) row[j] = std::min(row[j], before_that[j - 2] + 1);
    }
  }
  return row.back();
}

}  // namespace

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> names) {
  if (name.size() > kNearestNameBytes) return {};
  std::string_view nearest;
  std::size_t least = 0;
  for (const std::string_view candidate : names) {
    const std::size_t distance = distance_between(name, candidate);
    if (distance * 3 > std::max(name.size(), candidate.size())) continue;
    if (nearest.empty() || distance < least) {
      nearest = candidate;
      least = distance;
    }
  }
  return nearest;
}

}  // namespace plumbline
