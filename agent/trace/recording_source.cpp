#include "agent/trace/recording_source.h"

#include <string>
#include <utility>

#include "agent/trace/netlink_json.h"

namespace plumbline {
namespace {

std::string link_key(const std::string& path) { return std::string(kTraceLinkPrefix) + path; }

// Names in the trace's paths as TraceSource::list takes them.
std::string_view without_trailing_slash(std::string_view directory) {
  while (directory.ends_with('/')) directory.remove_suffix(1);
  return directory;
}

void add_answer(TraceFiles& answers, std::string_view prefix, const std::string& name,
                const std::string& json) {
  answers.emplace(std::string(prefix) + name, make_trace_content(json));
}

}  // namespace

Result<std::string_view> RecordingSource::read(const std::string& path, std::string& buffer) const {
  Result<std::string_view> content = real_.read(path, buffer);
  if (content) {
    recording_.note_content(path, *content);
  } else {
    recording_.note_missing(path);
  }
  return content;
}

Result<std::vector<std::string>> RecordingSource::list(const std::string& directory) const {
  Result<std::vector<std::string>> names = real_.list(directory);
  if (names) {
    recording_.note_list(without_trailing_slash(directory), *names);
  } else {
    recording_.note_no_list(without_trailing_slash(directory));
  }
  return names;
}

Result<std::string> RecordingSource::link_target(const std::string& path) const {
  Result<std::string> target = real_.link_target(path);
  if (target) {
    recording_.note_content(link_key(path), *target);
  } else {
    recording_.note_missing(link_key(path));
  }
  return target;
}

Result<std::vector<LinkReading>> RecordingNetlink::links() {
  Result<std::vector<LinkReading>> links = real_.links();
  if (!recording_.recording()) return links;
  TraceFiles answers;
  if (links) {
    for (const LinkReading& link : *links) {
      add_answer(answers, kTraceNetlinkLinkPrefix, link.name, link_to_json(link));
    }
  }
  recording_.note_answers(kTraceNetlinkLinkPrefix, std::move(answers));
  return links;
}

// Noted whether this sample is taken or not: a collector may ask once and cache the answer.
Result<std::vector<LinkMode>> RecordingNetlink::link_modes() {
  Result<std::vector<LinkMode>> modes = real_.link_modes();
  TraceFiles answers;
  if (modes) {
    for (const LinkMode& mode : *modes) {
      add_answer(answers, kTraceNetlinkModePrefix, mode.interface_name, link_mode_to_json(mode));
    }
  }
  recording_.note_answers(kTraceNetlinkModePrefix, std::move(answers));
  return modes;
}

Result<std::vector<QdiscReading>> RecordingNetlink::qdiscs() {
  Result<std::vector<QdiscReading>> qdiscs = real_.qdiscs();
  if (!recording_.recording()) return qdiscs;
  TraceFiles answers;
  if (qdiscs) {
    for (const QdiscReading& qdisc : *qdiscs) {
      add_answer(answers, kTraceNetlinkQdiscPrefix, qdisc.interface_name, qdisc_to_json(qdisc));
    }
  }
  recording_.note_answers(kTraceNetlinkQdiscPrefix, std::move(answers));
  return qdiscs;
}

}  // namespace plumbline
