#include <array>

#include "probes/job/value_syntax.h"

namespace plumbline {
namespace {

// fio's own defaults of theta and h.
constexpr double kDefaultZipf = 1.1;
constexpr double kDefaultPareto = 0.2;
constexpr double kMostZipf = 100;    // Beyond it, all but the first block is never read.
constexpr double kMostIops = 1e9;    // More than any host completes.
constexpr double kMostLimit = 1e18;  // Of a steady state in IOPS or bytes per second.

Error must_be(std::string what) {
  return Error{ErrorCode::kInvalid, 0, "must be " + std::move(what)};
}

struct WordAndRest {
  std::string_view word;
  std::optional<std::string_view> rest;  // After the ':'.
};

WordAndRest cut_at_colon(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return {text, std::nullopt};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

struct Criterion {
  std::string_view word;
  SteadyState::Quantity quantity;
  bool of_slope;
};
constexpr std::array<Criterion, 4> kCriteria = {
    {{"iops", SteadyState::Quantity::kIops, false},
     {"iops_slope", SteadyState::Quantity::kIops, true},
     {"bw", SteadyState::Quantity::kBandwidth, false},
     {"bw_slope", SteadyState::Quantity::kBandwidth, true}}};

std::optional<double> number_from(std::string_view text) {
  if (const auto whole = size_from_text(text)) return static_cast<double>(*whole);
  return decimal_from_text(text);
}

}  // namespace

std::optional<std::string> get_distribution(const Job& job, Spelling) {
  const std::string parameter = plain_decimal(job.distribution_parameter);
  switch (job.distribution) {
    case OffsetDistribution::kZipf:
      return "zipf:" + parameter;
    case OffsetDistribution::kPareto:
      return "pareto:" + parameter;
    case OffsetDistribution::kNormal:
      return "normal:" + parameter;
    case OffsetDistribution::kUniform:
      break;
  }
  return "random";
}

Status set_distribution(Job& job, std::string_view text) {
  const auto [word, rest] = cut_at_colon(text);
  const auto parameter = decimal_from_text(rest.value_or(""));
  if (rest && !parameter) return must_be("random, zipf:THETA, pareto:H or normal:DEVIATION");
  if (word == "random" && !rest) {
    job.distribution = OffsetDistribution::kUniform;
    job.distribution_parameter = 0;
  } else if (word == "zipf") {
    const double theta = parameter.value_or(kDefaultZipf);
    if (theta <= 0 || theta == 1 || theta > kMostZipf) {
      return must_be("zipf:THETA with a theta above 0 and up to 100, and not 1");
    }
    job.distribution = OffsetDistribution::kZipf;
    job.distribution_parameter = theta;
  } else if (word == "pareto") {
    const double power = parameter.value_or(kDefaultPareto);
    if (power <= 0 || power >= 1) return must_be("pareto:H with an h between 0 and 1");
    job.distribution = OffsetDistribution::kPareto;
    job.distribution_parameter = power;
  } else if (word == "normal") {
    if (!parameter || *parameter <= 0 || *parameter >= 100) {
      return must_be("normal:DEVIATION with a deviation between 0 and 100");
    }
    job.distribution = OffsetDistribution::kNormal;
    job.distribution_parameter = *parameter;
  } else {
    return must_be("random, zipf:THETA, pareto:H or normal:DEVIATION");
  }
  return ok();
}

SteadyState default_steady_state() {
  SteadyState state;
  state.of_slope = true;
  state.limit = 0.0001;
  return state;
}

std::optional<std::string> get_steady_state(const Job& job, Spelling spelling) {
  if (!job.steady_state) return std::nullopt;
  const SteadyState& state = *job.steady_state;
  std::string text;
  for (const Criterion& criterion : kCriteria) {
    if (criterion.quantity == state.quantity && criterion.of_slope == state.of_slope) {
      text = criterion.word;
    }
  }
  if (state.limit_is_ratio) return text + ':' + percent_text(state.limit) + '%';
  const auto whole = static_cast<std::uint64_t>(state.limit);
  const bool is_whole = static_cast<double>(whole) == state.limit;
  return text + ':' + (is_whole ? size_text(whole, spelling) : plain_decimal(state.limit));
}

Status set_steady_state(Job& job, std::string_view text) {
  const auto [word, rest] = cut_at_colon(text);
  const Criterion* chosen = nullptr;
  for (const Criterion& criterion : kCriteria) {
    if (criterion.word == word) chosen = &criterion;
  }
  const bool is_ratio = rest && rest->ends_with('%');
  const auto limit = !rest      ? std::nullopt
                     : is_ratio ? percent_from_text(*rest)
                                : number_from(*rest);
  if (chosen == nullptr || !limit || *limit > (is_ratio ? 1 : kMostLimit)) {
    return must_be("iops, iops_slope, bw or bw_slope with a limit (as iops:2% or bw_slope:1m)");
  }
  SteadyState state = job.steady_state.value_or(SteadyState());
  state.quantity = chosen->quantity;
  state.of_slope = chosen->of_slope;
  state.limit = *limit;
  state.limit_is_ratio = is_ratio;
  job.steady_state = state;
  return ok();
}

std::optional<std::string> get_stop_rule(const Job& job, Spelling) {
  if (!job.stop) return std::nullopt;
  return 'p' + percent_text(job.stop->quantile) + ':' + percent_text(job.stop->ratio) + '%';
}

Status set_stop_rule(Job& job, std::string_view text) {
  auto [word, rest] = cut_at_colon(text);
  const bool is_percentile = word.starts_with('p');
  if (is_percentile) word.remove_prefix(1);
  const bool has_sign = rest && rest->ends_with('%');
  const double quantile = is_percentile ? percent_from_text(word).value_or(0) : 0;
  const double ratio = has_sign ? percent_from_text(*rest).value_or(0) : 0;
  if (quantile <= 0 || quantile >= 1 || ratio <= 0 || ratio > 1) {
    return must_be("pPERCENTILE:WIDTH% (as p95:10%, both above 0, the percentile below 100)");
  }
  job.stop = StopRule{quantile, ratio};
  return ok();
}

std::optional<std::string> get_gate_iops(const Job& job, Spelling) {
  if (!job.gate_iops) return std::nullopt;
  return plain_decimal(*job.gate_iops);
}

Status set_gate_iops(Job& job, std::string_view text) {
  const auto iops = number_from(text);
  if (!iops || *iops > kMostIops) return must_be("requests per second from 0 to 1000000000");
  job.gate_iops = *iops;
  return ok();
}

std::optional<std::string> get_write_percent(const Job&, Spelling) { return std::nullopt; }

Status set_write_percent(Job& job, std::string_view text) {
  if (text.ends_with('%')) text.remove_suffix(1);
  const auto percent = decimal_from_text(text);
  // By way of text, so that 90 % of writes are the same ratio as 10 % of reads.
  const auto ratio =
      percent && *percent <= 100 ? percent_from_text(plain_decimal(100 - *percent)) : std::nullopt;
  if (!ratio) return must_be("a percentage from 0 to 100");
  job.read_ratio = *ratio;
  return ok();
}

}  // namespace plumbline
