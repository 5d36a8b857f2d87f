#include <algorithm>
#include <array>
#include <cmath>

#include "probes/job/value_syntax.h"

namespace plumbline {
namespace {

constexpr std::size_t kMostShares = 64;    // fio's own limit a direction.
constexpr double kLeastRemainder = 1e-6;   // Less to divide among blank shares is a slip.
constexpr double kSumTolerance = 1e-9;     // Of percentages that were rounded to doubles.
constexpr double kMostRate = 1LL << 50;    // 1 PiB/s, and exact as a double.
constexpr double kLeastRate = 1e-6;        // One in twelve days.
constexpr double kExactWhole = 1LL << 53;  // Up to it every whole number is a double.

Error must_be(std::string what) {
  return Error{ErrorCode::kInvalid, 0, "must be " + std::move(what)};
}

// The part of "read,write,trim" for each; nullopt where it is left as it was. One value without a
// comma is for all.
struct DirectionTexts {
  std::array<std::optional<std::string_view>, kOperations + 1> parts;
};

std::optional<DirectionTexts> cut_by_direction(std::string_view text) {
  DirectionTexts cut;
  if (text.find(',') == std::string_view::npos) {
    cut.parts.fill(text);
    return cut;
  }
  bool is_any = false;
  for (std::size_t at = 0; at < cut.parts.size(); ++at) {
    const std::size_t comma = text.find(',');
    const std::string_view part = text.substr(0, comma);
    if (!part.empty()) cut.parts[at] = part;
    is_any = is_any || !part.empty();
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    if (comma == std::string_view::npos) return is_any ? std::optional(cut) : std::nullopt;
  }
  return is_any && text.empty() ? std::optional(cut) : std::nullopt;
}

// Reads every direction's part with `parse` into `values`; false if one is not understood.
template <class Value, class Parse>
bool set_by_direction(std::string_view text, std::array<Value, kOperations>& values, Parse parse) {
  const auto cut = cut_by_direction(text);
  if (!cut) return false;
  auto all = values;  // What is wrong changes nothing.
  for (std::size_t at = 0; at < cut->parts.size(); ++at) {
    if (!cut->parts[at]) continue;
    auto value = parse(*cut->parts[at]);
    if (!value) return false;
    if (at < all.size()) all[at] = std::move(*value);
  }
  values = std::move(all);
  return true;
}

std::optional<std::uint64_t> block_size_from(std::string_view text) {
  const auto bytes = size_from_text(text);
  return bytes && *bytes >= 1 && *bytes <= kMostBlockBytes ? bytes : std::nullopt;
}

std::optional<BlockShare> share_from(std::string_view text, bool& is_blank) {
  const std::size_t slash = text.find('/');
  const auto bytes = block_size_from(text.substr(0, slash));
  if (!bytes) return std::nullopt;
  is_blank = slash == std::string_view::npos || slash + 1 == text.size();
  if (is_blank) return BlockShare{*bytes, 0};
  const auto ratio = percent_from_text(text.substr(slash + 1));
  if (!ratio || *ratio > 1) return std::nullopt;
  return BlockShare{*bytes, *ratio};
}

// "4k/50:8k/:16k/": what is blank shares the rest evenly.
std::optional<std::vector<BlockShare>> shares_from(std::string_view text) {
  std::vector<BlockShare> shares;
  std::vector<std::size_t> blanks;
  double sum = 0;
  for (bool is_last = false; !is_last;) {
    const std::size_t colon = text.find(':');
    is_last = colon == std::string_view::npos;
    bool is_blank = false;
    const auto share = share_from(text.substr(0, colon), is_blank);
    if (!share || shares.size() == kMostShares) return std::nullopt;
    if (is_blank) blanks.push_back(shares.size());
    sum += share->ratio;
    shares.push_back(*share);
    if (!is_last) text.remove_prefix(colon + 1);
  }
  const double rest = 1 - sum;
  if (blanks.empty() ? std::abs(rest) > kSumTolerance : rest < kLeastRemainder) return std::nullopt;
  for (const std::size_t at : blanks) shares[at].ratio = rest / static_cast<double>(blanks.size());
  return shares;
}

bool is_one_size(const std::vector<BlockShare>& shares) {
  return shares.size() == 1 && shares.front().ratio == 1;
}

std::string shares_text(const std::vector<BlockShare>& shares, Spelling spelling) {
  std::string text;
  for (const BlockShare& share : shares) {
    if (!text.empty()) text += ':';
    text += size_text(share.bytes, spelling) + '/' + percent_text(share.ratio);
  }
  return text;
}

std::string rate_text(double rate, Spelling spelling) {
  const bool is_whole = rate == std::floor(rate) && rate <= kExactWhole;
  return is_whole ? size_text(static_cast<std::uint64_t>(rate), spelling) : plain_decimal(rate);
}

using Rates = std::array<std::optional<double>, kOperations>;

// 0 is fio's "no limit".
std::optional<std::optional<double>> rate_from(std::string_view text) {
  std::optional<double> rate;
  if (const auto whole = size_from_text(text)) {
    rate = static_cast<double>(*whole);
  } else {
    rate = decimal_from_text(text);
  }
  if (!rate || *rate > kMostRate) return std::nullopt;
  if (*rate == 0) return std::optional<double>();
  return *rate >= kLeastRate ? std::optional(rate) : std::nullopt;
}

std::optional<std::string> rates_text(const Rates& rates, Spelling spelling) {
  if (!rates[0] && !rates[1]) return std::nullopt;
  const std::string read = rates[0] ? rate_text(*rates[0], spelling) : "";
  const std::string write = rates[1] ? rate_text(*rates[1], spelling) : "";
  return read == write ? read : read + ',' + write;
}

}  // namespace

std::optional<std::string> get_block_sizes(const Job& job, Spelling spelling) {
  if (!std::ranges::all_of(job.blocks, is_one_size)) return std::nullopt;
  const std::string read = size_text(job.blocks[0].front().bytes, spelling);
  const std::string write = size_text(job.blocks[1].front().bytes, spelling);
  return read == write ? read : read + ',' + write;
}

Status set_block_sizes(Job& job, std::string_view text) {
  const auto parse = [](std::string_view part) -> std::optional<std::vector<BlockShare>> {
    const auto bytes = block_size_from(part);
    if (!bytes) return std::nullopt;
    return std::vector<BlockShare>{{*bytes, 1}};
  };
  if (set_by_direction(text, job.blocks, parse)) return ok();
  return must_be("a size from 1 to 64m, or READ,WRITE (as 4k or 4k,64k)");
}

std::optional<std::string> get_block_split(const Job& job, Spelling spelling) {
  if (std::ranges::all_of(job.blocks, is_one_size)) return std::nullopt;
  const std::string read = shares_text(job.blocks[0], spelling);
  const std::string write = shares_text(job.blocks[1], spelling);
  return read == write ? read : read + ',' + write;
}

Status set_block_split(Job& job, std::string_view text) {
  if (set_by_direction(text, job.blocks, shares_from)) return ok();
  return must_be(
      "SIZE/PERCENT:SIZE/PERCENT... with sizes from 1 to 64m and percentages that add up to 100 "
      "(as 4k/60:64k/40)");
}

std::optional<std::string> get_rate(const Job& job, Spelling spelling) {
  return rates_text(job.rate_bytes_per_second, spelling);
}

Status set_rate(Job& job, std::string_view text) {
  if (set_by_direction(text, job.rate_bytes_per_second, rate_from)) return ok();
  return must_be("bytes per second, or READ,WRITE (as 10m or 10m,1m)");
}

std::optional<std::string> get_rate_iops(const Job& job, Spelling spelling) {
  return rates_text(job.rate_iops, spelling);
}

Status set_rate_iops(Job& job, std::string_view text) {
  if (set_by_direction(text, job.rate_iops, rate_from)) return ok();
  return must_be("requests per second, or READ,WRITE (as 20 or 20,5)");
}

}  // namespace plumbline
