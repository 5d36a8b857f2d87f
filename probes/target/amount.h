// Numbers for people, in evidence: three digits that count.
//
// Threads: pure.
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace plumbline {

inline std::string amount(double value) {
  constexpr double kWholeFrom = 100;
  constexpr int kDigits = 3;
  std::array<char, 32> text{};
  char* const end = text.data() + text.size();
  const auto written =
      std::abs(value) >= kWholeFrom
          ? std::to_chars(text.data(), end, std::round(value), std::chars_format::fixed, 0)
          : std::to_chars(text.data(), end, value, std::chars_format::general, kDigits);
  // What has more than 30 digits is no amount of anything.
  return written.ec == std::errc() ? std::string(text.data(), written.ptr) : "very many";
}

inline std::string percent(double ratio) { return amount(ratio * 100) + " %"; }

}  // namespace plumbline
