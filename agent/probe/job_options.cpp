#include "agent/probe/job_options.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "probes/job/job_file.h"

namespace plumbline {

namespace {

// Results are kept and handed round; the keys to a store are not.
constexpr std::array<std::string_view, 2> kSecrets = {"http_s3_key", "http_s3_sse_customer_key"};

}  // namespace

JobOptions options_of(const Job& job) {
  JobOptions options = said_options(job);
  std::erase_if(options, [](const auto& option) {
    return std::ranges::find(kSecrets, option.first) != kSecrets.end();
  });
  return options;
}

JobOptions shared_options(const std::vector<JobReport>& reports) {
  if (reports.empty()) return {};
  JobOptions shared = options_of(reports.front().job);
  for (const JobReport& report : reports) {
    const JobOptions options = options_of(report.job);
    std::erase_if(shared, [&options](const auto& option) {
      return std::ranges::find(options, option) == options.end();
    });
  }
  return shared;
}

}  // namespace plumbline
