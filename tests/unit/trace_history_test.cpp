#include "agent/trace/history.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <random>
#include <string>

#include "doctest/doctest.h"
#include "tests/unit/trace_files.h"

using namespace plumbline;

namespace {

using Names = std::vector<std::string>;

constexpr double kStart = 1796122800;  // 2026-12-01T11:00:00Z

Clock at(double seconds) { return {kStart + seconds, seconds, seconds}; }

HistoryOptions options_in(const TemporaryDirectory& directory) {
  HistoryOptions options;
  options.directory = directory / "history";
  return options;
}

std::uint64_t bytes_in(const std::string& directory) {
  std::uint64_t bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    bytes += entry.file_size();
  }
  return bytes;
}

// Bytes that do not compress.
std::string noise(std::mt19937& random, std::size_t size) {
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

std::size_t lines_in(const std::string& path) { return read_trace(path).lines.size(); }

}  // namespace

TEST_CASE("an hour is a segment, named for its first line and complete in itself") {
  const TemporaryDirectory directory;
  History history(options_in(directory));
  const TraceFiles files = files_of({{"/static", "1"}});
  for (int line = 0; line < 800; ++line) CHECK(history.append(at(line * 10.0), files));
  CHECK(TemporaryDirectory::names_in(directory / "history") ==
        Names{"history-20261201T110000Z.ndjson.gz", "history-20261201T120000Z.ndjson.gz",
              "history-20261201T130000Z.ndjson.gz"});
  const TraceContents second = read_trace(directory / "history/history-20261201T120000Z.ndjson.gz");
  CHECK(second.lines.size() == 360);
  CHECK(second.errors.empty());
  CHECK(content_in(second.lines[0], "/static") == "1");
  CHECK(content_in(second.lines[1], "/static") == "(absent)");
  CHECK(history.total_bytes() == bytes_in(directory / "history"));
}

