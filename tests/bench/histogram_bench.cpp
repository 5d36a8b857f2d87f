// What a histogram of latencies loses against the sorted log, and what adding to it costs.
//
// For each of three shapes of latency: the largest error of any of a thousand quantiles and of the
// extreme ones, beside the exact value of the sorted log, whether any lies beyond the greatest
// value, and nanoseconds an add (the best of several rounds).
// Usage: histogram_bench [VALUES]

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <utility>
#include <vector>

#include "model/latency_histogram.h"

namespace plumbline {
namespace {

constexpr double kMostError = 1.0 / 128;
constexpr int kRounds = 5;

using Generator = std::mt19937_64;
using Draw = std::function<double(Generator&)>;

struct Shape {
  const char* name;
  Draw draw;  // Nanoseconds.
};

std::vector<Shape> shapes() {
  // An SSD's reads; a cache in front of a rotating disk; waits of which a few last seconds.
  std::lognormal_distribution<double> flash(std::log(9e4), 0.6);
  std::normal_distribution<double> hit(8e3, 9e2);
  std::normal_distribution<double> miss(7.5e6, 1.9e6);
  return {{"log-normal", [flash](Generator& generator) mutable { return flash(generator); }},
          {"bimodal",
           [hit, miss](Generator& generator) mutable {
             return generator() % 10 < 7 ? hit(generator) : miss(generator);
           }},
          {"heavy tail", [](Generator& generator) {
             const double share = std::uniform_real_distribution<double>(0, 1)(generator);
             return 5e4 * std::pow(1 - share, -1 / 1.1);
           }}};
}

std::vector<std::uint64_t> values_of(const Shape& shape, std::size_t count) {
  Generator generator(2024);
  std::vector<std::uint64_t> values(count);
  for (std::uint64_t& value : values) {
    // The histogram's range; what is longer has no bucket of its own.
    value = static_cast<std::uint64_t>(std::clamp(shape.draw(generator), 1.0, 0x1p40 - 1));
  }
  return values;
}

std::pair<LatencyHistogram, double> timed_histogram(const std::vector<std::uint64_t>& values) {
  LatencyHistogram histogram;
  double best_nanoseconds = 0;
  for (int round = 0; round < kRounds; ++round) {
    histogram = {};
    const auto begin = std::chrono::steady_clock::now();
    for (const std::uint64_t value : values) histogram.add(value);
    const auto took = std::chrono::steady_clock::now() - begin;
    const double each =
        std::chrono::duration<double, std::nano>(took).count() / static_cast<double>(values.size());
    best_nanoseconds = round == 0 ? each : std::min(best_nanoseconds, each);
  }
  return {std::move(histogram), best_nanoseconds};
}

struct Loss {
  double largest_error = 0;
  double at_quantile = 0;
  bool is_beyond_maximum = false;
};

Loss loss_of(const LatencyHistogram& histogram, const std::vector<std::uint64_t>& sorted) {
  Loss loss;
  const auto count = static_cast<std::uint64_t>(sorted.size());
  const auto look = [&](std::uint64_t of_million) {
    const std::uint64_t rank = std::max<std::uint64_t>((count * of_million + 999999) / 1000000, 1);
    const auto exact = static_cast<double>(sorted[rank - 1]);
    const double quantile = static_cast<double>(of_million) / 1e6;
    const std::uint64_t told = histogram.quantile_nanoseconds(quantile).value_or(0);
    const double error = std::abs(static_cast<double>(told) - exact) / exact;
    if (error > loss.largest_error) loss = {error, quantile, loss.is_beyond_maximum};
    loss.is_beyond_maximum = loss.is_beyond_maximum || told > sorted.back();
  };
  for (std::uint64_t of_thousand = 0; of_thousand <= 1000; ++of_thousand) look(of_thousand * 1000);
  for (const std::uint64_t of_million : {1, 10, 100, 999500, 999900, 999990, 999999}) {
    look(of_million);
  }
  return loss;
}

void run(std::size_t count) {
  std::printf("%zu values, 1008 quantiles; to reach: error <= %.3f %%, none beyond the maximum\n",
              count, 100 * kMostError);
  for (const Shape& shape : shapes()) {
    std::vector<std::uint64_t> values = values_of(shape, count);
    const auto [histogram, nanoseconds] = timed_histogram(values);
    std::sort(values.begin(), values.end());
    const Loss loss = loss_of(histogram, values);
    const bool is_reached = loss.largest_error <= kMostError && !loss.is_beyond_maximum;
    std::printf("%-10s  error %.3f %% (p%.4g)  beyond the maximum: %-3s  %s  %.2f ns an add\n",
                shape.name, 100 * loss.largest_error, 100 * loss.at_quantile,
                loss.is_beyond_maximum ? "yes" : "no", is_reached ? "reached" : "missed",
                nanoseconds);
  }
}

}  // namespace
}  // namespace plumbline

int main(int argc, char** argv) {
  const long long count = argc > 1 ? std::atoll(argv[1]) : 10000000;
  if (count < 1) {
    std::fputs("usage: histogram_bench [VALUES]\n", stderr);
    return 2;
  }
  plumbline::run(static_cast<std::size_t>(count));
  return 0;
}
