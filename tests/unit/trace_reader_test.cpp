#include "agent/trace/trace_reader.h"

#include <cstdlib>
#include <filesystem>
#include <string>

#include "agent/trace/trace_writer.h"
#include "doctest/doctest.h"
#include "tests/unit/trace_files.h"

using namespace plumbline;

namespace {

const std::string kTwoLines =
    "{\"t\": 1, \"files\": {\"/a\": \"1\"}}\n"
    "{\"t\": 2, \"mono\": 3.5, \"boot\": 4, \"files\": {\"/a\": null}}\n";

TraceContents read_text(const std::string& text) {
  return read_all(TraceReader::from_bytes("some.trace", text));
}

// The only error of a trace of one line.
std::string error_of(const std::string& line) {
  const TraceContents read = read_text(line + "\n");
  CHECK(read.lines.empty());
  REQUIRE(read.errors.size() == 1);
  CHECK_FALSE(read.cut_short);
  return read.errors[0];
}

}  // namespace

TEST_CASE("gzip and plain text read the same") {
  for (const std::string& bytes : {kTwoLines, gzipped(kTwoLines)}) {
    const TraceContents read = read_text(bytes);
    CHECK(read.errors.empty());
    CHECK_FALSE(read.cut_short);
    REQUIRE(read.lines.size() == 2);
    CHECK(content_in(read.lines[0], "/a") == "1");
    CHECK(content_in(read.lines[1], "/a") == "(gone)");
    CHECK(read.lines[1].clock == Clock{2, 3.5, 4});
  }
}

TEST_CASE("only the first line of a file is complete") {
  const TraceContents read = read_text(kTwoLines);
  REQUIRE(read.lines.size() == 2);
  CHECK(read.lines[0].complete);
  CHECK_FALSE(read.lines[1].complete);
}

TEST_CASE("an old trace without mono and boot takes the wall clock for both") {
  const TraceContents read = read_text(kTwoLines);
  REQUIRE(read.lines.size() == 2);
  CHECK(read.lines[0].clock == Clock{1, 1, 1});
}

TEST_CASE("gzip members one after the other are one trace, padded with zeros or not") {
  const std::string member = gzipped(kTwoLines);
  CHECK(read_text(member + member).lines.size() == 4);
  const TraceContents padded = read_text(member + std::string(1000, '\0'));
  CHECK(padded.lines.size() == 2);
  CHECK(padded.errors.empty());
  const TraceContents trailed = read_text(member + "garbage");
  CHECK(trailed.lines.size() == 2);
  CHECK(trailed.errors ==
        std::vector<std::string>{"some.trace: bytes behind the compressed data, after line 2"});
}

TEST_CASE("a file torn anywhere in its last two lines gives every line before") {
  const TemporaryDirectory directory;
  std::vector<std::size_t> ends = {0};
  auto writer = TraceWriter::create(directory / "t.gz", TraceWriter::Existing::kRefuse);
  REQUIRE(writer);
  for (int line = 1; line <= 5; ++line) {
    std::string content;
    for (int number = 0; number < 400; ++number) content += std::to_string(number * number * line);
    REQUIRE(writer->append({double(line), 1, 1}, files_of({{"/a", content}})));
    ends.push_back(writer->bytes());
  }
  REQUIRE(writer->finish());
  const std::string whole = file_bytes(directory / "t.gz");
  REQUIRE(whole.size() > ends[5]);
  for (std::size_t size = ends[3]; size < whole.size(); ++size) {
    CAPTURE(size);
    const std::size_t expected = size < ends[4] ? 3 : size < ends[5] ? 4 : 5;
    const TraceContents read = read_text(whole.substr(0, size));
    // The last bytes of a line's flush carry none of its text.
    REQUIRE(read.lines.size() >= expected);
    REQUIRE(read.lines.size() <= expected + 1);
    REQUIRE(read.cut_short);
    REQUIRE(read.errors == std::vector<std::string>{"some.trace: cut short after line " +
                                                    std::to_string(read.lines.size())});
  }
  CHECK(read_text(whole).errors.empty());
}

