// Where in its region each request goes.
//
// Purpose: sequential: each operation has a position of its own that begins at the region's begin,
//   goes on after the operation's last request, and wraps. Random: a place that is a multiple of
//   the operation's smallest block; with norandommap=0 every such place once in each pass, in an
//   order that is another at each pass (reads and writes of one smallest block share the passes);
//   else drawn each for itself, uniformly or by random_distribution. percentage_random mixes both,
//   request by request.
// Estimators: a pass is a keyed permutation of 0 .. n-1: a bijection of the next power of two,
//   walked until it falls below n, less than two steps on average, so that no map of the target is
//   kept. zipf: rejection-inversion, exact for any n; pareto: place (n - 1) * u^(log h / log(1-h));
//   normal: deviation in percent of the region, cut at its ends. All three are scattered over the
//   region by a permutation that stays the same through the run, as fio scatters them.
// Source:  fio's HOWTO; W. Hoermann and G. Derflinger, "Rejection-inversion to generate variates
//   from monotone discrete distributions" (1996); J. Black and P. Rogaway, "Ciphers with arbitrary
//   finite domains" (2002) for cycle walking.
// Units:   bytes. Memory: constant.
// Errors:  none: a block longer than the region is a programmer's error.
// Threads: one.
#pragma once

#include <array>
#include <cstdint>

#include "probes/job/job.h"
#include "probes/run/permutation.h"
#include "probes/run/random.h"
#include "probes/run/skewed_draw.h"

namespace plumbline {

struct OffsetRegion {
  std::uint64_t begin_bytes = 0;  // OpenTarget's region_offset_bytes and
  std::uint64_t bytes = 0;        // region_bytes.
};

class OffsetSequence {
 public:
  OffsetSequence(const Job& job, const OffsetRegion& region, Random random);

  // Of the whole target; the request ends within the region.
  std::uint64_t next(Operation operation, std::uint32_t length_bytes);

 private:
  // The places of requests of one smallest block.
  struct Places {
    std::uint64_t unit_bytes = 1;
    std::uint64_t count = 1;  // Units that fit into the region.
    std::uint64_t drawn_in_pass = 0;
    Permutation pass;     // Another at each pass.
    Permutation scatter;  // The same through the run.
    SkewedDraw skewed;
  };

  Places make_places(const Job& job, std::uint64_t unit_bytes);
  std::uint64_t random_place(Places& places);
  bool is_next_random() {
    return is_random_ && (random_ratio_ >= 1 || random_.unit() < random_ratio_);
  }

  OffsetRegion region_;
  bool is_random_;
  double random_ratio_;
  bool once_each_pass_;
  Random random_;
  // Operations with one smallest block share their places, so that a pass is both operations'.
  std::array<Places, kOperations> places_;
  bool share_places_;
  // From the region's begin: where a sequential request of the operation goes.
  std::array<std::uint64_t, kOperations> positions_{};
};

}  // namespace plumbline
