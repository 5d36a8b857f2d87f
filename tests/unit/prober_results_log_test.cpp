#include "agent/prober/results_log.h"

#include "doctest/doctest.h"
#include "probe_results.h"
#include "trace_files.h"

namespace plumbline {
namespace {

LoggedResult logged_at(double seconds, std::uint64_t ios = 3) {
  return {seconds, "sda", "default", read_result(ios)};
}

std::vector<double> times(const std::vector<LoggedResult>& results) {
  std::vector<double> all;
  for (const LoggedResult& result : results) all.push_back(result.realtime_seconds);
  return all;
}

}  // namespace

TEST_CASE("a line reads back as it was written, its time without the rest") {
  const LoggedResult logged = logged_at(1'700'000'000.25);
  const std::string line = result_line(logged);
  CHECK(line.find('\n') == std::string::npos);
  CHECK(time_of_line(line) == 1'700'000'000.25);
  const auto read = parse_result_line(line);
  REQUIRE(read);
  CHECK(*read == logged);
}

TEST_CASE("what is no line of results is refused") {
  for (const char* line :
       {"", "{}", "{\"t\":1}", "banana", R"({"t":"x","target":"a","job":"b","result":{}})",
        R"({"t":1,"target":"a","job":"b","result":{}})"}) {
    CAPTURE(line);
    CHECK_FALSE(parse_result_line(line));
  }
  CHECK_FALSE(time_of_line("banana").has_value());
  CHECK_FALSE(time_of_line("{\"t\":nan,").has_value());
}

TEST_CASE("results of the asked time come back in order, also over a restart") {
  const TemporaryDirectory directory;
  {
    ResultsLog log(directory / "probes");
    CHECK(log.read(0, 1e10).empty());
    for (const double time : {100.0, 200.0, 300.0}) {
      REQUIRE(log.append(result_line(logged_at(time))));
    }
  }
  ResultsLog log(directory / "probes");
  REQUIRE(log.append(result_line(logged_at(400))));
  CHECK(times(log.read(150, 350)) == std::vector<double>{200, 300});
  CHECK(times(log.read(0, 1e10)) == std::vector<double>{100, 200, 300, 400});
}

TEST_CASE("a full file makes room for the next, the oldest goes") {
  const TemporaryDirectory directory;
  const std::string line = result_line(logged_at(1000));
  ResultsLog log(directory / "probes", 3 * (line.size() + 1));
  for (int number = 0; number < 20; ++number) {
    REQUIRE(log.append(result_line(logged_at(1000 + number))));
  }
  CHECK(TemporaryDirectory::names_in(directory / "probes") ==
        std::vector<std::string>{"results.ndjson", "results.ndjson.1", "results.ndjson.2",
                                 "results.ndjson.3"});
  for (const auto& name : TemporaryDirectory::names_in(directory / "probes")) {
    CHECK(file_bytes(directory / ("probes/" + name)).size() <= 3 * (line.size() + 1));
  }
  const auto kept = times(log.read(0, 1e10));
  CHECK(kept.size() == 11);
  CHECK(kept.front() == 1009);
  CHECK(kept.back() == 1019);
}

TEST_CASE("a line that a crash cut short costs itself alone") {
  const TemporaryDirectory directory;
  {
    ResultsLog log(directory / "probes");
    REQUIRE(log.append(result_line(logged_at(100))));
    REQUIRE(log.append(result_line(logged_at(200))));
  }
  const std::string path = directory / "probes/results.ndjson";
  std::string text = file_bytes(path);
  text.resize(text.size() - 30);
  write_file(path, text);
  ResultsLog log(directory / "probes");
  REQUIRE(log.append(result_line(logged_at(300))));
  CHECK(times(log.read(0, 1e10)) == std::vector<double>{100, 300});
}

TEST_CASE("a directory that cannot be made is an error, and is tried again") {
  const TemporaryDirectory directory;
  ResultsLog log(directory / "none/probes");
  CHECK_FALSE(log.append("{}"));
  std::filesystem::create_directory(directory / "none");
  CHECK(log.append("{}"));
}

}  // namespace plumbline
