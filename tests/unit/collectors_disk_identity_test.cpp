#include "collectors/disk_inventory.h"
#include "doctest/doctest.h"
#include "tests/unit/disk_tree.h"

using namespace plumbline;

namespace {

DiskInfo info_of(const MemorySource& source, const std::string& name) {
  DiskInventoryCollector collector(nullptr);
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  const DiskInfo* disk = result.part.disk_inventory->find(name);
  REQUIRE(disk != nullptr);
  return *disk;
}

}  // namespace

TEST_CASE("a disk's identity comes from udev and sysfs fills what udev left out") {
  MemorySource source;
  add_disk(source, "sda", "8 0",
           {{"size", "1953525168"},
            {"device/wwid", "naa.5000c500a0b1c2d3"},
            {"device/model", "sysfs model  "},
            {"device/rev", "0001"},
            {"diskseq", "9"}});
  source.files["/run/udev/data/b8:0"] =
      "E:ID_MODEL=ST8000\nE:ID_SERIAL=ST8000_ZA1\nE:ID_SERIAL_SHORT=ZA1\nE:ID_WWN="
      "0x5000c500a0b1c2d3\n"
      "E:ID_PATH=pci-0000:00:17.0-ata-1\n";
  const DiskInfo disk = info_of(source, "sda");
  CHECK(disk.model == "ST8000");
  CHECK(disk.serial == "ZA1");
  CHECK(disk.wwn == "0x5000c500a0b1c2d3");
  CHECK(disk.wwid == "naa.5000c500a0b1c2d3");
  CHECK(disk.path == "pci-0000:00:17.0-ata-1");
  CHECK(disk.firmware == "0001");
  CHECK(disk.size_bytes == 1953525168ull * 512);
  CHECK(disk.diskseq == 9);
  CHECK(disk.identity() == "wwid:naa.5000c500a0b1c2d3");
}

TEST_CASE("where udev does not run sysfs alone tells who a disk is") {
  MemorySource source;
  add_disk(source, "nvme0n1", "259 0",
           {{"size", "100"},
            {"wwid", "eui.0025385b71b1a0b2"},
            {"device/model", "SAMSUNG MZ7"},
            {"device/serial", "S4YN  "},
            {"device/firmware_rev", "EDA7"}});
  const DiskInfo disk = info_of(source, "nvme0n1");
  CHECK(disk.model == "SAMSUNG MZ7");
  CHECK(disk.serial == "S4YN");
  CHECK(disk.firmware == "EDA7");
  CHECK(disk.wwid == "eui.0025385b71b1a0b2");
}

TEST_CASE("a mapped device has its name and uuid from udev or sysfs") {
  MemorySource source;
  add_disk(source, "dm-0", "253 0", {{"size", "100"}});
  add_disk(source, "dm-1", "253 1",
           {{"size", "100"}, {"dm/name", "crypt-1"}, {"dm/uuid", "CRYPT-LUKS2-1"}});
  source.files["/run/udev/data/b253:0"] =
      "E:DM_NAME=ceph--1-osd--block\nE:DM_UUID=LVM-x\nE:DM_VG_NAME=ceph-1\nE:DM_LV_NAME=osd-"
      "block\n";
  CHECK(info_of(source, "dm-0").device_mapper ==
        DeviceMapperInfo{"ceph--1-osd--block", "LVM-x", "ceph-1", "osd-block", ""});
  CHECK(info_of(source, "dm-1").device_mapper ==
        DeviceMapperInfo{"crypt-1", "CRYPT-LUKS2-1", "", "", ""});
  CHECK(info_of(source, "dm-0").kind == DiskKind::kDeviceMapper);
}

TEST_CASE("the graph of holders and slaves is read") {
  MemorySource source;
  add_disk(source, "sda", "8 0", {{"size", "100"}});
  add_disk(source, "dm-0", "253 0", {{"size", "100"}, {"dm/name", "x"}});
  source.links["/sys/class/block/sda/holders/dm-0"] = "../../dm-0";
  source.links["/sys/class/block/dm-0/slaves/sda"] = "../../sda";
  CHECK(info_of(source, "sda").holders == std::vector<std::string>{"dm-0"});
  CHECK(info_of(source, "dm-0").slaves == std::vector<std::string>{"sda"});
  CHECK(info_of(source, "sda").slaves.empty());
}

