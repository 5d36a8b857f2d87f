#include <map>
#include <string>
#include <thread>
#include <vector>

#include "agent/trace/netlink_json.h"
#include "agent/trace/recording_source.h"
#include "agent/trace/trace_source.h"
#include "agent/trace/trace_writer.h"
#include "collectors/all.h"
#include "doctest/doctest.h"
#include "tests/unit/trace_files.h"

using namespace plumbline;

namespace {

// A host in memory that the test changes.
class FakeSource final : public Source {
 public:
  std::map<std::string, std::string> files;
  std::map<std::string, std::vector<std::string>> directories;
  std::map<std::string, std::string> links;
  Clock clock;

  Result<std::string_view> read(const std::string& path, std::string& buffer) const override {
    const auto file = files.find(path);
    if (file == files.end()) return Error{ErrorCode::kNotFound, 0, path};
    buffer = file->second;
    return std::string_view(buffer);
  }
  Result<std::vector<std::string>> list(const std::string& directory) const override {
    const auto found = directories.find(directory);
    if (found == directories.end()) return Error{ErrorCode::kNotFound, 0, directory};
    return found->second;
  }
  Result<std::string> link_target(const std::string& path) const override {
    const auto found = links.find(path);
    if (found == links.end()) return Error{ErrorCode::kNotFound, 0, path};
    return found->second;
  }
  Clock now() const override { return clock; }
};

class FakeNetlink final : public Netlink {
 public:
  Result<std::vector<LinkReading>> link_answer = std::vector<LinkReading>();
  Result<std::vector<LinkMode>> mode_answer = std::vector<LinkMode>();
  Result<std::vector<QdiscReading>> qdisc_answer = std::vector<QdiscReading>();

  Result<std::vector<LinkReading>> links() override { return link_answer; }
  Result<std::vector<LinkMode>> link_modes() override { return mode_answer; }
  Result<std::vector<QdiscReading>> qdiscs() override { return qdisc_answer; }
};

LinkReading link_named(const std::string& name) {
  LinkReading link;
  link.name = name;
  return link;
}

struct Recorder {
  FakeSource real;
  FakeNetlink real_netlink;
  Recording recording;
  RecordingSource source{real, recording};
  RecordingNetlink netlink{real_netlink, recording};
  std::string buffer;

  bool read(const std::string& path) { return source.read(path, buffer).has_value(); }

  std::vector<std::string> taken_paths() {
    std::vector<std::string> paths;
    for (const auto& [path, content] : recording.take()) paths.push_back(path);
    return paths;
  }
};

using Paths = std::vector<std::string>;

}  // namespace

TEST_CASE("what is read passes through unchanged and is known from then on") {
  Recorder recorder;
  recorder.real.files["/a"] = "1";
  recorder.real.links["/l"] = "../a";
  recorder.real.directories["/d"] = {"x", "y"};
  recorder.real.clock = {1, 2, 3};
  CHECK(*recorder.source.read("/a", recorder.buffer) == "1");
  CHECK(*recorder.source.link_target("/l") == "../a");
  CHECK(*recorder.source.list("/d") == std::vector<std::string>{"x", "y"});
  CHECK(recorder.source.now() == Clock{1, 2, 3});
  for (int take = 0; take < 2; ++take) {
    const TraceFiles files = recorder.recording.take();
    CHECK(files.size() == 3);
    CHECK(*files.at("/a") == "1");
    CHECK(*files.at("link:/l") == "../a");
    CHECK(*files.at("list:/d") == "x\ny\n");
  }
}

TEST_CASE("a file read while recording is off is known when it is switched on") {
  Recorder recorder;
  recorder.real.files["/static"] = "1";
  CHECK_FALSE(recorder.recording.recording());
  CHECK(recorder.read("/static"));
  recorder.recording.set_recording(true);
  CHECK(*recorder.recording.take().at("/static") == "1");
  recorder.recording.set_recording(false);
  recorder.real.files["/static"] = "2";
  CHECK(recorder.read("/static"));
  CHECK(*recorder.recording.take().at("/static") == "2");
}

TEST_CASE("an unchanged file is the same content, not a copy of it") {
  Recorder recorder;
  recorder.real.files["/a"] = "1";
  CHECK(recorder.read("/a"));
  const TraceFiles before = recorder.recording.take();
  CHECK(recorder.read("/a"));
  CHECK(recorder.recording.take().at("/a") == before.at("/a"));
}

TEST_CASE("a file that can no longer be read is forgotten") {
  Recorder recorder;
  recorder.real.files["/a"] = "1";
  recorder.real.links["/l"] = "x";
  CHECK(recorder.read("/a"));
  CHECK(recorder.source.link_target("/l"));
  recorder.real.files.clear();
  recorder.real.links.clear();
  CHECK_FALSE(recorder.read("/a"));
  CHECK_FALSE(recorder.source.link_target("/l"));
  CHECK(recorder.taken_paths().empty());
}

