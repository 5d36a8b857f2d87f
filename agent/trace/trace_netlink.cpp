#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/trace/netlink_json.h"
#include "agent/trace/trace_source.h"

namespace plumbline {
namespace {

template <class Reading>
using Decoder = Result<std::vector<Reading>> (*)(std::string_view, const std::string&);

// Every reading that the current line files under `prefix`.
template <class Reading>
Result<std::vector<Reading>> readings_under(const TraceFiles& files, std::string_view prefix,
                                            Decoder<Reading> decode) {
  std::vector<Reading> readings;
  bool any = false;
  for (auto file = files.lower_bound(prefix);
       file != files.end() && file->first.starts_with(prefix); ++file) {
    any = true;
    Result<std::vector<Reading>> some = decode(*file->second, file->first.substr(prefix.size()));
    if (!some) {
      Error error = some.error();
      error.context = file->first + ": " + error.context;
      return error;
    }
    for (Reading& reading : *some) readings.push_back(std::move(reading));
  }
  if (any) return readings;
  return Error{ErrorCode::kUnavailable, 0, std::string(prefix) + ": not in the trace"};
}

}  // namespace

Result<std::vector<LinkReading>> TraceNetlink::links() {
  return readings_under<LinkReading>(source_.files(), kTraceNetlinkLinkPrefix, links_from_json);
}

Result<std::vector<LinkMode>> TraceNetlink::link_modes() {
  return readings_under<LinkMode>(source_.files(), kTraceNetlinkModePrefix, link_modes_from_json);
}

Result<std::vector<QdiscReading>> TraceNetlink::qdiscs() {
  return readings_under<QdiscReading>(source_.files(), kTraceNetlinkQdiscPrefix, qdiscs_from_json);
}

}  // namespace plumbline
