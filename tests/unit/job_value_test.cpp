#include "probes/job/value.h"

#include <string>
#include <vector>

#include "doctest/doctest.h"

using plumbline::BlockShare;
using plumbline::EngineKind;
using plumbline::ErrorTolerance;
using plumbline::Extent;
using plumbline::find_job_key;
using plumbline::Job;
using plumbline::OffsetDistribution;
using plumbline::Pattern;
using plumbline::Spelling;
using plumbline::SteadyState;

namespace {

// The job of one key.
Job with(std::string_view key, std::string_view text) {
  Job job;
  const auto status = set_job_value(*find_job_key(key), text, job);
  CAPTURE(key);
  CAPTURE(text);
  CHECK(status);
  return job;
}

// What is said of a value, empty where it is good.
std::string complaint(std::string_view key, std::string_view text) {
  Job job;
  const auto status = set_job_value(*find_job_key(key), text, job);
  if (!status) CHECK(job == Job{});  // What is wrong changes nothing.
  return status ? "" : status.error().context;
}

std::string printed(std::string_view key, std::string_view text) {
  return get_job_value(*find_job_key(key), with(key, text), Spelling::kFio).value_or("nothing");
}

using Blocks = std::vector<BlockShare>;

}  // namespace

TEST_CASE("patterns are fio's, and trimming is refused with the reason") {
  CHECK(with("rw", "randread").pattern == Pattern::kRandRead);
  CHECK(with("rw", "readwrite").pattern == Pattern::kReadWrite);
  CHECK(with("rw", " randrw ").pattern == Pattern::kRandReadWrite);
  CHECK(complaint("rw", "READ") ==
        "must be one of read, write, randread, randwrite, rw, randrw, not \"READ\"");
  CHECK(complaint("rw", "trim") == "may not be \"trim\": trimming throws data away");
  CHECK(complaint("rw", "randtrimwrite").ends_with("throws data away"));
  CHECK(complaint("rw", "randread:8").starts_with("must be one of"));
}

TEST_CASE("an unknown engine is told the known ones") {
  CHECK(with("ioengine", "libaio").engine == EngineKind::kLibaio);
  CHECK(with("ioengine", "tcp").engine == EngineKind::kTcp);
  CHECK(complaint("ioengine", "sync") ==
        "must be one of io_uring, libaio, psync, rbd, s3, tcp, not \"sync\"");
  CHECK(complaint("ioengine", "http") ==
        "may not be \"http\": fio's http with http_mode=s3 is called s3 here");
}

TEST_CASE("a block size without a comma is for both directions, with one for its own") {
  CHECK(with("bs", "8k").blocks[1] == Blocks{{8192, 1}});
  CHECK(with("bs", "8k,32k").blocks[0] == Blocks{{8192, 1}});
  CHECK(with("bs", "8k,32k").blocks[1] == Blocks{{32768, 1}});
  CHECK(with("bs", "8k,").blocks[1] == Blocks{{4096, 1}});
  CHECK(with("bs", ",8k").blocks[0] == Blocks{{4096, 1}});
  CHECK(with("bs", ",8k").blocks[1] == Blocks{{8192, 1}});
  CHECK(with("bs", "8k,16k,32k").blocks[1] == Blocks{{16384, 1}});
  CHECK(printed("bs", "8k,32k") == "8k,32k");
  CHECK(printed("bs", "512") == "512");
  for (const char* text : {"0", "65m", "4k-8k", "4k:8k", ",", "8k,0", "1k,2k,3k,4k", "4k,x", "x"}) {
    CAPTURE(text);
    CHECK(complaint("bs", text).starts_with("must be a size from 1 to 64m"));
  }
}

