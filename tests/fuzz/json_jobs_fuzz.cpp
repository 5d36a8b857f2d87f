// Any bytes in a JSON job file's place, and any JSON in the place of a job from the agent.
#include <cstddef>
#include <cstdint>

#include "jobs.h"

using namespace plumbline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = text_of(data, size);
  require_sound(parse_json_jobs(text, "file"));
  const auto any = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (any.is_discarded()) return 0;
  const auto job = job_from_json(any);
  if (job) require_sound({{*job}, {}});
  return 0;
}
