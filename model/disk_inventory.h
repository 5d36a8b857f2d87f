// What a block device is: everything about it that does not change from tick to tick.
//
// Source: /sys/block, /sys/class/block, the udev database (identity), node_exporter's names for the
//   info metrics. Strings come from the device's firmware: untrusted, of any content.
// Lifetimes: an inventory is immutable once published and shared by pointer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

enum class DiskKind {
  kUnknown,       // sysfs does not know it: shown, never guessed away.
  kPhysical,      // A whole disk with a driver of its own.
  kRemote,        // A whole disk whose store is elsewhere: rbd, nbd.
  kDeviceMapper,  // dm-N.
  kRaid,          // mdN.
  kPartition,
  kLoop,
  kMemory,      // ram, zram, pmem-less RAM disks.
  kRemovable,   // Optical drives, floppies, empty card readers.
  kHiddenPath,  // One path of a multipath NVMe namespace; its head carries the I/O.
};

std::string_view to_string(DiskKind kind);

struct DeviceMapperInfo {
  std::string name;
  std::string uuid;
  std::string vg_name;
  std::string lv_name;
  std::string lv_layer;

  friend bool operator==(const DeviceMapperInfo&, const DeviceMapperInfo&) = default;
};

struct DiskInfo {
  std::string name;
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  DiskKind kind = DiskKind::kUnknown;
  std::string path;  // udev's ID_PATH, where the disk is plugged in.
  std::string wwn;   // As udev prints it.
  std::string wwid;  // As sysfs prints it.
  std::string model;
  std::string serial;
  std::string firmware;
  std::optional<bool> rotational;
  std::optional<std::uint64_t> size_bytes;
  std::optional<std::uint64_t> logical_block_bytes;
  std::optional<std::uint64_t> queue_requests;  // queue/nr_requests.
  std::string scheduler;                        // The one in use.
  std::optional<std::uint64_t> diskseq;
  std::optional<std::uint64_t> scsi_error_count;  // device/ioerr_cnt.
  std::vector<std::string> holders;               // What is built on this device.
  std::vector<std::string> slaves;                // What this device is built on.
  std::vector<std::string> multipath_paths;       // The hidden paths folded into this head.
  std::optional<DeviceMapperInfo> device_mapper;
  bool present = true;
  double last_seen_seconds = 0;  // Unix time.

  // The identity that survives a change of name: wwid, wwn or serial, else numbers and diskseq.
  std::string identity() const;

  friend bool operator==(const DiskInfo&, const DiskInfo&) = default;
};

struct DiskInventory {
  std::vector<DiskInfo> disks;  // Ascending by name.

  const DiskInfo* find(std::string_view name) const;

  friend bool operator==(const DiskInventory&, const DiskInventory&) = default;
};

// Whether I/O on a device of this kind is the host's own storage load, shown by default.
bool is_exported_by_default(DiskKind kind);

}  // namespace plumbline