TEST_CASE("bssplit gives each size its share, blank ones what is left, evenly") {
  const Job split = with("bssplit", "4k/60:64k/40");
  CHECK(split.blocks[0] == Blocks{{4096, 0.6}, {65536, 0.4}});
  CHECK(split.blocks[1] == split.blocks[0]);
  CHECK(with("bssplit", "4k/50:1k/:32k/").blocks[0] ==
        Blocks{{4096, 0.5}, {1024, 0.25}, {32768, 0.25}});
  CHECK(with("bssplit", "4k:8k").blocks[0] == Blocks{{4096, 0.5}, {8192, 0.5}});
  const Job both = with("bssplit", "2k/50:4k/50,4k/90:8k/10");
  CHECK(both.blocks[1] == Blocks{{4096, 0.9}, {8192, 0.1}});
  CHECK(printed("bssplit", "2k/50:4k/50,4k/90:8k/10") == "2k/50:4k/50,4k/90:8k/10");
  CHECK(with("bssplit", ",4k/50:8k/50").blocks[0] == Blocks{{4096, 1}});
}

TEST_CASE("the percentages of bssplit add up to 100") {
  for (const char* text : {"4k/50:8k/20", "4k/60:8k/60", "4k/100:8k/", "4k/101", "4k/50:", ":",
                           "4k/-1:8k/101", "4k/x", "4k/50:8k/50,4k/10"}) {
    CAPTURE(text);
    CHECK(complaint("bssplit", text).find("add up to 100") != std::string::npos);
  }
}

TEST_CASE("a place or length is bytes or a share of the target") {
  CHECK(with("size", "10%").size == Extent{0, 0.1});
  CHECK(with("size", "1g").size == Extent{1073741824, std::nullopt});
  CHECK_FALSE(with("size", "0").size);
  CHECK(with("offset", "25%").offset == Extent{0, 0.25});
  CHECK(with("offset", "0").offset == Extent{});
  CHECK(with("io_size", "50%").io_size == Extent{0, 0.5});
  CHECK(printed("size", "12.5%") == "12.5%");
  CHECK(complaint("size", "101%") == "must be a size (as 1048576, 16m or 10%), not \"101%\"");
  CHECK(complaint("size", "3z").starts_with("must be a size"));
}

TEST_CASE("counts have bounds, and 0 is none where fio has it so") {
  CHECK(with("iodepth", "1024").iodepth == 1024);
  CHECK(with("number_ios", "10k").number_ios == 10240);
  CHECK_FALSE(with("number_ios", "0").number_ios);
  CHECK(with("randseed", "0").random_seed == 0);
  CHECK(complaint("iodepth", "0") == "must be a whole number from 1 to 1024, not \"0\"");
  CHECK(complaint("iodepth", "1025").starts_with("must be"));
  CHECK(complaint("numjobs", "257") == "must be a whole number from 1 to 256, not \"257\"");
  CHECK(complaint("loops", "0").starts_with("must be"));
  CHECK(complaint("randseed", "-1").starts_with("must be"));
}

TEST_CASE("times have the base unit that fio gives their key") {
  CHECK(with("runtime", "10").runtime_seconds == 10);
  CHECK_FALSE(with("runtime", "0").runtime_seconds);
  CHECK(with("thinktime", "250").think_seconds == 250e-6);
  CHECK(with("max_latency", "5").max_latency_seconds == 5e-6);
  CHECK(with("max_latency", "2s").max_latency_seconds == 2);
  CHECK(with("startdelay", "500ms").start_delay_seconds == 0.5);
  CHECK(complaint("runtime", "1m30s") ==
        "must be a time from 1us to 31622400 (in seconds, or as 500ms or 2m), not \"1m30s\"");
  CHECK(complaint("thinktime", "x").ends_with("(in microseconds, or as 10ms or 2s), not \"x\""));
  CHECK(complaint("startdelay", "1-2").starts_with("must be a time"));
}

TEST_CASE("flags are 0 or 1, as fio's") {
  CHECK_FALSE(with("direct", "0").direct);
  CHECK(with("time_based", "1").time_based);
  CHECK(complaint("direct", "yes") == "must be 0 or 1, not \"yes\"");
  CHECK(complaint("time_based", "2") == "must be 0 or 1, not \"2\"");
}

TEST_CASE("rwmixwrite is the rest of rwmixread") {
  CHECK(with("rwmixread", "70").read_ratio == 0.7);
  CHECK(with("rwmixwrite", "90").read_ratio == 0.1);
  CHECK(with("rwmixwrite", "100").read_ratio == 0);
  CHECK(complaint("rwmixread", "101") == "must be a percentage from 0 to 100, not \"101\"");
  CHECK(complaint("rwmixwrite", "101") == "must be a percentage from 0 to 100, not \"101\"");
}

