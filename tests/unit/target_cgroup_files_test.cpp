#include "probes/target/cgroup_files.h"

#include "doctest/doctest.h"

using namespace plumbline;

namespace {

const DeviceNumber kDisk{8, 16};

}  // namespace

TEST_CASE("memberships are read on version 2, version 1 and hybrids") {
  CHECK(parse_cgroup_memberships("0::/system.slice/x.service\n") ==
        std::vector<CgroupMembership>{{{}, "/system.slice/x.service"}});
  CHECK(parse_cgroup_memberships("9:name=systemd:/\n7:blkio:/a\n2:cpu,cpuacct:/b\n0::/\n") ==
        std::vector<CgroupMembership>{
            {{"name=systemd"}, "/"}, {{"blkio"}, "/a"}, {{"cpu", "cpuacct"}, "/b"}, {{}, "/"}});
  CHECK(parse_cgroup_memberships("0::/a:b") == std::vector<CgroupMembership>{{{}, "/a:b"}});
}

TEST_CASE("lines that are no membership are passed over") {
  for (const char* text :
       {"", "\n", "0", "0:", "0::", "x::/a", ":::", "0:cpu", "-1:cpu:/", "0::a"}) {
    CAPTURE(text);
    CHECK(parse_cgroup_memberships(text).empty());
  }
}

TEST_CASE("no more memberships are read than any host has") {
  std::string text;
  for (int line = 0; line < 1000; ++line) text += "1:cpu:/\n";
  CHECK(parse_cgroup_memberships(text).size() == kMostCgroupLines);
}

TEST_CASE("the groups of a path end at the root") {
  CHECK(groups_upward("/a/b") == std::vector<std::string>{"/a/b", "/a", ""});
  CHECK(groups_upward("/a/") == std::vector<std::string>{"/a", ""});
  CHECK(groups_upward("/") == std::vector<std::string>{""});
  CHECK(groups_upward("/../x") == std::vector<std::string>{""});
  CHECK(groups_upward("/a/../../x") == std::vector<std::string>{""});
  CHECK(groups_upward("/..") == std::vector<std::string>{""});
  CHECK(groups_upward("/..a") == std::vector<std::string>{"/..a", ""});
}

TEST_CASE("io.max gives a device's limits and leaves out what is max") {
  const auto limits = parse_io_max(
      "8:0 rbps=1 wbps=1 riops=1 wiops=1\n8:16 rbps=2097152 wbps=max riops=max wiops=120\n", kDisk);
  CHECK(limits == std::vector<CgroupIoLimit>{{Operation::kRead, true, 2097152, "io.max rbps"},
                                             {Operation::kWrite, false, 120, "io.max wiops"}});
  CHECK(parse_io_max("8:16 rbps=max wbps=max riops=max wiops=max\n", kDisk).empty());
}

TEST_CASE("an io.max that makes no sense gives no limit") {
  for (const char* text : {"", "8:16", "8:16 rbps", "8:16 rbps=", "8:16 rbps=-1", "8:16 rbps=x",
                           "8:16 rbps=99999999999999999999", "8:16 xbps=5", "816 rbps=1",
                           "8:1600000000 rbps=1", ":16 rbps=1"}) {
    CAPTURE(text);
    CHECK(parse_io_max(text, kDisk).empty());
  }
}

TEST_CASE("a throttle file gives the value of its device") {
  CHECK(parse_throttle("8:0 5\n8:16 1048576\n", kDisk) == 1048576U);
  CHECK_FALSE(parse_throttle("8:0 5\n", kDisk));
  for (const char* text : {"", "8:16", "8:16 x", "8:16 -5", "x"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_throttle(text, kDisk));
  }
}

TEST_CASE("cpu.max is a ratio of processors") {
  CHECK(parse_cpu_max("20000 100000\n") == 0.2);
  CHECK_FALSE(parse_cpu_max("max 100000\n"));
  for (const char* text : {"", "5", "5 0", "x 5", "-5 5"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_cpu_max(text));
  }
}

TEST_CASE("a CFS quota below nothing is no limit") {
  CHECK(parse_cfs_quota("150000\n", "100000\n") == 1.5);
  CHECK_FALSE(parse_cfs_quota("-1\n", "100000\n"));
  CHECK_FALSE(parse_cfs_quota("", "100000"));
  CHECK_FALSE(parse_cfs_quota("5", "0"));
  CHECK_FALSE(parse_cfs_quota("x", "100000"));
}

TEST_CASE("throttled periods are found among cpu.stat's lines") {
  CHECK(parse_throttled_periods("usage_usec 5\nnr_periods 9\nnr_throttled 4\nthrottled_usec 7\n") ==
        4U);
  CHECK_FALSE(parse_throttled_periods("nr_periods 9\n"));
  CHECK_FALSE(parse_throttled_periods("nr_throttled x\n"));
  CHECK_FALSE(parse_throttled_periods("nr_throttled\n"));
  CHECK_FALSE(parse_throttled_periods(""));
}