TEST_CASE("queue attributes are read, the scheduler is the one in brackets") {
  MemorySource source;
  add_disk(source, "sda", "8 0",
           {{"size", "100"},
            {"queue/rotational", "1"},
            {"queue/logical_block_size", "4096"},
            {"queue/nr_requests", "64"},
            {"queue/scheduler", "none [mq-deadline] kyber"}});
  add_disk(source, "sdb", "8 16", {{"size", "100"}, {"queue/scheduler", "none"}});
  const DiskInfo disk = info_of(source, "sda");
  CHECK(disk.rotational == true);
  CHECK(disk.logical_block_bytes == 4096);
  CHECK(disk.queue_requests == 64);
  CHECK(disk.scheduler == "mq-deadline");
  CHECK_FALSE(info_of(source, "sdb").rotational.has_value());
  CHECK(info_of(source, "sdb").scheduler.empty());
}

TEST_CASE("attributes of the older place under /sys/block serve too") {
  MemorySource source;
  source.files["/proc/diskstats"] = "8 0 sda 1 1 1 1 1 1 1 1 1 1 1\n";
  source.files["/sys/block/sda/size"] = "100\n";
  source.files["/sys/block/sda/queue/rotational"] = "0\n";
  CHECK(info_of(source, "sda").kind == DiskKind::kPhysical);
  CHECK(info_of(source, "sda").rotational == false);
}

TEST_CASE("a name with a slash is looked up with an exclamation mark") {
  MemorySource source;
  add_disk(source, "cciss/c0d0", "104 0", {{"size", "100"}, {"device/model", "LOGICAL"}});
  CHECK(info_of(source, "cciss/c0d0").model == "LOGICAL");
}

TEST_CASE("attributes that make no sense are absent and lose no other") {
  MemorySource source;
  add_disk(source, "sda", "8 0",
           {{"size", "36028797018963968"}, {"diskseq", "-1"}, {"queue/nr_requests", "many"}});
  source.fail("/sys/class/block/sda/device/model", ErrorCode::kIo, 5);
  add_disk(source, "sdb", "8 16", {{"size", "100"}, {"device/model", "M"}});
  const DiskInfo disk = info_of(source, "sda");
  CHECK_FALSE(disk.size_bytes.has_value());
  CHECK_FALSE(disk.diskseq.has_value());
  CHECK_FALSE(disk.queue_requests.has_value());
  CHECK(disk.model.empty());
  CHECK(info_of(source, "sdb").model == "M");
}

TEST_CASE("what a disk says of itself is bounded") {
  const std::string endless(1 << 20, 'x');
  MemorySource source;
  add_disk(source, "sda", "8 0", {{"size", "100"}});
  source.files["/sys/class/block/sda/wwid"] = endless;
  source.files["/run/udev/data/b8:0"] = "E:ID_MODEL=" + endless + "\nE:ID_SERIAL_SHORT=S\n";
  const DiskInfo disk = info_of(source, "sda");
  CHECK(disk.wwid.size() == 4096);
  CHECK(disk.model.size() == 4096);
  CHECK(disk.serial == "S");
}

TEST_CASE("a SCSI disk's error count is hexadecimal") {
  MemorySource source;
  add_disk(source, "sda", "8 0", {{"size", "100"}, {"device/ioerr_cnt", "0x1f"}});
  add_disk(source, "sdb", "8 16", {{"size", "100"}, {"device/ioerr_cnt", "31"}});
  add_disk(source, "nvme0n1", "259 0", {{"size", "100"}});
  CHECK(info_of(source, "sda").scsi_error_count == 31);
  CHECK_FALSE(info_of(source, "sdb").scsi_error_count.has_value());
  CHECK_FALSE(info_of(source, "nvme0n1").scsi_error_count.has_value());
}