TEST_CASE("rates are for each direction, and 0 is no limit") {
  CHECK(with("rate", "1m").rate_bytes_per_second[1] == 1048576);
  CHECK_FALSE(with("rate", "1m,").rate_bytes_per_second[1]);
  CHECK_FALSE(with("rate", ",500k").rate_bytes_per_second[0]);
  CHECK(with("rate_iops", "20,5").rate_iops[1] == 5);
  CHECK(with("rate_iops", "0.5").rate_iops[0] == 0.5);
  CHECK_FALSE(with("rate_iops", "0").rate_iops[0]);
  CHECK(printed("rate", "1m,500k") == "1m,500k");
  CHECK(printed("rate", "1m,") == "1m,");
  CHECK(printed("rate_iops", ",0.5") == ",0.5");
  CHECK(complaint("rate_iops", "many").starts_with("must be requests per second"));
  CHECK(complaint("rate", "-1").starts_with("must be bytes per second"));
}

TEST_CASE("filenames are cut at ':' and keep an escaped one") {
  CHECK(with("filename", "/dev/sda:/dev/sdb").filenames ==
        std::vector<std::string>{"/dev/sda", "/dev/sdb"});
  CHECK(with("filename", "a\\:b:c").filenames == std::vector<std::string>{"a:b", "c"});
  CHECK(printed("filename", "a\\:b:c") == "a\\:b:c");
  CHECK(with("directory", "a\\:b").directory == "a:b");
  CHECK(complaint("filename", "a::b").starts_with("must be paths with ':' between them"));
  CHECK(complaint("filename", "-").find("standard input") != std::string::npos);
  CHECK(complaint("filename", "a\\").find("backslash") != std::string::npos);
  CHECK(complaint("filename", std::string(5000, 'a')).starts_with("must be paths"));
  CHECK(complaint("directory", "a:b").starts_with("must be one path"));
}

TEST_CASE("percentiles are sorted, each once") {
  CHECK(with("percentile_list", "99.9:50:99:50").percentiles == std::vector<double>{50, 99, 99.9});
  CHECK(with("percentile_list", "100").percentiles == std::vector<double>{100});
  for (const char* text : {"0", "101", "50,99", "x", ":"}) {
    CAPTURE(text);
    CHECK(complaint("percentile_list", text).starts_with("must be at most 20 numbers"));
  }
  CHECK_FALSE(complaint("percentile_list", "1:2:3:4:5:6:7:8:9:10:11:12:13:14:15:16:17:18:19:20:21")
                  .empty());
}

TEST_CASE("processors are a list with ranges") {
  CHECK(with("cpus_allowed", "5,0,8-10,9").cpus_allowed ==
        std::vector<std::uint32_t>{0, 5, 8, 9, 10});
  CHECK(printed("cpus_allowed", "5,0,8-10,9") == "0,5,8-10");
  for (const char* text : {"x", "3-1", "-1", "1-", "8192", "0-99999999999", "0:1"}) {
    CAPTURE(text);
    CHECK(complaint("cpus_allowed", text).starts_with("must be processors"));
  }
}

TEST_CASE("random offsets are spread as fio spreads them") {
  CHECK(with("random_distribution", "zipf:1.2").distribution == OffsetDistribution::kZipf);
  CHECK(with("random_distribution", "zipf").distribution_parameter == 1.1);
  CHECK(with("random_distribution", "pareto").distribution_parameter == 0.2);
  CHECK(printed("random_distribution", "normal:30") == "normal:30");
  for (const char* text : {"zipf:1", "zipf:0", "pareto:1.2", "normal", "normal:0", "normal:100",
                           "gauss:3", "zoned:50/10:50/90", "random:1", "zipf:x", "zipf:1.2:0.25"}) {
    CAPTURE(text);
    CHECK(complaint("random_distribution", text).starts_with("must be "));
  }
}

