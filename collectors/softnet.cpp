#include "collectors/softnet.h"

#include <utility>

#include "collectors/parse/softnet.h"

namespace plumbline {

Status SoftnetCollector::collect(CollectContext& context, Sample& part) {
  const auto text = context.source.read("/proc/net/softnet_stat", context.buffer);
  if (!text) return text.error();
  auto parsed = parse_softnet(*text, context.item_errors);
  if (!parsed) return parsed.error();
  part.softnet = std::move(*parsed);
  return ok();
}

}  // namespace plumbline
