#include "agent/trace/history_reader.h"

#include <string>

#include "agent/trace/history.h"
#include "doctest/doctest.h"
#include "tests/unit/trace_files.h"

using namespace plumbline;

namespace {

constexpr double kStart = 1796122800;  // 2026-12-01T11:00:00Z

HistoryOptions options_in(const TemporaryDirectory& directory) {
  HistoryOptions options;
  options.directory = directory / "history";
  options.segment_seconds = 100;
  return options;
}

// 30 lines from kStart on, one in 10 s, ten in each of three segments; /n is the line's number.
void write_history(const TemporaryDirectory& directory) {
  History history(options_in(directory));
  for (int line = 0; line < 30; ++line) {
    TraceFiles files = files_of({{"/static", "s"}, {"/n", std::to_string(line)}});
    if (line >= 5) files.erase("/static");
    if (line == 13 || line == 14) files.emplace("/dev/kmsg", make_trace_content("log"));
    CHECK(history.append({kStart + 10 * line, 10.0 * line, 10.0 * line}, files));
  }
}

struct Answer {
  std::vector<TraceLine> lines;
  std::vector<std::string> errors;
  std::string numbers;  // "3 4 5": the lines' /n.
};

Answer query(const std::string& directory, double from, double to) {
  auto reader = HistoryReader::open(directory, kStart + from, kStart + to);
  REQUIRE(reader);
  Answer answer;
  while (true) {
    auto line = reader->next();
    if (!line) {
      answer.errors.push_back(line.error().context);
      continue;
    }
    if (!*line) break;
    if (!answer.numbers.empty()) answer.numbers += ' ';
    answer.numbers += content_in(**line, "/n");
    answer.lines.push_back(std::move(**line));
  }
  return answer;
}

std::string segment_path(const TemporaryDirectory& directory, const std::string& time) {
  return directory / ("history/history-20261201T" + time + "Z.ndjson.gz");
}

}  // namespace

TEST_CASE("lines from one time to another are given, both included") {
  const TemporaryDirectory directory;
  write_history(directory);
  const std::string history = directory / "history";
  CHECK(query(history, 0, 1000).lines.size() == 30);
  CHECK(query(history, 80, 120).numbers == "8 9 10 11 12");
  CHECK(query(history, 81, 119).numbers == "9 10 11");
  CHECK(query(history, 100, 100).numbers == "10");
  CHECK(query(history, 290, 1e9).numbers == "29");
  CHECK(query(history, -1e9, 0).numbers == "0");
  CHECK(query(history, -50, -10).numbers.empty());
  CHECK(query(history, 291, 1e9).numbers.empty());
  CHECK(query(history, 120, 80).numbers.empty());
}

TEST_CASE("the first line given holds all that was known then") {
  const TemporaryDirectory directory;
  write_history(directory);
  Answer answer = query(directory / "history", 40, 60);
  REQUIRE(answer.lines.size() == 3);
  CHECK(answer.lines[0].complete);
  CHECK(answer.lines[0].clock.realtime_seconds == kStart + 40);
  CHECK(content_in(answer.lines[0], "/static") == "s");
  CHECK_FALSE(answer.lines[1].complete);
  CHECK(content_in(answer.lines[1], "/static") == "(gone)");
  answer = query(directory / "history", 60, 70);
  REQUIRE(answer.lines.size() == 2);
  CHECK(content_in(answer.lines[0], "/static") == "(absent)");
}

TEST_CASE("kernel log records of lines that were passed over are not given") {
  const TemporaryDirectory directory;
  write_history(directory);
  CHECK(content_in(query(directory / "history", 140, 150).lines[0], "/dev/kmsg") == "log");
  CHECK(content_in(query(directory / "history", 150, 160).lines[0], "/dev/kmsg") == "(absent)");
}

TEST_CASE("every segment begins with a complete line") {
  const TemporaryDirectory directory;
  write_history(directory);
  const Answer answer = query(directory / "history", 50, 250);
  REQUIRE(answer.lines.size() == 21);
  for (std::size_t line = 0; line < answer.lines.size(); ++line) {
    CAPTURE(line);
    CHECK(answer.lines[line].complete == (line == 0 || line == 5 || line == 15));
  }
}

TEST_CASE("a segment torn at any byte of its end costs what was torn and no error") {
  const TemporaryDirectory directory;
  write_history(directory);
  const std::string path = segment_path(directory, "110140");
  const std::string whole = file_bytes(path);
  std::size_t fewest = 10;
  for (std::size_t size = whole.size() - 1; size > whole.size() - 100; --size) {
    write_file(path, whole.substr(0, size));
    const Answer answer = query(directory / "history", 0, 1000);
    CHECK(answer.errors.empty());
    CHECK(answer.lines.size() <= 30);
    fewest = std::min(fewest, answer.lines.size() - 20);
  }
  CHECK(fewest < 10);
  write_file(path, "");
  CHECK(query(directory / "history", 0, 1000).lines.size() == 20);
}

TEST_CASE("a damaged segment is named and the others are read") {
  const TemporaryDirectory directory;
  write_history(directory);
  const std::string path = segment_path(directory, "110140");
  const std::string whole = file_bytes(path);

  write_file(path, "garbage\n");
  Answer answer = query(directory / "history", 0, 1000);
  CHECK(answer.lines.size() == 20);
  REQUIRE(answer.errors.size() == 1);
  CHECK(answer.errors[0].starts_with(path + ", line 1: not JSON"));

  std::string damaged = whole;
  for (std::size_t at = 10; at < 40; ++at) damaged[at] = '\xff';
  write_file(path, damaged);
  answer = query(directory / "history", 0, 1000);
  CHECK(answer.lines.size() == 20);
  REQUIRE(answer.errors.size() == 1);
  CHECK(answer.errors[0].starts_with(path + ": damaged compressed data: "));
}

TEST_CASE("the history of a running agent is read up to its last line") {
  const TemporaryDirectory directory;
  History history(options_in(directory));
  for (int line = 0; line < 3; ++line) {
    CHECK(history.append({kStart + line, 1, 1}, files_of({{"/n", std::to_string(line)}})));
    const Answer answer = query(directory / "history", 0, 1000);
    CHECK(answer.errors.empty());
    CHECK(answer.lines.size() == static_cast<std::size_t>(line) + 1);
  }
}

TEST_CASE("other files in the directory are passed over") {
  const TemporaryDirectory directory;
  write_history(directory);
  write_file(directory / "history/notes.txt", "x");
  REQUIRE(::mkdir(segment_path(directory, "110200").c_str(), 0750) == 0);
  REQUIRE(::symlink("/etc/passwd", segment_path(directory, "110201").c_str()) == 0);
  const Answer answer = query(directory / "history", 0, 1000);
  CHECK(answer.lines.size() == 30);
  CHECK(answer.errors.empty());
}

TEST_CASE("a history that is not there is an error that names its directory") {
  const auto reader = HistoryReader::open("/nonexistent/history", 0, 1);
  REQUIRE_FALSE(reader);
  CHECK(reader.error().code == ErrorCode::kNotFound);
  CHECK(reader.error().context == "/nonexistent/history: No such file or directory");
}
