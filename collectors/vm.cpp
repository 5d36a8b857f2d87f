#include "collectors/vm.h"

#include <utility>

#include "collectors/parse/keyed.h"

namespace plumbline {

Status VmCollector::collect(CollectContext& context, Sample& part) {
  const auto text = context.source.read("/proc/vmstat", context.buffer);
  if (!text) return text.error();
  auto parsed = parse_vmstat(*text, context.item_errors);
  if (!parsed) return parsed.error();
  part.vm = std::move(*parsed);
  return ok();
}

}  // namespace plumbline
