#include "model/continuity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

namespace plumbline {
namespace {

constexpr double kMillisecondsModulus = 4294967296.0;  // 2^32.
constexpr double kMillisecondsPerSecond = 1e3;
constexpr double kSecondsPerMillisecond = 1e-3;

// A 32-bit column that seems to advance by more than half its range went backwards instead: at a
// tick of 60 s that would take 35,000 requests in flight.
constexpr double kLargestStepMilliseconds = kMillisecondsModulus / 2;

constexpr std::array kMillisecondColumns{
    &DiskCounters::read_time_seconds,    &DiskCounters::write_time_seconds,
    &DiskCounters::io_time_seconds,      &DiskCounters::weighted_io_time_seconds,
    &DiskCounters::discard_time_seconds, &DiskCounters::flush_time_seconds,
};

// NVMe multipath (drivers/nvme/host/multipath.c): the paths of head nvme0n1 are nvme0c0n1,
// nvme0c1n1, ...; kernels before 6.2 account I/O to the paths alone and leave the head at zero.
// The answer says which epochs of which paths were folded: the sum is comparable with another one
// of the same answer only.
std::string fold_paths_into_head(DiskReading& head, const std::vector<DiskReading>& all,
                                 const std::vector<std::string>& paths) {
  std::string folded;
  const bool head_counts =
      head.counters.reads_completed.value_or(0) + head.counters.writes_completed.value_or(0) > 0;
  if (head_counts) return folded;
  for (const auto& path : paths) {
    const auto found = std::lower_bound(
        all.begin(), all.end(), path,
        [](const DiskReading& reading, const std::string& key) { return reading.name < key; });
    if (found == all.end() || found->name != path) continue;
    folded += std::to_string(found->epoch) + " ";
    for (const auto& field : kDiskFields) {
      std::visit(
          [&](auto member) {
            const auto& added = found->counters.*member;
            auto& sum = head.counters.*member;
            if (added) sum = sum ? *sum + *added : *added;
          },
          field.member);
    }
  }
  return folded;
}

bool any_count_fell(const DiskCounters& before, const DiskCounters& after) {
  return std::any_of(kDiskFields.begin(), kDiskFields.end(), [&](const auto& field) {
    const auto* count = std::get_if<Field<DiskCounters>::CountMember>(&field.member);
    if (count == nullptr || field.type == FieldType::kGauge) return false;
    const auto& earlier = before.**count;
    const auto& later = after.**count;
    return earlier && later && *later < *earlier;
  });
}

// Milliseconds from one printed value to the next, modulo 2^32; nothing when it went backwards.
// A kernel that prints more than 32 bits needs no modulus.
std::optional<double> milliseconds_added(double before_seconds, double after_seconds) {
  const double before = std::round(before_seconds * kMillisecondsPerSecond);
  const double after = std::round(after_seconds * kMillisecondsPerSecond);
  const bool wraps = after < before;
  if (wraps && before >= kMillisecondsModulus) return std::nullopt;
  const double added = after - before + (wraps ? kMillisecondsModulus : 0);
  if (added > kLargestStepMilliseconds) return std::nullopt;
  return added;
}

// Continues the 64-bit times of `extended` by what `raw` added since `raw_before`; false when one
// of them went backwards.
bool extend_times(const DiskCounters& raw_before, const DiskCounters& raw, DiskCounters& extended) {
  for (const auto column : kMillisecondColumns) {
    if (!(raw.*column) || !(raw_before.*column) || !(extended.*column)) continue;
    const auto added = milliseconds_added(*(raw_before.*column), *(raw.*column));
    if (!added) return false;
    const double total = std::round(*(extended.*column) * kMillisecondsPerSecond) + *added;
    extended.*column = total * kSecondsPerMillisecond;
  }
  return true;
}

std::string full_identity(const DiskInfo& info) {
  std::string identity = info.identity();
  // The same medium plugged in again is a new block device whose counters start at zero.
  if (info.diskseq) identity += "#" + std::to_string(*info.diskseq);
  return identity;
}

bool describes(const DiskInfo* info, const DiskReading& reading) {
  return info != nullptr && info->present && info->major == reading.major &&
         info->minor == reading.minor;
}

// Idle time that falls by more than this is no inaccuracy: the CPU was offline.
constexpr double kLargestInaccuracySeconds = 3;

// Both idle and iowait falling means that the CPU was offline and came back with fresh counters; so
// does a large fall of idle where there was no iowait to fall.
bool came_back(const CpuTimes& before, const CpuTimes& after) {
  const double idle_lost = before.idle_seconds.value_or(0) - after.idle_seconds.value_or(0);
  const bool iowait_fell = after.iowait_seconds.value_or(0) < before.iowait_seconds.value_or(0);
  return idle_lost > kLargestInaccuracySeconds || (idle_lost > 0 && iowait_fell);
}

// Lets no time in `times` fall below what it was before.
void hold(const CpuTimes& before, CpuTimes& times) {
  for (const auto& field : kCpuFields) {
    const auto member = std::get<Field<CpuTimes>::QuantityMember>(field.member);
    auto& now = times.*member;
    if (now && before.*member && *now < *(before.*member)) now = before.*member;
  }
}

}  // namespace

void Continuity::apply(Sample& sample) {
  if (sample.disk_inventory) take_inventory(sample.disk_inventory);
  if (!sample.disk_inventory) sample.disk_inventory = inventory_;
  if (sample.disks) apply_disks(sample);
  if (sample.io_errors && inventory_) sample.io_errors = errors_by_head(*sample.io_errors);
  if (sample.cpu) apply_cpus(*sample.cpu);
}

// The inventory stays the same for thousands of samples, so identities are not made for each.
void Continuity::take_inventory(const std::shared_ptr<const DiskInventory>& inventory) {
  if (inventory == inventory_) return;
  inventory_ = inventory;
  identities_.clear();
  for (const DiskInfo& info : inventory_->disks) identities_.push_back(full_identity(info));
}

// Of a disk of the inventory; empty for none.
const std::string& Continuity::identity_of(const DiskInfo* info) const {
  static const std::string none;
  if (info == nullptr) return none;
  return identities_[static_cast<std::size_t>(info - inventory_->disks.data())];
}

void Continuity::apply_disks(Sample& sample) {
  inventory_is_stale_ = false;
  for (auto& [name, history] : disks_) history.seen = false;
  std::vector<Known> known;
  known.reserve(sample.disks->size());
  for (auto& reading : *sample.disks) {
    const DiskInfo* info = inventory_ ? inventory_->find(reading.name) : nullptr;
    const bool is_described = describes(info, reading);
    if (!is_described) inventory_is_stale_ = true;
    DiskHistory& history = disks_[reading.name];
    apply_disk(reading, history, identity_of(is_described ? info : nullptr));
    known.push_back({info, &history});
  }
  std::erase_if(disks_, [](const auto& entry) { return !entry.second.seen; });
  if (!inventory_) return;
  for (const DiskInfo& info : inventory_->disks) {
    if (info.present && !disks_.contains(info.name)) inventory_is_stale_ = true;
  }
  fold_multipath(*sample.disks, known);
}

std::vector<IoErrorCounters> Continuity::errors_by_head(
    const std::vector<IoErrorCounters>& errors) const {
  if (errors.empty()) return {};
  std::map<std::string_view, std::string_view> heads;
  for (const auto& disk : inventory_->disks) {
    for (const auto& path : disk.multipath_paths) heads.emplace(path, disk.name);
  }
  std::map<std::pair<std::string, std::string>, std::uint64_t> counts;
  for (const auto& error : errors) {
    const auto head = heads.find(error.device);
    const std::string device(head == heads.end() ? std::string_view(error.device) : head->second);
    counts[{device, error.operation}] += error.count;
  }
  std::vector<IoErrorCounters> result;
  result.reserve(counts.size());
  for (const auto& [key, count] : counts) result.push_back({key.first, key.second, count});
  return result;
}

void Continuity::fold_multipath(std::vector<DiskReading>& readings,
                                const std::vector<Known>& known) {
  for (std::size_t index = 0; index < readings.size(); ++index) {
    const DiskInfo* info = known[index].info;
    if (info == nullptr || !info->present) continue;
    DiskReading& reading = readings[index];
    DiskHistory& history = *known[index].history;
    std::string folded = fold_paths_into_head(reading, readings, info->multipath_paths);
    if (folded == history.folded) continue;
    history.folded = std::move(folded);
    history.epoch = next_epoch_++;
    reading.epoch = history.epoch;
  }
}

// `identity` is empty where the inventory does not tell it.
void Continuity::apply_disk(DiskReading& reading, DiskHistory& history,
                            const std::string& identity) {
  const bool is_new = history.epoch == 0;
  const bool has_other_numbers =
      !is_new && (history.major != reading.major || history.minor != reading.minor);
  // An identity that was not known before is no other one.
  const bool has_other_identity =
      !identity.empty() && !history.identity.empty() && history.identity != identity;
  const bool is_another = has_other_numbers || has_other_identity;
  bool fell = false;
  if (!is_new && !is_another) {
    fell = any_count_fell(history.raw, reading.counters) ||
           !extend_times(history.raw, reading.counters, history.extended);
  }
  const DiskCounters raw = reading.counters;
  if (is_new || is_another || fell) {
    history.epoch = next_epoch_++;
    history.extended = raw;
    if (fell) ++disk_resets_;
  } else {
    for (const auto column : kMillisecondColumns) {
      if (reading.counters.*column) reading.counters.*column = history.extended.*column;
    }
    history.extended = reading.counters;
  }
  if (is_another || !identity.empty()) history.identity = identity;
  history.major = reading.major;
  history.minor = reading.minor;
  history.raw = raw;
  history.seen = true;
  reading.epoch = history.epoch;
}

void Continuity::apply_cpus(CpuSample& cpu) {
  auto before = cpus_.cbegin();
  for (auto& reading : cpu.cpus) {
    while (before != cpus_.cend() && before->id < reading.id) ++before;
    if (before == cpus_.cend()) break;
    if (before->id != reading.id) continue;
    if (came_back(before->times, reading.times)) {
      ++cpu_resets_;
    } else {
      hold(before->times, reading.times);
    }
  }
  // A CPU that is offline is forgotten: when it returns it starts anew.
  cpus_ = cpu.cpus;
}

}  // namespace plumbline
