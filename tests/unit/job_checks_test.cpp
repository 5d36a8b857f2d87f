#include "probes/job/checks.h"

#include <string>

#include "doctest/doctest.h"

using plumbline::check_job;
using plumbline::EngineKind;
using plumbline::Extent;
using plumbline::Job;
using plumbline::Pattern;
using plumbline::SteadyState;
using plumbline::StopRule;

namespace {

Job good_job() {
  Job job;
  job.name = "a";
  job.filenames = {"/dev/sda"};
  return job;
}

// "key: what" of the one fault; empty without faults.
std::string fault_of(const Job& job) {
  const auto faults = check_job(job);
  CHECK(faults.size() <= 1);
  return faults.empty() ? "" : std::string(faults.front().key) + ": " + faults.front().what;
}

}  // namespace

TEST_CASE("a plain read of a device is a good job") { CHECK(fault_of(good_job()).empty()); }

TEST_CASE("a job may leave its target to whoever runs it, and name a file after itself") {
  Job job;
  CHECK(fault_of(job).empty());
  job.directory = "build";
  CHECK(fault_of(job).empty());
  job.name = "a/b";
  CHECK(fault_of(job).starts_with("name: has a '/'"));
}

TEST_CASE("a path from the root has no directory before it") {
  Job job = good_job();
  job.directory = "build";
  CHECK(fault_of(job).starts_with("filename: a path from the root"));
  job.filenames = {"a"};
  CHECK(fault_of(job).empty());
}

TEST_CASE("engines of a cluster need keys of their own, and only read") {
  Job job;
  job.engine = EngineKind::kRbd;
  CHECK(check_job(job).size() == 2);
  job.remote.pool = "rbd";
  CHECK(fault_of(job) == "rbdname: ioengine=rbd needs rbdname");
  job.remote.rbd_name = "image";
  CHECK(fault_of(job).empty());
  job.pattern = Pattern::kRandWrite;
  job.allow_write = true;
  CHECK(fault_of(job) == "rw: ioengine=rbd only reads");

  Job s3;
  s3.engine = EngineKind::kS3;
  CHECK(check_job(s3).size() == 2);
  s3.remote.http_host = "127.0.0.1:9000";
  s3.filenames = {"/bucket/object"};
  CHECK(fault_of(s3).empty());

  Job tcp;
  tcp.engine = EngineKind::kTcp;
  CHECK(fault_of(tcp) == "filename: ioengine=tcp needs filename, as HOST\\:PORT");
}

TEST_CASE("writing has to be allowed") {
  Job job = good_job();
  job.pattern = Pattern::kReadWrite;
  CHECK(fault_of(job).starts_with("rw: rw=rw writes: that takes x_allow_write=1"));
  job.allow_write = true;
  CHECK(fault_of(job).empty());
}

TEST_CASE("what passes the page cache is made of sectors") {
  Job job = good_job();
  job.blocks[0] = {{1000, 1}};
  CHECK(fault_of(job) == "bs: 1000 is no multiple of 512 bytes, as direct=1 asks for");
  job.direct = false;
  CHECK(fault_of(job).empty());
  job = good_job();
  job.blocks[1] = {{1000, 1}};  // Never used by a reader.
  CHECK(fault_of(job).empty());
  job = good_job();
  job.blocks[0] = {{4096, 0.5}, {700, 0.5}};
  CHECK(fault_of(job).starts_with("bssplit: 700"));
  job = good_job();
  job.offset.bytes = 100;
  CHECK(fault_of(job).starts_with("offset: 100"));
  job = good_job();
  job.size = Extent{10000, {}};
  CHECK(fault_of(job).starts_with("size: 10000"));
}

TEST_CASE("a region and an end hold one block at least") {
  Job job = good_job();
  job.blocks[0] = {{65536, 1}};
  job.size = Extent{4096, {}};
  CHECK(fault_of(job) == "size: 4k is less than one block of 64k");
  job.size.reset();
  job.io_size = Extent{4096, {}};
  CHECK(fault_of(job) == "io_size: 4k is less than one block of 64k");
  job.io_size.reset();
  job.offset.ratio = 1;
  CHECK(fault_of(job).starts_with("offset: nothing of the target is left"));
}

TEST_CASE("buffers are bounded") {
  Job job = good_job();
  job.iodepth = 1024;
  job.blocks[0] = {{1048576, 1}};
  CHECK(fault_of(job).empty());
  job.numjobs = 2;
  CHECK(fault_of(job).starts_with("iodepth: bs * iodepth * numjobs is 2147483648 bytes"));
}

TEST_CASE("a direction has one rate") {
  Job job = good_job();
  job.rate_iops[0] = 10;
  job.rate_bytes_per_second[1] = 1e6;
  CHECK(fault_of(job).empty());
  job.rate_bytes_per_second[0] = 1e6;
  CHECK(fault_of(job) == "rate_iops: rate and rate_iops are both given: name one of them");
}

TEST_CASE("what ends a job is able to") {
  Job job = good_job();
  job.time_based = true;
  CHECK(fault_of(job) == "time_based: needs a runtime");
  job.runtime_seconds = 10;
  CHECK(fault_of(job).empty());
  job.steady_state = SteadyState{};
  CHECK(fault_of(job).starts_with("ss: needs ss_dur"));
  job.steady_state->duration_seconds = 5;
  CHECK(fault_of(job).empty());
  job.ramp_seconds = 20;
  job.timeout_seconds = 30;
  CHECK(fault_of(job).starts_with("x_timeout: ends before the job does"));
  job.timeout_seconds = 31;
  CHECK(fault_of(job).empty());
}

TEST_CASE("a stop rule needs a bound beside it") {
  Job job = good_job();
  job.stop = StopRule{};
  CHECK(fault_of(job).starts_with("x_stop: may never be met"));
  job.size = Extent{1048576, {}};
  CHECK(fault_of(job).empty());
  job.size = Extent{0, 0.5};
  job.number_ios = 200;
  CHECK(fault_of(job).empty());
}

TEST_CASE("a mix that a pattern in one direction does not use is harmless") {
  Job job = good_job();
  job.read_ratio = 0.1;
  job.random_ratio = 0.5;
  CHECK(fault_of(job).empty());
}
