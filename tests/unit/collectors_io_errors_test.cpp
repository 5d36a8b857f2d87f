#include "collectors/io_errors.h"

#include <cerrno>

#include "doctest/doctest.h"
#include "tests/unit/memory_source.h"

using namespace plumbline;

namespace {

std::string record(int sequence, const std::string& device, const std::string& operation) {
  return "3," + std::to_string(sequence) + ",5140900,-;I/O error, dev " + device +
         ", sector 2048 op 0x1:(" + operation + ") flags 0x0\n SUBSYSTEM=block\n DEVICE=b8:0\n";
}

}  // namespace

TEST_CASE("failed requests are counted by device and operation") {
  IoErrorsCollector collector;
  MemorySource source;
  source.files["/dev/kmsg"] = record(1, "sda", "WRITE") + "6,2,3,-;something else\n" +
                              record(3, "sda", "WRITE") + record(4, "sda", "READ") +
                              record(5, "nvme0n1", "FLUSH");
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  CHECK(*result.part.io_errors == std::vector<IoErrorCounters>{{"nvme0n1", "flush", 1},
                                                               {"sda", "read", 1},
                                                               {"sda", "write", 2}});
}

TEST_CASE("records that were counted are not counted a second time") {
  IoErrorsCollector collector;
  MemorySource source;
  source.files["/dev/kmsg"] = record(7, "sda", "WRITE");
  collect_from(collector, source);
  source.files["/dev/kmsg"] = record(7, "sda", "WRITE") + record(8, "sda", "WRITE");
  const Collected result = collect_from(collector, source);
  CHECK(result.part.io_errors->front().count == 2);
}

TEST_CASE("a log without failed requests is a count of none, not no data") {
  IoErrorsCollector collector;
  MemorySource source;
  source.files["/dev/kmsg"] = "";
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  REQUIRE(result.part.io_errors.has_value());
  CHECK(result.part.io_errors->empty());
}

TEST_CASE("a log that may not be read is told, one that does not exist is no data") {
  IoErrorsCollector collector;
  MemorySource source;
  CHECK(collect_from(collector, source).status.error().code == ErrorCode::kNotFound);
  source.fail("/dev/kmsg", ErrorCode::kDenied, EPERM);
  const Collected denied = collect_from(collector, source);
  CHECK(denied.status.error().code == ErrorCode::kDenied);
  CHECK_FALSE(denied.part.io_errors.has_value());
}

TEST_CASE("a trace without new records keeps the counts") {
  IoErrorsCollector collector;
  MemorySource source;
  source.files["/dev/kmsg"] = record(7, "sda", "WRITE");
  collect_from(collector, source);
  source.files.clear();
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  CHECK(result.part.io_errors->front().count == 1);
}

TEST_CASE("garbage in the log is passed over") {
  IoErrorsCollector collector;
  MemorySource source;
  source.files["/dev/kmsg"] = std::string("\0\xff\n", 3) +
                              ",;\n3,x,1,-;I/O error, dev sda, sector 1\n" +
                              record(3, "sda", "READ");
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  REQUIRE(result.part.io_errors->size() == 1);
  CHECK(result.part.io_errors->front().count == 1);
}

TEST_CASE("a log that names devices without end is bounded") {
  IoErrorsCollector collector;
  MemorySource source;
  std::string& log = source.files["/dev/kmsg"];
  for (int i = 0; i < 5000; ++i) log += record(i, "dev" + std::to_string(i), "READ");
  CHECK(collect_from(collector, source).part.io_errors->size() == 2048);
}

TEST_CASE("a recording that goes on behind a reboot goes on counting") {
  IoErrorsCollector collector;
  MemorySource source;
  source.clock.boottime_seconds = 5000;
  source.files["/dev/kmsg"] = record(700, "sda", "READ");
  collect_from(collector, source);
  source.clock.boottime_seconds = 30;
  source.files["/dev/kmsg"] = record(7, "sda", "READ");
  CHECK(collect_from(collector, source).part.io_errors->front().count == 2);
}
