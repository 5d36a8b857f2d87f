#include "agent/trace/trace_source.h"

#include <string>

#include "agent/trace/netlink_json.h"
#include "doctest/doctest.h"
#include "tests/unit/trace_files.h"

using namespace plumbline;

namespace {

using Names = std::vector<std::string>;

void advance(TraceSource& source, TraceFiles files, bool complete = false) {
  CHECK(source.advance(TraceLine{{}, std::move(files), complete}));
}

std::string content_of(const TraceSource& source, const std::string& path) {
  std::string buffer;
  const auto content = source.read(path, buffer);
  return content ? std::string(*content) : "error: " + content.error().context;
}

}  // namespace

TEST_CASE("a file keeps its content until a line changes it") {
  TraceSource source;
  advance(source, files_of({{"/proc/stat", "1"}, {"/proc/load", "1"}}), true);
  advance(source, files_of({{"/proc/stat", "2"}}));
  CHECK(content_of(source, "/proc/stat") == "2");
  CHECK(content_of(source, "/proc/load") == "1");
  advance(source, files_of({{"/proc/load", std::nullopt}}));
  CHECK(content_of(source, "/proc/load") == "error: /proc/load: not in the trace");
  std::string buffer;
  CHECK(source.read("/proc/load", buffer).error().code == ErrorCode::kNotFound);
}

TEST_CASE("a complete line forgets what was before") {
  TraceSource source;
  advance(source, files_of({{"/a", "1"}, {"/b", "1"}, {"/dev/kmsg", std::nullopt}}), true);
  advance(source, files_of({{"/a", "2"}}), true);
  CHECK(content_of(source, "/a") == "2");
  CHECK(content_of(source, "/b") == "error: /b: not in the trace");
  CHECK(content_of(source, "/dev/kmsg") == "");
}

TEST_CASE("kernel log records are there on their own line only") {
  TraceSource source;
  advance(source, files_of({{"/a", "1"}}), true);
  CHECK(content_of(source, "/dev/kmsg") == "");
  advance(source, files_of({{"/dev/kmsg", "3,1,1,-;x\n"}}));
  CHECK(content_of(source, "/dev/kmsg") == "3,1,1,-;x\n");
  advance(source, {});
  CHECK(content_of(source, "/dev/kmsg") == "");
  advance(source, files_of({{"/dev/kmsg", std::nullopt}}));
  CHECK(content_of(source, "/dev/kmsg") == "error: /dev/kmsg: not in the trace");
  advance(source, {});
  CHECK(content_of(source, "/dev/kmsg") == "error: /dev/kmsg: not in the trace");
  advance(source, files_of({{"/dev/kmsg", "3,2,1,-;y\n"}}));
  advance(source, {});
  CHECK(content_of(source, "/dev/kmsg") == "");
}

TEST_CASE("the clock is the line's") {
  TraceSource source;
  CHECK(source.advance(TraceLine{{1, 2, 3}, {}, true}));
  CHECK(source.now() == Clock{1, 2, 3});
}

TEST_CASE("a directory holds what the paths imply") {
  TraceSource source;
  advance(source,
          files_of({{"/sys/block/sda/size", "1"},
                    {"/sys/block/sda/queue/rotational", "1"},
                    {"/sys/block/sda-b", "1"},
                    {"/sys/block/sda1/size", "1"},
                    {"link:/sys/block/sdb/device", "x"},
                    {"link:/sys/block/sdc", "x"},
                    {"list:/sys/block/sdd/holders", ""},
                    {"/sys/blocks/other", "1"}}),
          true);
  CHECK(*source.list("/sys/block") == Names{"sda", "sda-b", "sda1", "sdb", "sdc", "sdd"});
  CHECK(*source.list("/sys/block/") == *source.list("/sys/block"));
  CHECK(*source.list("/sys/block/sda") == Names{"queue", "size"});
  CHECK(*source.list("/sys") == Names{"block", "blocks"});
  CHECK(*source.list("/") == Names{"sys"});
  const auto missing = source.list("/sys/bloc");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ErrorCode::kNotFound);
  CHECK_FALSE(source.list("/sys/block/sda/size"));
}