TEST_CASE(
    "a steady state is a quantity and a limit, with fio's default where only its time is said") {
  const SteadyState state = with("ss", "bw_slope:0.1%").steady_state.value();
  CHECK(state.quantity == SteadyState::Quantity::kBandwidth);
  CHECK(state.of_slope);
  CHECK(state.limit == 0.001);
  CHECK_FALSE(with("ss", "iops:2").steady_state->limit_is_ratio);
  CHECK(with("ss", "bw:1m").steady_state->limit == 1048576);
  CHECK(printed("ss", "bw:1m") == "bw:1m");
  const SteadyState only_time = with("ss_dur", "10").steady_state.value();
  CHECK(only_time.of_slope);
  CHECK(only_time.limit == 0.0001);
  CHECK(only_time.duration_seconds == 10);
  for (const char* text : {"iops", "foo:2%", "iops:", "iops:x%", "iops:101%"}) {
    CAPTURE(text);
    CHECK(complaint("ss", text).starts_with("must be iops, iops_slope, bw or bw_slope"));
  }
}

TEST_CASE("a stop rule is a percentile and a width") {
  CHECK(with("x_stop", "p95:10%").stop->quantile == 0.95);
  CHECK(with("x_stop", "p99.9:5%").stop->ratio == 0.05);
  CHECK(printed("x_stop", "p99.9:5%") == "p99.9:5%");
  for (const char* text : {"p95", "95:10%", "p95:10", "p100:10%", "p0:10%", "p95:0%", "p95:101%"}) {
    CAPTURE(text);
    CHECK(complaint("x_stop", text).starts_with("must be pPERCENTILE:WIDTH%"));
  }
}

TEST_CASE("errors are tolerated by kind, with fio's old spellings") {
  CHECK(with("continue_on_error", "read").continue_on_error == ErrorTolerance::kRead);
  CHECK(with("continue_on_error", "1").continue_on_error == ErrorTolerance::kAll);
  CHECK(with("continue_on_error", "io").continue_on_error == ErrorTolerance::kAll);
  CHECK(with("continue_on_error", "0").continue_on_error == ErrorTolerance::kNone);
  CHECK(complaint("continue_on_error", "verify").ends_with("nothing is verified here"));
}

TEST_CASE("the rails have keys of their own") {
  CHECK(with("x_every", "5m").every_seconds == 300);
  CHECK(with("x_splay", "10%").splay_ratio == 0.1);
  CHECK(with("x_timeout", "60").timeout_seconds == 60);
  CHECK(with("x_budget_bytes_day", "1g").budget_bytes_per_day == 1073741824);
  CHECK(with("x_gate_pressure", "20").gate_pressure_ratio == 0.2);
  CHECK(with("x_gate_iops", "2.5").gate_iops == 2.5);
  CHECK(with("x_allow_write", "1").allow_write);
  CHECK(complaint("x_gate_iops", "-1").starts_with("must be requests per second"));
}

TEST_CASE("options of S3 are kept in one order") {
  Job one;
  CHECK(set_job_value(*find_job_key("http_s3_region"), "eu", one));
  CHECK(set_job_value(*find_job_key("http_s3_keyid"), "id", one));
  CHECK(set_job_value(*find_job_key("http_s3_keyid"), "other", one));
  Job other;
  CHECK(set_job_value(*find_job_key("http_s3_keyid"), "other", other));
  CHECK(set_job_value(*find_job_key("http_s3_region"), "eu", other));
  CHECK(one == other);
  CHECK(get_job_value(*find_job_key("http_s3_keyid"), one, Spelling::kFio) == "other");
}

TEST_CASE("no value holds control characters or bytes that are no text") {
  CHECK(complaint("filename", "a\x01") == "must have no control characters");
  CHECK(complaint("filename", std::string("a\0b", 3)) == "must have no control characters");
  CHECK(complaint("filename", "a\xff") == "must be UTF-8");
  CHECK(complaint("filename", "") == "needs a value");
  CHECK(complaint("pool", " \t ") == "needs a value");
  CHECK(complaint("pool", std::string(9000, 'a')) == "is longer than 8000 bytes");
  CHECK(with("filename", "\xc3\xa4").filenames.front() == "\xc3\xa4");
}

TEST_CASE("a job's name can stand in brackets") {
  CHECK(complaint("name", "a]").starts_with("must be a name without brackets"));
  CHECK(complaint("name", "global").starts_with("must be a name without brackets"));
  CHECK(with("name", "a b").name == "a b");
}
