#include "model/sample.h"

#include <utility>

namespace plumbline {
namespace {

template <class T>
void take_one(std::optional<T>& mine, std::optional<T> part) {
  if (part) mine = std::move(part);
}

}  // namespace

void Sample::take(Sample&& part) {
  take_one(cpu, std::move(part.cpu));
  take_one(load, std::move(part.load));
  take_one(memory, std::move(part.memory));
  take_one(vm, std::move(part.vm));
  take_one(pressure, std::move(part.pressure));
  take_one(disks, std::move(part.disks));
  take_one(io_errors, std::move(part.io_errors));
  take_one(links, std::move(part.links));
  take_one(bonds, std::move(part.bonds));
  take_one(qdiscs, std::move(part.qdiscs));
  take_one(softnet, std::move(part.softnet));
  take_one(protocols, std::move(part.protocols));
  if (part.disk_inventory) disk_inventory = std::move(part.disk_inventory);
}

}  // namespace plumbline