TEST_CASE("what is below an entry that left its directory is forgotten") {
  Recorder recorder;
  recorder.real.files = {
      {"/b/sda/size", "1"}, {"/b/sda1/size", "1"}, {"/b/sdb/size", "1"}, {"/c/sda/size", "1"}};
  recorder.real.links["/b/sda/device"] = "x";
  recorder.real.directories = {{"/b/", {"sda", "sda1", "sdb"}}, {"/b/sda/holders", {}}};
  for (const auto& [path, content] : recorder.real.files) CHECK(recorder.read(path));
  CHECK(recorder.source.link_target("/b/sda/device"));
  CHECK(recorder.source.list("/b/sda/holders"));
  CHECK(recorder.source.list("/b/"));
  CHECK(recorder.taken_paths().size() == 7);
  recorder.real.directories["/b/"] = {"sda1", "sdb"};
  CHECK(recorder.source.list("/b/"));
  CHECK(recorder.taken_paths() == Paths{"/b/sda1/size", "/b/sdb/size", "/c/sda/size", "list:/b"});
  recorder.real.directories.clear();
  CHECK_FALSE(recorder.source.list("/b/"));
  CHECK(recorder.taken_paths() == Paths{"/c/sda/size"});
}

TEST_CASE("kernel log records gather until they are taken, each once") {
  Recorder recorder;
  auto& log = recorder.real.files["/dev/kmsg"];
  log = "3,1,10,-;one\n KEY=value\n";
  CHECK(recorder.read("/dev/kmsg"));
  log = "3,2,20,-;two\n";
  CHECK(recorder.read("/dev/kmsg"));
  CHECK(*recorder.recording.take().at("/dev/kmsg") == "3,1,10,-;one\n KEY=value\n3,2,20,-;two\n");
  CHECK(recorder.taken_paths().empty());
  // A source may give the log whole, again and again.
  log = "3,1,10,-;one\n KEY=value\n3,2,20,-;two\n KEY=value\n3,3,30,-;three\n";
  CHECK(recorder.read("/dev/kmsg"));
  CHECK(*recorder.recording.take().at("/dev/kmsg") == "3,3,30,-;three\n");
}

TEST_CASE("a kernel log that cannot be read is said to be missing until it can") {
  Recorder recorder;
  CHECK_FALSE(recorder.read("/dev/kmsg"));
  for (int take = 0; take < 2; ++take) {
    const TraceFiles files = recorder.recording.take();
    REQUIRE(files.contains("/dev/kmsg"));
    CHECK(files.at("/dev/kmsg") == nullptr);
  }
  recorder.real.files["/dev/kmsg"] = "";
  CHECK(recorder.read("/dev/kmsg"));
  CHECK(recorder.taken_paths().empty());
}

TEST_CASE("a kernel log that floods is cut at its bound and counted") {
  Recorder recorder;
  std::string& log = recorder.real.files["/dev/kmsg"];
  for (int sequence = 0; sequence < 3000; ++sequence) {
    log += "3," + std::to_string(sequence) + ",1,-;" + std::string(990, 'x') + "\n";
  }
  CHECK(recorder.read("/dev/kmsg"));
  CHECK(recorder.recording.dropped() > 1900);
  CHECK(recorder.recording.take().at("/dev/kmsg")->size() <= kRecordedLogBytesLimit);
}

TEST_CASE("files beyond the bound are left out and counted") {
  Recorder recorder;
  const std::string large(kRecordedBytesLimit / 4 - 100, 'x');
  for (const char* path : {"/a", "/b", "/c", "/d", "/e"}) recorder.real.files[path] = large;
  for (const auto& [path, content] : recorder.real.files) CHECK(recorder.read(path));
  CHECK(recorder.taken_paths() == Paths{"/a", "/b", "/c", "/d"});
  CHECK(recorder.recording.dropped() == 1);
  // Rather nothing than a content that is no longer true.
  recorder.real.files["/a"] = large + std::string(1000, 'y');
  CHECK(recorder.read("/a"));
  CHECK(recorder.taken_paths() == Paths{"/b", "/c", "/d"});
  CHECK(recorder.read("/e"));
  CHECK(recorder.taken_paths() == Paths{"/b", "/c", "/d", "/e"});
}

TEST_CASE("netlink answers are known by interface, links and qdiscs only while recording") {
  Recorder recorder;
  recorder.real_netlink.link_answer = {{link_named("eth0"), link_named("lo")}};
  recorder.real_netlink.mode_answer = {{LinkMode{"eth0", 1000, Duplex::kFull}}};
  recorder.real_netlink.qdisc_answer = {{QdiscReading{"eth0", "fq", 0, {}, {}}}};
  CHECK(recorder.netlink.links()->size() == 2);
  CHECK(recorder.netlink.link_modes()->size() == 1);
  CHECK(recorder.netlink.qdiscs()->size() == 1);
  CHECK(recorder.taken_paths() == Paths{"netlink:ethtool/eth0"});
  recorder.recording.set_recording(true);
  CHECK(recorder.netlink.links()->size() == 2);
  CHECK(recorder.netlink.qdiscs()->size() == 1);
  CHECK(recorder.taken_paths() == Paths{"netlink:ethtool/eth0", "netlink:link/eth0",
                                        "netlink:link/lo", "netlink:qdisc/eth0"});
  CHECK(*recorder.recording.take().at("netlink:link/lo") == link_to_json(link_named("lo")));
}

