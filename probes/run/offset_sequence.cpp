#include "probes/run/offset_sequence.h"

#include <algorithm>
#include <cassert>

#include "probes/run/block_choice.h"

namespace plumbline {

OffsetSequence::OffsetSequence(const Job& job, const OffsetRegion& region, Random random)
    : region_(region),
      is_random_(is_random(job)),
      random_ratio_(job.random_ratio),
      once_each_pass_(!job.norandommap && job.distribution == OffsetDistribution::kUniform),
      random_(random) {
  const std::uint64_t read_unit = least_block_bytes(job, Operation::kRead);
  const std::uint64_t write_unit = least_block_bytes(job, Operation::kWrite);
  places_ = {make_places(job, read_unit), make_places(job, write_unit)};
  share_places_ = read_unit == write_unit;
}

OffsetSequence::Places OffsetSequence::make_places(const Job& job, std::uint64_t unit_bytes) {
  Places places;
  places.unit_bytes = unit_bytes;
  places.count = std::max(region_.bytes / unit_bytes, std::uint64_t{1});
  places.pass = Permutation(places.count, random_);
  places.scatter = Permutation(places.count, random_);
  places.skewed = SkewedDraw(job.distribution, job.distribution_parameter, places.count);
  return places;
}

std::uint64_t OffsetSequence::random_place(Places& places) {
  if (!once_each_pass_) return places.scatter.at(places.skewed.draw(random_));
  if (places.drawn_in_pass == places.count) {
    places.pass = Permutation(places.count, random_);
    places.drawn_in_pass = 0;
  }
  return places.pass.at(places.drawn_in_pass++);
}

std::uint64_t OffsetSequence::next(Operation operation, std::uint32_t length_bytes) {
  assert(length_bytes <= region_.bytes);
  const auto which = static_cast<std::size_t>(operation);
  const std::uint64_t last = region_.bytes - length_bytes;
  std::uint64_t position = positions_[which];
  if (is_next_random()) {
    Places& places = places_[share_places_ ? 0 : which];
    // A block longer than the smallest would end beyond the region in its last places.
    const std::uint64_t last_place = last / places.unit_bytes;
    position = std::min(random_place(places), last_place) * places.unit_bytes;
  } else if (position > last) {
    position = 0;
  }
  positions_[which] = position + length_bytes;
  return region_.begin_bytes + position;
}

}  // namespace plumbline
