// What a total adds up.
//
// Purpose: an I/O to a mapped device is counted by that device and again by the disk below it, and
//   a packet by a bond and by its port: a sum over all rows would count it twice. A total is over
//   the rows that are shown, each I/O and packet once.
// Rules:   a partition, a mapped or RAID device whose disk is shown, and a path of a shown NVMe
// head
//   are left out; so are a port of a shown bond, a VLAN on a shown interface and a bridge with a
//   shown port.
// Threads: pure. The pointers are into `shown`.
#pragma once

#include <span>
#include <vector>

#include "model/disk.h"
#include "model/disk_inventory.h"
#include "model/link.h"

namespace plumbline {

// `inventory` may be null: then nothing is known to be built on anything.
std::vector<const DiskReading*> counted_disks(std::span<const DiskReading* const> shown,
                                              const DiskInventory* inventory);

std::vector<const LinkReading*> counted_links(std::span<const LinkReading* const> shown);

}  // namespace plumbline
