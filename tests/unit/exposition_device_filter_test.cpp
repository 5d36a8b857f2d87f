#include "model/device_filter.h"

#include "doctest/doctest.h"

namespace plumbline {

TEST_CASE("a glob's star stands for any run and its question mark for one byte") {
  CHECK(matches_glob("sd*", "sda"));
  CHECK(matches_glob("sd*", "sd"));
  CHECK(matches_glob("*", ""));
  CHECK(matches_glob("nvme?n1", "nvme0n1"));
  CHECK(matches_glob("*a*b*c", "xxaxxbabc"));
  CHECK_FALSE(matches_glob("sd?", "sd"));
  CHECK_FALSE(matches_glob("sd", "sda"));
  CHECK_FALSE(matches_glob("*a*b*c", "xxaxxbab"));
  CHECK_FALSE(matches_glob("", "a"));
}

TEST_CASE("brackets and backslashes in a glob are plain bytes") {
  CHECK(matches_glob("sd[ab]", "sd[ab]"));
  CHECK_FALSE(matches_glob("sd[ab]", "sda"));
  CHECK(matches_glob("a\\*", "a\\b"));
}

TEST_CASE("a glob of many stars is matched in little time") {
  const std::string name(500, 'a');
  CHECK_FALSE(matches_glob("*a*a*a*a*a*a*a*a*a*a*a*a*b", name));
}

TEST_CASE("without lists disks are shown by their kind and links all") {
  const DeviceFilter filter;
  CHECK(filter.shows("sda", DiskKind::kPhysical));
  CHECK(filter.shows("who", DiskKind::kUnknown));
  CHECK_FALSE(filter.shows("sda1", DiskKind::kPartition));
  CHECK_FALSE(filter.shows("loop0", DiskKind::kLoop));
  CHECK(filter.shows_link("lo"));
}

TEST_CASE("an included name is shown whatever its kind, and nothing else is") {
  const DeviceFilter filter({{"loop*"}, {}}, {{"eth*"}, {}});
  CHECK(filter.shows("loop3", DiskKind::kLoop));
  CHECK_FALSE(filter.shows("sda", DiskKind::kPhysical));
  CHECK(filter.shows_link("eth0"));
  CHECK_FALSE(filter.shows_link("lo"));
}

TEST_CASE("exclusion wins over inclusion and over the kind") {
  const DeviceFilter filter({{"*"}, {"sdb"}}, {{}, {"veth*"}});
  CHECK(filter.shows("sda", DiskKind::kPhysical));
  CHECK_FALSE(filter.shows("sdb", DiskKind::kPhysical));
  CHECK(filter.shows_link("eth0"));
  CHECK_FALSE(filter.shows_link("veth12"));
}

}  // namespace plumbline