TEST_CASE("plain text torn anywhere gives every whole line and says where it ends") {
  for (std::size_t size = 1; size < kTwoLines.size(); ++size) {
    CAPTURE(size);
    const TraceContents read = read_text(kTwoLines.substr(0, size));
    const std::size_t first = kTwoLines.find('\n');
    // A line that lacks nothing but its newline lacks nothing.
    const bool is_whole = size == first || size == first + 1 || size == kTwoLines.size() - 1;
    CHECK(read.lines.size() == (size < first ? 0 : size == kTwoLines.size() - 1 ? 2 : 1));
    CHECK(read.cut_short == !is_whole);
    CHECK(read.errors.size() == (is_whole ? 0 : 1));
    if (!is_whole) {
      CHECK(read.errors[0] ==
            "some.trace: cut short after line " + std::to_string(read.lines.size()));
    }
  }
}

TEST_CASE("a damaged line in the middle costs that line") {
  const TraceContents read = read_text(kTwoLines + "{\"t\": 3, \"files\": {\"/a\": \"\xff\"}}\n\n" +
                                       "garbage\n" + kTwoLines);
  CHECK(read.lines.size() == 4);
  REQUIRE(read.errors.size() == 3);
  CHECK(read.errors[0].starts_with("some.trace, line 3: not JSON at byte "));
  CHECK(read.errors[1].starts_with("some.trace, line 4: not JSON"));
  CHECK(read.errors[2].starts_with("some.trace, line 5: not JSON at byte 1: \"garbage\""));
}

TEST_CASE("what follows a damaged first line is complete") {
  const TraceContents read = read_text("garbage\n" + kTwoLines);
  REQUIRE(read.lines.size() == 2);
  CHECK(read.lines[0].complete);
}

TEST_CASE("damaged compressed bytes end the trace behind the lines before them") {
  std::string text;
  for (int line = 1; line <= 3000; ++line) {
    text += "{\"t\": " + std::to_string(line) + ", \"files\": {\"/a\": \"" +
            std::to_string(line * 7919) + "\"}}\n";
  }
  std::string bytes = gzipped(text);
  for (std::size_t at = bytes.size() / 2; at < bytes.size() / 2 + 40; ++at) bytes[at] = '\xff';
  const TraceContents read = read_text(bytes);
  CHECK(read.lines.size() > 1000);
  CHECK(read.lines.size() < 3000);
  REQUIRE_FALSE(read.errors.empty());
  CHECK(read.errors.back().starts_with("some.trace: damaged compressed data: "));
}

TEST_CASE("a wrong checksum is told behind the last line") {
  std::string bytes = gzipped(kTwoLines);
  bytes[bytes.size() - 8] = static_cast<char>(bytes[bytes.size() - 8] ^ 1);
  const TraceContents read = read_text(bytes);
  CHECK(read.lines.size() == 2);
  CHECK(read.errors ==
        std::vector<std::string>{
            "some.trace: damaged compressed data: incorrect data check, after line 2"});
}

TEST_CASE("each misshapen line says what is wrong with it") {
  CHECK(error_of("[]").starts_with("some.trace, line 1: not a JSON object: \"[]\""));
  CHECK(error_of("7").starts_with("some.trace, line 1: not a JSON object"));
  CHECK(error_of("{}").starts_with("some.trace, line 1: no \"t\""));
  CHECK(error_of("{\"t\":1}").starts_with("some.trace, line 1: no \"files\""));
  CHECK(error_of("{\"t\":\"1\",\"files\":{}}")
            .starts_with("some.trace, line 1: \"t\" is not a number"));
  CHECK(error_of("{\"t\":[1],\"files\":{}}")
            .starts_with("some.trace, line 1: \"t\" is not a number"));
  CHECK(error_of("{\"t\":1,\"files\":[]}")
            .starts_with("some.trace, line 1: \"files\" is not an obj"));
  CHECK(error_of("{\"t\":1,\"files\":{\"/a\":1}}") ==
        "some.trace, line 1: a file's content is not text: \"/a\"");
  CHECK(error_of("{\"t\":1,\"files\":{\"/a\":{}}}") ==
        "some.trace, line 1: a file's content is not text: \"/a\"");
  CHECK(error_of("{\"t\":1,\"files\":{\"base64:/a\":\"*\"}}") ==
        "some.trace, line 1: content that is not base64: \"/a\"");
  CHECK(error_of("{\"t\":1e999,\"files\":{}}").starts_with("some.trace, line 1: not JSON"));
  CHECK(error_of("{\"plumbline_trace\":2,\"t\":1,\"files\":{}}")
            .starts_with("some.trace, line 1: written by a later version"));
  CHECK(
      error_of("{\"t\":1,\"x\":" + std::string(100, '[') + std::string(100, ']') + ",\"files\":{}}")
          .starts_with("some.trace, line 1: nested too deeply"));
}

