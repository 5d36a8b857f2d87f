#include "probes/job/keys.h"

#include <set>
#include <string>

#include "doctest/doctest.h"
#include "probes/job/foreign_keys.h"
#include "probes/job/value.h"

using plumbline::find_foreign_key;
using plumbline::find_job_key;
using plumbline::ForeignVerdict;
using plumbline::Job;
using plumbline::job_keys;
using plumbline::nearest_job_key;
using plumbline::Spelling;

TEST_CASE("no name or alias stands twice, and none is also a foreign key") {
  std::set<std::string_view> seen;
  for (const auto& key : job_keys()) {
    for (const std::string_view name : {key.name, key.alias}) {
      if (name.empty()) continue;
      CAPTURE(name);
      CHECK(seen.insert(name).second);
      CHECK_FALSE(find_foreign_key(name));
      CHECK(find_job_key(name) == &key);
    }
    CHECK_FALSE(key.help.empty());
  }
}

TEST_CASE("fio's aliases are known") {
  CHECK(find_job_key("readwrite") == find_job_key("rw"));
  CHECK(find_job_key("blocksize") == find_job_key("bs"));
  CHECK(find_job_key("timeout") == find_job_key("runtime"));
  CHECK(find_job_key("wait_for_previous") == find_job_key("stonewall"));
  CHECK(find_job_key("steadystate_duration") == find_job_key("ss_dur"));
  CHECK(find_job_key("io_limit") == find_job_key("io_size"));
  CHECK(find_job_key("fileoffset") == find_job_key("offset"));
  CHECK(find_job_key("") == nullptr);
  CHECK(find_job_key("bsx") == nullptr);
}

TEST_CASE("what a fresh job says of a key can be set and is the same job again") {
  for (const auto& key : job_keys()) {
    CAPTURE(key.name);
    for (const Spelling spelling : {Spelling::kFio, Spelling::kPlain}) {
      const auto text = get_job_value(key, Job{}, spelling);
      if (!text) continue;
      Job job;
      CHECK(set_job_value(key, *text, job));
      CHECK(job == Job{});
    }
  }
}

TEST_CASE("a mistyped key is told what was probably meant") {
  CHECK(nearest_job_key("filenmae") == "filename");
  CHECK(nearest_job_key("RW") == "rw");
  CHECK(nearest_job_key("SIZE") == "size");
  CHECK(nearest_job_key("ramp-time") == "ramp_time");
  CHECK(nearest_job_key("x_gate_presure") == "x_gate_pressure");
  CHECK(nearest_job_key("banana").empty());
}

TEST_CASE("fio's dangerous keys are refused, in all their forms") {
  for (const char* name : {"trim_percentage",
                           "trim_backlog",
                           "verify",
                           "verify_pattern",
                           "do_verify",
                           "verify_only",
                           "experimental_verify",
                           "fill_device",
                           "fill_fs",
                           "overwrite",
                           "exec_prerun",
                           "exec_postrun",
                           "zonemode",
                           "zonesize",
                           "zone_reset_threshold",
                           "write_bw_log",
                           "write_lat_log",
                           "write_iolog",
                           "write_hist_log",
                           "read_iolog",
                           "read_iolog_chunked",
                           "replay_redirect",
                           "pre_read",
                           "unlink",
                           "unlink_each_loop",
                           "allow_mounted_write",
                           "ioscheduler",
                           "cgroup",
                           "uid",
                           "gid",
                           "lockmem",
                           "zero_buffers",
                           "buffer_pattern",
                           "dedupe_percentage",
                           "file_append",
                           "profile"}) {
    CAPTURE(name);
    const auto key = find_foreign_key(name);
    REQUIRE(key);
    CHECK(key->verdict == ForeignVerdict::kRefused);
    CHECK_FALSE(key->why.empty());
  }
}

TEST_CASE("fio's other keys are known: ignored where nothing measured depends on them") {
  for (const char* name : {"description", "clocksource", "thread", "gtod_reduce", "unit_base",
                           "clat_percentiles", "refill_buffers"}) {
    CAPTURE(name);
    const auto key = find_foreign_key(name);
    REQUIRE(key);
    CHECK(key->verdict == ForeignVerdict::kIgnored);
  }
  for (const char* name : {"invalidate", "buffered", "bsrange", "iodepth_batch", "fsync", "sync",
                           "write_hint", "write_barrier", "mem", "hipri", "sqthread_poll"}) {
    CAPTURE(name);
    const auto key = find_foreign_key(name);
    REQUIRE(key);
    CHECK(key->verdict == ForeignVerdict::kUnsupported);
  }
  CHECK_FALSE(find_foreign_key("banana"));
  CHECK_FALSE(find_foreign_key(""));
}
