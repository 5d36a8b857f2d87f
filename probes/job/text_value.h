// Sizes, times, percentages and other numbers as text in fio's spelling, and back.
//
// Source:  fio 3.33, man fio (parameter types), and what `fio --debug=parse` makes of them: with
// its
//   default kb_base k, m, g, t, p (also kb, ki, upper case) are powers of 1024 and kib, mib, gib,
//   tib, pib powers of 1000; 0x begins a hexadecimal number; times take d, h, m, s, ms, us.
//   Stricter than fio, which cuts "1m30s" to one microsecond: what is not read to its end is no
//   number. Wider than fio: times, percentages and rates may have decimals.
// Units:   bytes, seconds, ratios. Decimal points are shifted in the text, so that 29 % is the
//   double nearest to 0.29 and every value comes back from its own text bit by bit.
// Errors:  no number: nullopt.
// Threads: pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline {

// What a time without a suffix is in.
enum class TimeUnit { kSeconds, kMicroseconds };

// kFio is for people and fio; kPlain, for JSON, has numbers in the base unit and no suffixes.
enum class Spelling { kFio, kPlain };

// Beyond it, an offset would not fit the kernel's loff_t.
inline constexpr std::uint64_t kMostSizeBytes = (std::uint64_t{1} << 63) - 1;

std::optional<std::uint64_t> size_from_text(std::string_view text);
std::optional<double> time_from_text(std::string_view text, TimeUnit unit);

// "29" or "29%" is 0.29.
std::optional<double> percent_from_text(std::string_view text);

// A plain number that is not negative, with decimals but without exponent, times 10^shift.
std::optional<double> decimal_from_text(std::string_view text, int shift = 0);

std::string size_text(std::uint64_t bytes, Spelling spelling);
std::string time_text(double seconds, TimeUnit unit, Spelling spelling);
std::string percent_text(double ratio);  // Without the sign.
std::string plain_decimal(double value, int shift = 0);

}  // namespace plumbline