TEST_CASE("directory and segments are closed to others") {
  const TemporaryDirectory directory;
  const mode_t before = ::umask(0);
  History history(options_in(directory));
  CHECK(history.append(at(0), {}));
  ::umask(before);
  struct stat status {};
  REQUIRE(::stat((directory / "history").c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0750);
  REQUIRE(::stat((directory / "history/history-20261201T110000Z.ndjson.gz").c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0640);
}

TEST_CASE("a stop completes the segment") {
  const TemporaryDirectory directory;
  {
    History history(options_in(directory));
    CHECK(history.append(at(0), {}));
  }
  const TraceContents read = read_trace(directory / "history/history-20261201T110000Z.ndjson.gz");
  CHECK(read.lines.size() == 1);
  CHECK_FALSE(read.cut_short);
}

TEST_CASE("a later process starts a segment of its own, in the same second too") {
  const TemporaryDirectory directory;
  const std::string first = directory / "history/history-20261201T110000Z.ndjson.gz";
  {
    History history(options_in(directory));
    CHECK(history.append(at(0.1), files_of({{"/a", "first"}})));
  }
  // As kill -9 in the middle of a write leaves it.
  const std::string torn = file_bytes(first).substr(0, 50);
  write_file(first, torn);
  for (int restart = 0; restart < 2; ++restart) {
    History history(options_in(directory));
    CHECK(history.append(at(0.2 + restart * 0.1), files_of({{"/a", "later"}})));
  }
  CHECK(TemporaryDirectory::names_in(directory / "history") ==
        Names{"history-20261201T110000Z.ndjson.gz", "history-20261201T110000Z_001.ndjson.gz",
              "history-20261201T110000Z_002.ndjson.gz"});
  CHECK(file_bytes(first) == torn);
}

TEST_CASE("a clock that steps back starts another segment and overwrites none") {
  const TemporaryDirectory directory;
  History history(options_in(directory));
  CHECK(history.append(at(0), {}));
  CHECK(history.append(at(600), {}));
  CHECK(history.append(at(-1200), {}));
  CHECK(history.append(at(-600), {}));
  // Here the clock reaches the segment that it wrote before the step.
  CHECK(history.append(at(0), {}));
  CHECK(history.append(at(10), {}));
  CHECK(TemporaryDirectory::names_in(directory / "history") ==
        Names{"history-20261201T104000Z.ndjson.gz", "history-20261201T110000Z.ndjson.gz",
              "history-20261201T110000Z_001.ndjson.gz"});
  for (const std::string& name : TemporaryDirectory::names_in(directory / "history")) {
    CHECK(lines_in(directory / ("history/" + name)) == 2);
  }
}

TEST_CASE("the history stays within its bound at every moment, oldest first out") {
  const TemporaryDirectory directory;
  HistoryOptions options = options_in(directory);
  options.total_bytes = 200'000;
  History history(options);
  std::mt19937 random(7);
  for (int line = 0; line < 200; ++line) {
    REQUIRE(history.append(at(line * 10.0), files_of({{"/a", noise(random, 3000)}})));
    REQUIRE(bytes_in(directory / "history") <= options.total_bytes);
    REQUIRE(history.total_bytes() == bytes_in(directory / "history"));
  }
  const Names names = TemporaryDirectory::names_in(directory / "history");
  CHECK(names.size() >= 6);
  CHECK(names.front() != "history-20261201T110000Z.ndjson.gz");
  // What is kept is most of what the bound allows.
  CHECK(history.total_bytes() > options.total_bytes / 2);
}

TEST_CASE("segments of earlier processes count and are removed first") {
  const TemporaryDirectory directory;
  HistoryOptions options = options_in(directory);
  REQUIRE(::mkdir(options.directory.c_str(), 0750) == 0);
  write_file(options.directory + "/history-20261130T110000Z.ndjson.gz", std::string(60'000, 'x'));
  write_file(options.directory + "/history-20261130T120000Z.ndjson.gz", std::string(60'000, 'x'));
  write_file(options.directory + "/notes.txt", std::string(900'000, 'x'));
  options.total_bytes = 100'000;
  History history(options);
  CHECK(history.append(at(0), {}));
  CHECK(TemporaryDirectory::names_in(options.directory) ==
        Names{"history-20261130T120000Z.ndjson.gz", "history-20261201T110000Z.ndjson.gz",
              "notes.txt"});
}

TEST_CASE("one line larger than the bound leaves an empty history, not a large one") {
  const TemporaryDirectory directory;
  HistoryOptions options = options_in(directory);
  options.total_bytes = 1000;
  History history(options);
  std::mt19937 random(7);
  CHECK(history.append(at(0), files_of({{"/a", noise(random, 5000)}})));
  CHECK(history.total_bytes() == 0);
  CHECK(history.append(at(10), {}));
  CHECK(history.total_bytes() > 0);
}

TEST_CASE("a segment is removed once its last line is older than what is kept") {
  const TemporaryDirectory directory;
  const double day = 86400;
  History history(options_in(directory));
  CHECK(history.append(at(0), {}));
  CHECK(history.append(at(day), {}));
  CHECK(history.append(at(7 * day + 3000), {}));
  CHECK(TemporaryDirectory::names_in(directory / "history").size() == 3);
  CHECK(history.append(at(7 * day + 3700), {}));
  CHECK(TemporaryDirectory::names_in(directory / "history") ==
        Names{"history-20261202T110000Z.ndjson.gz", "history-20261208T115000Z.ndjson.gz"});
  CHECK(history.append(at(30 * day), {}));
  CHECK(TemporaryDirectory::names_in(directory / "history") ==
        Names{"history-20261231T110000Z.ndjson.gz"});
}

TEST_CASE("an unwritable place is an error each time until it is there") {
  const TemporaryDirectory directory;
  HistoryOptions options = options_in(directory);
  options.directory = directory / "state/history";
  History history(options);
  for (int attempt = 0; attempt < 2; ++attempt) {
    const Status failed = history.append(at(attempt), {});
    REQUIRE_FALSE(failed);
    CHECK(failed.error().code == ErrorCode::kNotFound);
    CHECK(failed.error().context == options.directory + ": No such file or directory");
  }
  REQUIRE(::mkdir((directory / "state").c_str(), 0750) == 0);
  CHECK(history.append(at(10), {}));
}

TEST_CASE("a history whose directory was removed makes a new one") {
  const TemporaryDirectory directory;
  HistoryOptions options = options_in(directory);
  options.segment_seconds = 60;
  History history(options);
  CHECK(history.append(at(0), {}));
  std::filesystem::remove_all(options.directory);
  // The segment being written is open still; the next one has no place.
  CHECK(history.append(at(10), {}));
  CHECK_FALSE(history.append(at(100), {}));
  CHECK(history.append(at(110), files_of({{"/a", "1"}})));
  CHECK(TemporaryDirectory::names_in(options.directory) ==
        Names{"history-20261201T110150Z.ndjson.gz"});
}

TEST_CASE("a file in the place of the directory is an error that names it") {
  const TemporaryDirectory directory;
  write_file(directory / "history", "x");
  History history(options_in(directory));
  const Status failed = history.append(at(0), {});
  REQUIRE_FALSE(failed);
  CHECK(failed.error().context.starts_with(directory / "history"));
  CHECK(file_bytes(directory / "history") == "x");
}

TEST_CASE("a line that cannot be written starts the next segment with everything") {
  const TemporaryDirectory directory;
  History history(options_in(directory));
  CHECK(history.append(at(0), files_of({{"/static", "1"}})));
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(history.append({kStart + 10, not_a_number, 0}, files_of({{"/static", "1"}})));
  CHECK(history.append(at(20), files_of({{"/static", "1"}})));
  const TraceContents read = read_trace(directory / "history/history-20261201T110020Z.ndjson.gz");
  REQUIRE(read.lines.size() == 1);
  CHECK(content_in(read.lines[0], "/static") == "1");
}

TEST_CASE("a clock beyond what names can say is refused") {
  const TemporaryDirectory directory;
  History history(options_in(directory));
  for (const double seconds : {-1.0, 1e12, std::numeric_limits<double>::quiet_NaN()}) {
    const Status refused = history.append({seconds, 1, 1}, {});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::kInvalid);
  }
  CHECK(directory.names().empty());
}

TEST_CASE("names say the time and come back") {
  for (const HistorySegment& segment :
       {HistorySegment{0, 0, 0}, HistorySegment{1796122800, 0, 0}, HistorySegment{951782399, 7, 0},
        HistorySegment{253402300799, 999, 0}}) {
    const auto read = segment_from_name(segment.name());
    REQUIRE(read);
    CHECK(read->start_seconds == segment.start_seconds);
    CHECK(read->sequence == segment.sequence);
  }
  CHECK(HistorySegment{951782399, 7, 0}.name() == "history-20000228T235959Z_007.ndjson.gz");
}

TEST_CASE("names that are not a segment's are not ours") {
  for (const char* name :
       {"", "history-", "history-.ndjson.gz", "history-20261201T110000Z.ndjson",
        "history-20261201T110000.ndjson.gz", "history-20261301T110000Z.ndjson.gz",
        "history-20260230T110000Z.ndjson.gz", "history-20261201T250000Z.ndjson.gz",
        "history-20261201T110000Z_1.ndjson.gz", "history-20261201T110000Z_0001.ndjson.gz",
        "history-20261201T110000Zx.ndjson.gz", "history-+0261201T110000Z.ndjson.gz",
        "x-history-20261201T110000Z.ndjson.gz"}) {
    CAPTURE(name);
    CHECK_FALSE(segment_from_name(name).has_value());
  }
}
