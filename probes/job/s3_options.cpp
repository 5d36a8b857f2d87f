#include "probes/job/s3_options.h"

#include <algorithm>

namespace plumbline {

const std::string& s3_option_of(const Job& job, std::string_view name) {
  static const std::string none;
  for (const auto& [known, value] : job.remote.http_s3) {
    if (known == name) return value;
  }
  return none;
}

void set_s3_option(Job& job, std::string_view name, std::string_view value) {
  auto& options = job.remote.http_s3;
  const auto at = std::ranges::lower_bound(
      options, name, {}, [](const auto& option) { return std::string_view(option.first); });
  if (at != options.end() && at->first == name) {
    at->second = value;
  } else {
    options.emplace(at, name, value);
  }
}

}  // namespace plumbline
