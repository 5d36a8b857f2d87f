#include "collectors/disk_attributes.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "collectors/parse/text.h"
#include "collectors/parse/udev_data.h"

namespace plumbline {
namespace {

// Documentation/admin-guide/devices.txt.
constexpr std::uint32_t kRamMajor = 1;
constexpr std::uint32_t kFloppyMajor = 2;
constexpr std::uint32_t kLoopMajor = 7;
constexpr std::uint32_t kOpticalMajor = 11;
constexpr std::uint32_t kNbdMajor = 43;

constexpr int kHexadecimal = 16;
// What a device says of itself becomes labels. sysfs itself gives a page at most.
constexpr std::size_t kLongestAttribute = 4096;
constexpr std::size_t kMostRelatives = 256;  // Holders or slaves of one device.

bool is_digit(char character) { return character >= '0' && character <= '9'; }

// sysfs writes the '/' of a name like cciss/c0d0 as '!'.
std::string sysfs_name(std::string name) {
  std::replace(name.begin(), name.end(), '/', '!');
  return name;
}

// One device's directory in sysfs.
class Attributes {
 public:
  Attributes(CollectContext& context, const std::string& name)
      : context_(context),
        by_class_("/sys/class/block/" + sysfs_name(name) + "/"),
        by_block_("/sys/block/" + sysfs_name(name) + "/") {}

  // Trimmed; empty when it cannot be read.
  std::string text(const std::string& attribute) {
    auto content = context_.source.read(by_class_ + attribute, context_.buffer);
    if (!content) content = context_.source.read(by_block_ + attribute, context_.buffer);
    return content ? std::string(trimmed(content->substr(0, kLongestAttribute))) : std::string();
  }

  std::optional<std::uint64_t> number(const std::string& attribute) {
    return to_unsigned(text(attribute));
  }

  // The first of them that is not empty.
  std::string first_of(std::initializer_list<const char*> attributes) {
    for (const char* attribute : attributes) {
      std::string value = text(attribute);
      if (!value.empty()) return value;
    }
    return {};
  }

  std::vector<std::string> list(const std::string& directory) {
    auto names = context_.source.list(by_class_ + directory);
    if (!names) names = context_.source.list(by_block_ + directory);
    if (!names) return {};
    if (names->size() > kMostRelatives) names->resize(kMostRelatives);
    return std::move(*names);
  }

