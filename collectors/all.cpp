#include "collectors/all.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "collectors/cpu.h"
#include "collectors/disk.h"
#include "collectors/disk_inventory.h"
#include "collectors/io_errors.h"
#include "collectors/link.h"
#include "collectors/load.h"
#include "collectors/memory.h"
#include "collectors/pressure.h"
#include "collectors/protocols.h"
#include "collectors/qdisc.h"
#include "collectors/softnet.h"
#include "collectors/vm.h"

namespace plumbline {

Collectors make_collectors(const CollectorOptions& options) {
  auto* disks = options.refresh != nullptr ? &options.refresh->disks : nullptr;
  auto* links = options.refresh != nullptr ? &options.refresh->links : nullptr;
  Collectors all;
  all.push_back(std::make_unique<CpuCollector>());
  all.push_back(std::make_unique<LoadCollector>());
  all.push_back(std::make_unique<MemoryCollector>());
  all.push_back(std::make_unique<VmCollector>());
  all.push_back(std::make_unique<PressureCollector>());
  all.push_back(std::make_unique<DiskInventoryCollector>(disks));
  all.push_back(std::make_unique<DiskCollector>());
  all.push_back(std::make_unique<IoErrorsCollector>());
  all.push_back(std::make_unique<LinkCollector>(options.netlink, links));
  all.push_back(std::make_unique<QdiscCollector>(options.netlink));
  all.push_back(std::make_unique<SoftnetCollector>());
  all.push_back(std::make_unique<ProtocolsCollector>());
  std::erase_if(all, [&](const auto& collector) {
    return std::find(options.disabled.begin(), options.disabled.end(), collector->name()) !=
           options.disabled.end();
  });
  return all;
}

std::vector<std::string> collector_names() {
  std::vector<std::string> names;
  for (const auto& collector : make_collectors({})) names.emplace_back(collector->name());
  return names;
}

CollectorOutcome run_collector(Collector& collector, CollectContext& context, Sample& sample) {
  using std::chrono::steady_clock;
  CollectorOutcome outcome;
  outcome.collector = collector.name();
  context.item_errors.clear();
  Sample part;
  const auto begin = steady_clock::now();
  const Status status = collector.collect(context, part);
  outcome.duration_seconds = std::chrono::duration<double>(steady_clock::now() - begin).count();
  if (!status) outcome.failure = status.error();
  outcome.item_errors = std::move(context.item_errors);
  sample.take(std::move(part));
  return outcome;
}

SampleResult read_sample(const Source& source, const Collectors& collectors,
                         Continuity& continuity) {
  SampleResult result;
  result.sample.clock = source.now();
  CollectContext context{source, {}, {}, result.sample.clock};
  for (const auto& collector : collectors) {
    result.outcomes.push_back(run_collector(*collector, context, result.sample));
  }
  continuity.apply(result.sample);
  return result;
}

}  // namespace plumbline