TEST_CASE("an interface that went, or netlink that fails, is forgotten") {
  Recorder recorder;
  recorder.recording.set_recording(true);
  recorder.real_netlink.link_answer = {{link_named("eth0"), link_named("lo")}};
  CHECK(recorder.netlink.links());
  recorder.real_netlink.link_answer = {{link_named("lo")}};
  CHECK(recorder.netlink.links());
  CHECK(recorder.taken_paths() == Paths{"netlink:link/lo"});
  recorder.real_netlink.link_answer = Error{ErrorCode::kUnavailable, 0, "none"};
  CHECK(recorder.netlink.links().error().context == "none");
  CHECK(recorder.taken_paths().empty());
}

TEST_CASE("several readers and a taker do not disturb each other") {
  Recorder recorder;
  for (int file = 0; file < 20; ++file) recorder.real.files["/" + std::to_string(file)] = "x";
  std::vector<std::thread> readers;
  for (int reader = 0; reader < 4; ++reader) {
    readers.emplace_back([&] {
      std::string buffer;
      for (int round = 0; round < 200; ++round) {
        for (int file = 0; file < 20; ++file) {
          (void)recorder.source.read("/" + std::to_string(file), buffer).has_value();
        }
      }
    });
  }
  for (int round = 0; round < 200; ++round) {
    recorder.recording.set_recording(round % 2 == 0);
    (void)recorder.recording.take();
  }
  for (std::thread& reader : readers) reader.join();
  CHECK(recorder.recording.take().size() == 20);
}

TEST_CASE("collectors read of the replay what they read of the host") {
  const TemporaryDirectory directory;
  Recorder recorder;
  recorder.recording.set_recording(true);
  auto& files = recorder.real.files;
  files["/proc/stat"] = "cpu  10 20 30 40 50 60 70 80 90 100\ncpu0 1 2 3 4 5 6 7 8 9 10\nctxt 5\n";
  files["/proc/loadavg"] = "0.50 0.25 0.125 2/345 6789\n";
  files["/sys/class/block/sda/size"] = "1000\n";
  files["/sys/class/block/sda/queue/rotational"] = "1\n";
  recorder.real.directories["/sys/class/block/sda/holders"] = {"dm-0"};
  LinkReading link = link_named("eth0");
  link.counters.receive_bytes = 1;
  recorder.real_netlink.qdisc_answer = {
      {QdiscReading{"eth0", "fq", 0, {}, {7, 8, {}, {}, {}, {}, {}}}}};
  const Collectors live = make_collectors({.netlink = &recorder.netlink});
  Continuity live_continuity;
  std::vector<Sample> samples;
  auto writer = TraceWriter::create(directory / "t.gz", TraceWriter::Existing::kRefuse);
  REQUIRE(writer);
  for (int tick = 1; tick <= 5; ++tick) {
    recorder.real.clock = {1000.0 + tick, 0.1 * tick, 0.2 * tick};
    const std::string count = std::to_string(tick * 100);
    files["/proc/diskstats"] = "8 0 sda " + count + " 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n";
    files["/proc/net/snmp"] = "Tcp: RetransSegs\nTcp: " + count + "\n";
    link.counters.receive_bytes = *link.counters.receive_bytes * 1000;
    recorder.real_netlink.link_answer = {{link}};
    if (tick == 4) files.erase("/proc/loadavg");
    samples.push_back(read_sample(recorder.source, live, live_continuity).sample);
    REQUIRE(writer->append(samples.back().clock, recorder.recording.take()));
  }
  REQUIRE(writer->finish());

  TraceSource source;
  TraceNetlink netlink(source);
  const Collectors replayed = make_collectors({.netlink = &netlink});
  Continuity continuity;
  TraceContents trace = read_trace(directory / "t.gz");
  CHECK(trace.errors.empty());
  REQUIRE(trace.lines.size() == samples.size());
  for (std::size_t tick = 0; tick < samples.size(); ++tick) {
    CAPTURE(tick);
    REQUIRE(source.advance(std::move(trace.lines[tick])));
    const Sample sample = read_sample(source, replayed, continuity).sample;
    const Sample& expected = samples[tick];
    REQUIRE(expected.cpu.has_value());
    REQUIRE(expected.disks.has_value());
    REQUIRE(expected.links.has_value());
    REQUIRE(expected.disk_inventory != nullptr);
    REQUIRE(sample.disk_inventory != nullptr);
    CHECK(sample.clock == expected.clock);
    CHECK(sample.cpu == expected.cpu);
    CHECK(sample.load == expected.load);
    CHECK(sample.load.has_value() == (tick < 3));
    CHECK(sample.disks == expected.disks);
    CHECK(sample.links == expected.links);
    CHECK(sample.qdiscs == expected.qdiscs);
    CHECK(sample.protocols == expected.protocols);
    CHECK(sample.disk_inventory->disks == expected.disk_inventory->disks);
    CHECK(sample.disk_inventory->disks.at(0).holders == std::vector<std::string>{"dm-0"});
  }
}
