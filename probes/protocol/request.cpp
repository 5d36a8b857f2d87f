// What an agent asks of a worker.
#include <nlohmann/json.hpp>
#include <utility>

#include "probes/job/job_json.h"
#include "probes/protocol/envelope.h"
#include "probes/protocol/limits.h"
#include "probes/protocol/message.h"
#include "probes/protocol/object_reader.h"

namespace plumbline {

std::string encode(const Request& request) {
  return sealed("request", {{"job", job_to_json(request.job)},
                            {"target", request.target},
                            {"clone", request.clone},
                            {"forced", request.is_forced},
                            {"progress_seconds", request.progress_seconds}});
}

Result<Request> decode_request(std::string_view line) {
  const Result<nlohmann::json> body = unsealed(line);
  if (!body) return body.error();
  if (type_of(*body) != "request") return malformed("a message is no request", type_of(*body));
  Request request;
  ObjectReader reader(*body, "request");
  const nlohmann::json* job_json = reader.member("job");
  reader.read_text("target", request.target, kMostPathBytes * kReplacementBytes);
  reader.read("clone", request.clone);
  reader.read("forced", request.is_forced);
  reader.read("progress_seconds", request.progress_seconds);
  if (!reader.is_good()) return reader.status().error();
  Result<Job> job = job_from_json(*job_json);
  if (!job) return job.error();
  request.job = std::move(*job);
  return request;
}

}  // namespace plumbline