TEST_CASE("a recorded listing is believed rather than the paths") {
  TraceSource source;
  advance(source, files_of({{"list:/sys/block", "sdb\nsdc\n"}, {"/sys/block/sda/size", "1"}}),
          true);
  CHECK(*source.list("/sys/block") == Names{"sdb", "sdc"});
  advance(source, files_of({{"list:/sys/block", ""}}));
  CHECK(source.list("/sys/block")->empty());
}

TEST_CASE("a symbolic link points where it did") {
  TraceSource source;
  advance(source, files_of({{"link:/sys/block/sda", "../devices/x/sda"}}), true);
  CHECK(*source.link_target("/sys/block/sda") == "../devices/x/sda");
  CHECK(source.link_target("/sys/block/sdb").error().code == ErrorCode::kNotFound);
}

TEST_CASE("a file beyond a file's bound is too large, as from the kernel") {
  TraceSource source;
  advance(source, files_of({{"/a", std::string(kFileBytesLimit + 1, 'x')}}), true);
  std::string buffer;
  CHECK(source.read("/a", buffer).error().code == ErrorCode::kTooLarge);
}

TEST_CASE("more than the state's bound is left out and told") {
  TraceSource source;
  // One content many times over: what is counted is what it would take.
  const TraceContent content = make_trace_content(std::string(kTraceStateBytesLimit / 4, 'x'));
  TraceFiles files;
  for (const char* path : {"/a", "/b", "/c", "/d"}) files.emplace(path, content);
  const Status status = source.advance(TraceLine{{7, 7, 7}, std::move(files), true});
  REQUIRE_FALSE(status);
  CHECK(status.error().code == ErrorCode::kTooLarge);
  CHECK(source.now().realtime_seconds == 7);
  CHECK(source.files().size() == 3);
  advance(source, files_of({{"/a", std::nullopt}}));
  CHECK(source.advance(TraceLine{{}, {{"/d", content}}, false}));
}

TEST_CASE("netlink answers come from their files, ascending") {
  TraceSource source;
  TraceNetlink netlink(source);
  LinkReading link;
  link.name = "lo";
  link.counters.receive_bytes = 7;
  advance(source,
          files_of({{"netlink:link/lo", link_to_json(link)},
                    {"netlink:link/eth0", "[{\"ifindex\":2}]"},
                    {"netlink:qdisc/eth0", "[{\"kind\":\"fq\",\"root\":true,\"bytes\":5}]"},
                    {"netlink:ethtool/eth0", "[{\"speed\":1000,\"duplex\":\"Full\"}]"}}),
          true);
  const auto links = netlink.links();
  REQUIRE(links);
  REQUIRE(links->size() == 2);
  CHECK((*links)[0].name == "eth0");
  CHECK((*links)[0].index == 2);
  CHECK((*links)[1] == link);
  const auto qdiscs = netlink.qdiscs();
  REQUIRE(qdiscs);
  CHECK(*qdiscs == std::vector<QdiscReading>{{"eth0", "fq", 0, {}, {5, {}, {}, {}, {}, {}, {}}}});
  const auto modes = netlink.link_modes();
  REQUIRE(modes);
  CHECK(*modes == std::vector<LinkMode>{{"eth0", 1000, Duplex::kFull}});
}

TEST_CASE("without netlink answers the trace has no netlink") {
  TraceSource source;
  TraceNetlink netlink(source);
  advance(source, files_of({{"/proc/net/dev", "x"}}), true);
  CHECK(netlink.links().error().code == ErrorCode::kUnavailable);
  CHECK(netlink.link_modes().error().code == ErrorCode::kUnavailable);
  CHECK(netlink.qdiscs().error().code == ErrorCode::kUnavailable);
}

TEST_CASE("a netlink answer that makes no sense names its file") {
  TraceSource source;
  TraceNetlink netlink(source);
  advance(source, files_of({{"netlink:link/eth0", "nonsense"}}), true);
  const auto links = netlink.links();
  REQUIRE_FALSE(links);
  CHECK(links.error().code == ErrorCode::kMalformed);
  CHECK(links.error().context == "netlink:link/eth0: not JSON: \"nonsense\"");
}