 private:
  CollectContext& context_;
  const std::string by_class_;
  const std::string by_block_;
};

// Where sysfs is silent: sda1 beside sda, nvme0n1p1 beside nvme0n1. Other families are shown rather
// than guessed away.
bool is_named_as_partition(const std::string& name, std::span<const DiskReading> all) {
  std::size_t digits = name.size();
  while (digits > 0 && is_digit(name[digits - 1])) --digits;
  if (digits == name.size()) return false;
  std::string parent = name.substr(0, digits);
  if (parent.starts_with("nvme") && parent.ends_with('p')) {
    parent.pop_back();
  } else if (parent.find('d') == std::string::npos || parent.size() > 5 ||
             !std::all_of(parent.begin(), parent.end(),
                          [](char character) { return character >= 'a' && character <= 'z'; })) {
    return false;
  }
  const auto found = std::lower_bound(
      all.begin(), all.end(), parent,
      [](const DiskReading& reading, const std::string& key) { return reading.name < key; });
  return found != all.end() && found->name == parent;
}

// zram has no major of its own, but its driver's name alone.
bool is_in_memory(const DiskReading& reading) {
  return reading.major == kRamMajor || reading.name.starts_with("zram");
}

DiskKind kind_without_sysfs(const DiskReading& reading, std::span<const DiskReading> all) {
  if (is_in_memory(reading)) return DiskKind::kMemory;
  if (reading.major == kLoopMajor) return DiskKind::kLoop;
  if (reading.major == kFloppyMajor) return DiskKind::kRemovable;
  if (is_named_as_partition(reading.name, all)) return DiskKind::kPartition;
  return DiskKind::kUnknown;
}

DiskKind kind_by_sysfs(Attributes& sysfs, const DiskReading& reading, const DiskInfo& info,
                       std::span<const DiskReading> all) {
  const std::string& name = reading.name;
  if (!info.size_bytes) return kind_without_sysfs(reading, all);
  if (!sysfs.text("partition").empty()) return DiskKind::kPartition;
  if (sysfs.text("hidden") == "1") return DiskKind::kHiddenPath;
  if (reading.major == kLoopMajor) return DiskKind::kLoop;
  if (is_in_memory(reading)) return DiskKind::kMemory;
  if (info.device_mapper || name.starts_with("dm-")) return DiskKind::kDeviceMapper;
  if (!sysfs.text("md/level").empty() || name.starts_with("md")) return DiskKind::kRaid;
  if (reading.major == kNbdMajor || name.starts_with("rbd")) return DiskKind::kRemote;
  if (reading.major == kFloppyMajor || reading.major == kOpticalMajor) return DiskKind::kRemovable;
  const bool is_empty = *info.size_bytes == 0;
  return is_empty && sysfs.text("removable") == "1" ? DiskKind::kRemovable : DiskKind::kPhysical;
}

// "[none] mq-deadline kyber": the one in brackets.
std::string active_scheduler(std::string_view schedulers) {
  const std::size_t open = schedulers.find('[');
  if (open == std::string_view::npos) return {};
  return std::string(schedulers.substr(open + 1, schedulers.find(']', open) - open - 1));
}

// The first of the properties that has a value.
std::string property(std::string_view record, std::initializer_list<std::string_view> keys) {
  for (const auto key : keys) {
    const std::string_view value = udev_property(record, key);
    if (!value.empty()) return std::string(value.substr(0, kLongestAttribute));
  }
  return {};
}

void add_udev_identity(std::string_view record, DiskInfo& info) {
  info.path = property(record, {"ID_PATH"});
  info.wwn = property(record, {"ID_WWN"});
  info.model = property(record, {"ID_MODEL"});
  info.serial = property(record, {"SCSI_IDENT_SERIAL", "ID_SERIAL_SHORT", "ID_SERIAL"});
  info.firmware = property(record, {"ID_REVISION"});
  const std::string mapper_uuid = property(record, {"DM_UUID"});
  const std::string mapper_name = property(record, {"DM_NAME"});
  if (mapper_uuid.empty() && mapper_name.empty()) return;
  info.device_mapper =
      DeviceMapperInfo{mapper_name, mapper_uuid, property(record, {"DM_VG_NAME"}),
                       property(record, {"DM_LV_NAME"}), property(record, {"DM_LV_LAYER"})};
}

void add_sysfs_identity(Attributes& sysfs, DiskInfo& info) {
  info.wwid = sysfs.first_of({"wwid", "device/wwid"});
  if (info.model.empty()) info.model = sysfs.text("device/model");
  if (info.serial.empty()) info.serial = sysfs.first_of({"serial", "device/serial"});
  if (info.firmware.empty()) info.firmware = sysfs.first_of({"device/firmware_rev", "device/rev"});
  if (info.device_mapper) return;
  const std::string mapper_name = sysfs.text("dm/name");
  if (mapper_name.empty()) return;
  info.device_mapper.emplace();
  info.device_mapper->name = mapper_name;
  info.device_mapper->uuid = sysfs.text("dm/uuid");
}

void add_queue(Attributes& sysfs, DiskInfo& info) {
  const std::string rotational = sysfs.text("queue/rotational");
  if (!rotational.empty()) info.rotational = rotational == "1";
  info.logical_block_bytes = sysfs.number("queue/logical_block_size");
  info.queue_requests = sysfs.number("queue/nr_requests");
  info.scheduler = active_scheduler(sysfs.text("queue/scheduler"));
}

}  // namespace

DiskInfo read_disk_info(CollectContext& context, const DiskReading& reading,
                        std::span<const DiskReading> all) {
  DiskInfo info;
  info.name = reading.name;
  info.major = reading.major;
  info.minor = reading.minor;
  const auto record = context.source.read(
      "/run/udev/data/b" + std::to_string(reading.major) + ":" + std::to_string(reading.minor),
      context.buffer);
  if (record) add_udev_identity(*record, info);
  Attributes sysfs(context, reading.name);
  const auto sectors = sysfs.number("size");
  if (sectors && *sectors <= UINT64_MAX / kSectorBytes) info.size_bytes = *sectors * kSectorBytes;
  info.diskseq = sysfs.number("diskseq");
  add_sysfs_identity(sysfs, info);
  info.kind = kind_by_sysfs(sysfs, reading, info, all);
  add_queue(sysfs, info);
  if (info.kind == DiskKind::kLoop || info.kind == DiskKind::kMemory) return info;
  info.holders = sysfs.list("holders");
  info.slaves = sysfs.list("slaves");
  info.scsi_error_count = read_scsi_error_count(context, reading.name);
  return info;
}

std::optional<std::uint64_t> read_scsi_error_count(CollectContext& context,
                                                   const std::string& name) {
  const std::string text = Attributes(context, name).text("device/ioerr_cnt");
  if (!text.starts_with("0x")) return std::nullopt;
  return to_unsigned(std::string_view(text).substr(2), kHexadecimal);
}

}  // namespace plumbline
