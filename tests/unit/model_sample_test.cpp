#include "model/sample.h"

#include "doctest/doctest.h"

using namespace plumbline;

TEST_CASE("a sample takes over what a part has and keeps what it has not") {
  Sample sample;
  sample.clock = {1, 2, 3};
  sample.load = LoadAverages{1, 1, 1};
  sample.disks.emplace().push_back({"sda", 8, 0, 0, {}});
  Sample part;
  part.clock = {9, 9, 9};
  part.load = LoadAverages{2, 2, 2};
  part.links.emplace();
  part.disk_inventory = std::make_shared<DiskInventory>();
  sample.take(std::move(part));
  CHECK(sample.clock == Clock{1, 2, 3});
  CHECK(sample.load->over_1_minute == 2);
  CHECK(sample.disks->size() == 1);
  CHECK(sample.links.has_value());
  CHECK(sample.disk_inventory != nullptr);
  CHECK_FALSE(sample.cpu.has_value());
}
