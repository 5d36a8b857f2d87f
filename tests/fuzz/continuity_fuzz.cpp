// Several samples of any content, one after another: what is said to have happened between them is
// never negative, infinite or no number, and never from another device.
//
// Input: texts of /proc/diskstats, /proc/stat and /proc/net/dev in turn, each ended by a zero byte.

#include "model/continuity.h"

#include <cmath>
#include <map>
#include <memory>

#include "collectors/parse/diskstats.h"
#include "collectors/parse/net_dev.h"
#include "collectors/parse/stat.h"
#include "model/rates.h"
#include "tests/fuzz/fuzz.h"

namespace plumbline {
namespace {

constexpr std::size_t kMostSamples = 8;

std::string_view next_text(std::string_view& input) {
  const std::size_t end = std::min(input.find('\0'), input.size());
  const std::string_view text = input.substr(0, end);
  input.remove_prefix(std::min(end + 1, input.size()));
  return text;
}

// An inventory of what the sample has, whose identities the input chooses by the minors.
std::shared_ptr<const DiskInventory> inventory_of(const std::vector<DiskReading>& disks) {
  auto inventory = std::make_shared<DiskInventory>();
  for (const auto& disk : disks) {
    DiskInfo& info = inventory->disks.emplace_back();
    info.name = disk.name;
    info.major = disk.major;
    info.minor = disk.minor;
    info.diskseq = disk.minor;
    if (disk.minor % 2 == 1) continue;
    for (const auto& path : disks) {
      if (path.minor % 2 == 1) info.multipath_paths.push_back(path.name);
    }
  }
  return inventory;
}

Sample next_sample(std::string_view& input, double seconds) {
  std::vector<Error> errors;
  Sample sample;
  sample.clock = {seconds, seconds, seconds};
  if (auto disks = parse_diskstats(next_text(input), errors)) {
    if (disks->size() % 2 == 0) sample.disk_inventory = inventory_of(*disks);
    sample.disks = std::move(*disks);
  }
  if (auto stat = parse_stat(next_text(input), errors)) sample.cpu = std::move(stat->cpu);
  if (auto links = parse_net_dev(next_text(input), errors)) {
    for (auto& link : *links) link.state.speed_bytes_per_second = 1'250'000'000;
    sample.links = std::move(*links);
  }
  return sample;
}

void require_amount(const std::optional<double>& value) {
  require(!value || (std::isfinite(*value) && *value >= 0));
}

void require_ratio(const std::optional<double>& value) {
  require(!value || (*value >= 0 && *value <= 1 + 1e-9));
}

void require_sane(const OperationRates& rates) {
  require_amount(rates.operations_per_second);
  require_amount(rates.merges_per_second);
  require_amount(rates.bytes_per_second);
  require_amount(rates.await_seconds);
  require_amount(rates.request_bytes);
}

void require_sane(const Rates& result) {
  for (const auto& disk : result.disks) {
    require_sane(disk.reads);
    require_sane(disk.writes);
    require_sane(disk.discards);
    require_sane(disk.flushes);
    require_amount(disk.in_flight);
    require_amount(disk.queue_depth);
    require_amount(disk.busy_ratio);
  }
  for (const auto& link : result.links) {
    require_amount(link.receive_bytes_per_second);
    require_amount(link.transmit_bytes_per_second);
    require_amount(link.drops_per_second);
    if (link.receive_bytes_per_second) require(*link.receive_bytes_per_second <= 1.25e9 * 3);
  }
  if (!result.cpu) return;
  require_ratio(result.cpu->user_ratio);
  require_ratio(result.cpu->nice_ratio);
  require_ratio(result.cpu->system_ratio);
  require_ratio(result.cpu->idle_ratio);
  require_ratio(result.cpu->iowait_ratio);
  require_ratio(result.cpu->steal_ratio);
}

}  // namespace
}  // namespace plumbline

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  std::string_view input = text_of(data, size);
  Continuity continuity;
  std::map<std::uint64_t, std::string> owners;  // Of epochs.
  std::optional<Sample> before;
  for (std::size_t i = 1; i <= kMostSamples && !input.empty(); ++i) {
    Sample sample = next_sample(input, static_cast<double>(i));
    continuity.apply(sample);
    if (sample.disks) {
      for (const auto& disk : *sample.disks) {
        require(disk.epoch != 0);
        require(owners.emplace(disk.epoch, disk.name).first->second == disk.name);
      }
    }
    if (before) {
      const auto change = delta(*before, sample);
      require(change.has_value());
      require_sane(rates(*change));
    }
    before = std::move(sample);
  }
  return 0;
}
