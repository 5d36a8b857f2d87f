#include "agent/probe/job_options.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "collectors/parse/text.h"
#include "probes/job/job_file.h"

namespace plumbline {

JobOptions options_of(const Job& job) {
  JobOptions options;
  const std::string whole = to_fio_text(job);
  std::string_view text = whole;
  while (const std::optional<std::string_view> next = next_line(text)) {
    const std::string_view line = trimmed(*next);
    if (line.empty() || line.front() == '[') continue;
    const std::size_t equals = line.find('=');
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : line.substr(equals + 1);
    options.emplace_back(line.substr(0, equals), value);
  }
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
