// Arbitrary bytes as a trace, plain or gzip: read to the end and replayed; a line's content is what
// a read of the replay gives.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "agent/trace/trace_reader.h"
#include "agent/trace/trace_source.h"

namespace {

void replay(plumbline::TraceSource& source, plumbline::TraceLine line) {
  const plumbline::TraceFiles files = line.files;
  const bool took_all = source.advance(std::move(line)).has_value();
  std::string buffer;
  for (const auto& [path, content] : files) {
    const auto read = source.read(path, buffer);
    if (took_all && read.has_value() != (content != nullptr)) std::abort();
    if (took_all && read && *read != *content) std::abort();
    (void)source.list(path).has_value();
    (void)source.link_target(path).has_value();
  }
  plumbline::TraceNetlink netlink(source);
  (void)netlink.links().has_value();
  (void)netlink.link_modes().has_value();
  (void)netlink.qdiscs().has_value();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  plumbline::TraceReader reader = plumbline::TraceReader::from_bytes("fuzz", std::move(bytes));
  plumbline::TraceSource source;
  while (true) {
    auto line = reader.next();
    if (!line) continue;
    if (!*line) break;
    replay(source, std::move(**line));
  }
  // Behind its end a trace stays at its end.
  const auto behind = reader.next();
  if (!behind || *behind) std::abort();
  return 0;
}
