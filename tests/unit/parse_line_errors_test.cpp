#include "collectors/parse/line_errors.h"

#include "collectors/parse/diskstats.h"
#include "collectors/parse/keyed.h"
#include "collectors/parse/net_dev.h"
#include "collectors/parse/snmp.h"
#include "collectors/parse/softnet.h"
#include "collectors/parse/stat.h"
#include "doctest/doctest.h"

using namespace plumbline;

namespace {

constexpr std::size_t kLines = 100000;

std::string repeated(const std::string& line) {
  std::string text;
  for (std::size_t i = 0; i < kLines; ++i) text += line;
  return text;
}

}  // namespace

TEST_CASE("an error of a line names its file and number") {
  std::vector<Error> errors;
  add_line_error(errors, "/proc/stat", 7, "cpu x");
  CHECK(errors == std::vector<Error>{{ErrorCode::kMalformed, 0, "/proc/stat:7: \"cpu x\""}});
}

TEST_CASE("a text of bad lines alone is told by its first ones") {
  std::vector<Error> errors;
  CHECK_FALSE(parse_diskstats(repeated("\n"), errors));
  CHECK(errors.size() == kMostLineErrors);
  errors.clear();
  CHECK(parse_diskstats(repeated("8 0 sda 1 1 1 1 1 1 1 1 1 1 1\n"), errors));
  CHECK(errors.size() == 1);
  errors.clear();
  CHECK_FALSE(parse_softnet(repeated("\n"), errors));
  CHECK(errors.size() == kMostLineErrors);
  errors.clear();
  CHECK_FALSE(parse_net_dev(repeated("|\n"), errors));
  CHECK(errors.size() == kMostLineErrors);
  errors.clear();
  CHECK_FALSE(parse_stat(repeated("ctxt\n"), errors));
  CHECK(errors.size() == kMostLineErrors);
  errors.clear();
  CHECK_FALSE(parse_meminfo(repeated("MemFree: 1\n"), errors));
  CHECK(errors.size() == kMostLineErrors);
  errors.clear();
  ProtocolCounters counters;
  CHECK_FALSE(parse_snmp(repeated("\n"), "/proc/net/snmp", counters, errors));
  CHECK(errors.size() == kMostLineErrors);
}
