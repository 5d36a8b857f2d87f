#include "collectors/load.h"

#include <utility>

#include "collectors/parse/loadavg.h"

namespace plumbline {

Status LoadCollector::collect(CollectContext& context, Sample& part) {
  const auto text = context.source.read("/proc/loadavg", context.buffer);
  if (!text) return text.error();
  auto parsed = parse_loadavg(*text);
  if (!parsed) return parsed.error();
  part.load = std::move(*parsed);
  return ok();
}

}  // namespace plumbline
