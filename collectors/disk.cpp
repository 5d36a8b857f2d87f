#include "collectors/disk.h"

#include <utility>

#include "collectors/parse/diskstats.h"

namespace plumbline {

Status DiskCollector::collect(CollectContext& context, Sample& part) {
  const auto text = context.source.read("/proc/diskstats", context.buffer);
  if (!text) return text.error();
  auto parsed = parse_diskstats(*text, context.item_errors);
  if (!parsed) return parsed.error();
  part.disks = std::move(*parsed);
  return ok();
}

}  // namespace plumbline
