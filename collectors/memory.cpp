#include "collectors/memory.h"

#include <utility>

#include "collectors/parse/keyed.h"

namespace plumbline {

Status MemoryCollector::collect(CollectContext& context, Sample& part) {
  const auto text = context.source.read("/proc/meminfo", context.buffer);
  if (!text) return text.error();
  auto parsed = parse_meminfo(*text, context.item_errors);
  if (!parsed) return parsed.error();
  part.memory = std::move(*parsed);
  return ok();
}

}  // namespace plumbline