TEST_CASE("keys of a later version are passed over") {
  const TraceContents read = read_text(
      "{\"host\":\"h\",\"x\":{\"files\":{\"/b\":[1,{\"t\":7}]}},\"n\":null,\"t\":1,\"files\":"
      "{\"/a\":\"1\"},\"y\":[true,1.5,-1]}\n");
  CHECK(read.errors.empty());
  REQUIRE(read.lines.size() == 1);
  CHECK(read.lines[0].clock.realtime_seconds == 1);
  CHECK(read.lines[0].files.size() == 1);
}

TEST_CASE("a line beyond its bound ends the trace, however little it takes on the disk") {
  const std::string bytes =
      gzipped(kTwoLines + "{\"t\":3,\"files\":{\"/a\":\"" + std::string(kTraceLineBytesLimit, '0'));
  CHECK(bytes.size() < 100'000);
  const TraceContents read = read_text(bytes);
  CHECK(read.lines.size() == 2);
  REQUIRE(read.errors.size() == 1);
  CHECK(read.errors[0] == "some.trace: longer than 67108864 bytes, after line 2");
}

TEST_CASE("more files than are believed cost their line") {
  std::string line = "{\"t\":1,\"files\":{";
  for (std::size_t count = 0; count <= kTraceFileCountLimit; ++count) {
    line += "\"" + std::to_string(count) + "\":null,";
  }
  line.back() = '}';
  CHECK(error_of(line + "}") == "some.trace, line 1: too many files");
}

TEST_CASE("an empty file is a trace without lines") {
  CHECK(read_text("").lines.empty());
  CHECK(read_text("").errors.empty());
  CHECK(read_text(gzipped("")).errors.empty());
}

TEST_CASE("a trace that cannot be opened is an error that names it") {
  const TemporaryDirectory directory;
  const auto missing = TraceReader::open(directory / "no.gz");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ErrorCode::kNotFound);
  CHECK(missing.error().context == directory / "no.gz" + ": No such file or directory");
  CHECK_FALSE(TraceReader::open(directory.path()));
}

TEST_CASE("the shared traces of the lab read without an error") {
  const char* given = std::getenv("PLUMBLINE_SHARED");
  const std::filesystem::path shared =
      given != nullptr ? given : PLUMBLINE_TESTS_DIR "/../../shared";
  if (!std::filesystem::is_directory(shared / "traces")) {
    MESSAGE("skipped: 0 of the shared traces read, no directory " << (shared / "traces").string()
                                                                  << "; PLUMBLINE_SHARED names it");
    return;
  }
  std::size_t traces = 0;
  std::size_t lines = 0;
  for (const auto& entry : std::filesystem::directory_iterator(shared / "traces")) {
    if (!entry.path().string().ends_with(".trace.ndjson.gz")) continue;
    CAPTURE(entry.path().string());
    auto reader = TraceReader::open(entry.path());
    REQUIRE(reader);
    const TraceContents read = read_all(std::move(*reader));
    CHECK(read.errors.empty());
    CHECK(read.lines.size() > 100);
    ++traces;
    lines += read.lines.size();
  }
  CHECK(traces > 0);
  MESSAGE(traces << " shared traces read, " << lines << " lines");
}
