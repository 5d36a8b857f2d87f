// One line of a trace: what was read of a host at one moment.
//
// Purpose: the value between recorder, writer, reader and replay. README.md beside this file has
//   the format.
// Shapes:  a path is the host's own ("/proc/stat") or one of the prefixed keys below. Contents are
//   shared and never changed, so that recorder and writer hold one copy of each.
// Threads: plain values.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "model/clock.h"

namespace plumbline {

using TraceContent = std::shared_ptr<const std::string>;

// By path. A null pointer: the file is known not to be there, or not to be readable.
using TraceFiles = std::map<std::string, TraceContent, std::less<>>;

struct TraceLine {
  Clock clock;
  TraceFiles files;
  // Nothing that earlier lines said holds any longer: the first line of a file.
  bool complete = false;
};

// Holds new records only, so it is never carried over from line to line.
inline constexpr std::string_view kTraceKernelLogPath = "/dev/kmsg";

inline constexpr std::string_view kTraceLinkPrefix = "link:";      // + path: what it points to.
inline constexpr std::string_view kTraceListPrefix = "list:";      // + directory: a name a line.
inline constexpr std::string_view kTraceBase64Prefix = "base64:";  // + path: not UTF-8.
inline constexpr std::string_view kTraceNetlinkLinkPrefix = "netlink:link/";
inline constexpr std::string_view kTraceNetlinkQdiscPrefix = "netlink:qdisc/";
inline constexpr std::string_view kTraceNetlinkModePrefix = "netlink:ethtool/";

// Stands in the first line of every file that plumbline writes; a reader refuses a greater one.
inline constexpr std::string_view kTraceVersionKey = "plumbline_trace";
inline constexpr unsigned kTraceVersion = 1;

// Bounds of what is believed of a trace.
inline constexpr std::size_t kTraceLineBytesLimit = std::size_t{64} << 20;
inline constexpr std::size_t kTraceFileCountLimit = 65536;
inline constexpr std::size_t kTraceStateBytesLimit = std::size_t{256} << 20;

inline TraceContent make_trace_content(std::string_view content) {
  return std::make_shared<const std::string>(content);
}

}  // namespace plumbline
