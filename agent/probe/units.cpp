#include "agent/probe/units.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>

namespace plumbline {
namespace {

constexpr std::array<std::string_view, 6> kBinaryUnits = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
constexpr std::array<std::string_view, 6> kDecimalUnits = {"B", "kB", "MB", "GB", "TB", "PB"};
constexpr std::array<std::string_view, 5> kCountUnits = {"", "k", "M", "G", "T"};

// What would be rounded to five digits goes up a unit.
constexpr double kFourDigits = 9999.5;

std::string four_digits(double value, double base, std::span<const std::string_view> units) {
  std::size_t unit = 0;
  while (value >= kFourDigits && unit + 1 < units.size()) {
    value /= base;
    ++unit;
  }
  int decimals = 0;
  if (unit > 0 || value != std::floor(value)) {
    if (value < 9.995) {
      decimals = 2;
    } else if (value < 99.95) {
      decimals = 1;
    }
  }
  return fixed(value, decimals) + std::string(units[unit]);
}

std::string two_digits(std::uint64_t value) {
  return (value < 10 ? "0" : "") + std::to_string(value);
}

}  // namespace

std::string binary_bytes(double bytes) { return four_digits(bytes, 1024, kBinaryUnits); }

std::string decimal_bytes(double bytes) { return four_digits(bytes, 1000, kDecimalUnits); }

std::string short_count(double count) { return four_digits(count, 1000, kCountUnits); }

std::string fixed(double value, int decimals) {
  std::array<char, 400> text;  // The greatest double has 309 digits before its point.
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value,
                                          std::chars_format::fixed, decimals);
  return error == std::errc() ? std::string(text.data(), end) : "?";
}

std::string left_padded(std::string_view text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + std::string(text);
}

LatencyUnit latency_unit(double least_nanoseconds, double greatest_nanoseconds) {
  if (least_nanoseconds > 2e6 && greatest_nanoseconds > 99999e3) return {"msec", 1e6};
  if (least_nanoseconds > 2e3 && greatest_nanoseconds > 99999) return {"usec", 1e3};
  return {"nsec", 1};
}

std::string clock_time(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::ceil(std::max(0.0, seconds)));
  const std::string minutes = two_digits(whole / 60 % 60) + "m:" + two_digits(whole % 60) + "s";
  return whole < 3600 ? minutes : two_digits(whole / 3600) + "h:" + minutes;
}

}  // namespace plumbline
