#include "agent/trace/trace_writer.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <limits>
#include <string>

#include "doctest/doctest.h"
#include "tests/unit/trace_files.h"

using namespace plumbline;
using namespace std::string_literals;

namespace {

TraceWriter created(const std::string& path) {
  auto writer = TraceWriter::create(path, TraceWriter::Existing::kRefuse);
  REQUIRE(writer);
  return std::move(*writer);
}

}  // namespace

TEST_CASE("the first line has everything and the format's version") {
  const TemporaryDirectory directory;
  TraceWriter writer = created(directory / "t.gz");
  CHECK(writer.append({1.5, 2.25, 3}, files_of({{"/proc/stat", "cpu 1\n"}, {"/proc/x", "\"\\"}})));
  CHECK(writer.finish());
  CHECK(gunzipped(directory / "t.gz") ==
        "{\"plumbline_trace\":1,\"t\":1.5,\"mono\":2.25,\"boot\":3,\"files\":"
        "{\"/proc/stat\":\"cpu 1\\n\",\"/proc/x\":\"\\\"\\\\\"}}\n");
}

TEST_CASE("an unchanged file is left out and a file that is gone is null once") {
  const TemporaryDirectory directory;
  TraceWriter writer = created(directory / "t.gz");
  CHECK(writer.append({1, 1, 1}, files_of({{"/a", "1"}, {"/b", "1"}, {"/c", "1"}})));
  CHECK(writer.append({2, 2, 2}, files_of({{"/a", "1"}, {"/b", "2"}, {"/d", "1"}})));
  CHECK(writer.append({3, 3, 3}, files_of({{"/a", "1"}, {"/b", "2"}, {"/d", "1"}})));
  CHECK(writer.append({4, 4, 4}, files_of({{"/a", "1"}, {"/c", "1"}})));
  CHECK(writer.finish());
  const TraceContents read = read_trace(directory / "t.gz");
  REQUIRE(read.lines.size() == 4);
  CHECK(read.errors.empty());
  CHECK(read.lines[1].files.size() == 3);
  CHECK(content_in(read.lines[1], "/a") == "(absent)");
  CHECK(content_in(read.lines[1], "/b") == "2");
  CHECK(content_in(read.lines[1], "/c") == "(gone)");
  CHECK(content_in(read.lines[1], "/d") == "1");
  CHECK(read.lines[2].files.empty());
  CHECK(read.lines[3].files.size() == 3);
  CHECK(content_in(read.lines[3], "/b") == "(gone)");
  CHECK(content_in(read.lines[3], "/c") == "1");
  CHECK(content_in(read.lines[3], "/d") == "(gone)");
}

TEST_CASE("kernel log records stand in their own line, the same ones again too") {
  const TemporaryDirectory directory;
  TraceWriter writer = created(directory / "t.gz");
  CHECK(writer.append({1, 1, 1}, files_of({{"/dev/kmsg", "3,1,1,-;x\n"}})));
  CHECK(writer.append({2, 2, 2}, files_of({{"/dev/kmsg", "3,1,1,-;x\n"}})));
  CHECK(writer.append({3, 3, 3}, {}));
  CHECK(writer.append({4, 4, 4}, files_of({{"/dev/kmsg", std::nullopt}})));
  CHECK(writer.append({5, 5, 5}, files_of({{"/dev/kmsg", std::nullopt}})));
  CHECK(writer.finish());
  const TraceContents read = read_trace(directory / "t.gz");
  REQUIRE(read.lines.size() == 5);
  CHECK(content_in(read.lines[0], "/dev/kmsg") == "3,1,1,-;x\n");
  CHECK(content_in(read.lines[1], "/dev/kmsg") == "3,1,1,-;x\n");
  CHECK(content_in(read.lines[2], "/dev/kmsg") == "(absent)");
  CHECK(content_in(read.lines[3], "/dev/kmsg") == "(gone)");
  CHECK(content_in(read.lines[4], "/dev/kmsg") == "(absent)");
}

TEST_CASE("any bytes survive, those that are not UTF-8 in base64") {
  const TemporaryDirectory directory;
  std::string bytes;
  for (int value = 0; value < 256; ++value) bytes += static_cast<char>(value);
  const std::string text = "nul \0, quote \", \x01, snowman \xe2\x98\x83\r\n"s;
  TraceWriter writer = created(directory / "t.gz");
  CHECK(writer.append({1, 1, 1}, files_of({{"/binary", bytes}, {"/empty", ""}, {"/text", text}})));
  CHECK(writer.append({2, 2, 2}, files_of({{"/binary", "text now"}, {"/empty", "\xff"}})));
  CHECK(writer.append({3, 3, 3}, {}));
  CHECK(writer.finish());
  CHECK(gunzipped(directory / "t.gz").find("\"base64:/binary\":\"AAECAwQ") != std::string::npos);
  const TraceContents read = read_trace(directory / "t.gz");
  REQUIRE(read.lines.size() == 3);
  CHECK(content_in(read.lines[0], "/binary") == bytes);
  CHECK(content_in(read.lines[0], "/empty") == "");
  CHECK(content_in(read.lines[0], "/text") == text);
  CHECK(content_in(read.lines[1], "/binary") == "text now");
  CHECK(content_in(read.lines[1], "/empty") == "\xff");
  CHECK(content_in(read.lines[2], "/binary") == "(gone)");
  CHECK(content_in(read.lines[2], "/empty") == "(gone)");
}

TEST_CASE("a path that is not UTF-8 is left out and the line stays JSON") {
  const TemporaryDirectory directory;
  TraceWriter writer = created(directory / "t.gz");
  CHECK(writer.append({1, 1, 1}, files_of({{"/\xff", "1"}, {"/b", "1"}, {"/b\xc3", "1"}})));
  CHECK(writer.finish());
  const TraceContents read = read_trace(directory / "t.gz");
  CHECK(read.errors.empty());
  REQUIRE(read.lines.size() == 1);
  CHECK(read.lines[0].files.size() == 1);
}

TEST_CASE("clocks survive to the last bit") {
  const TemporaryDirectory directory;
  const Clock clock{1796110185.1247999668, 0.1 + 0.2, 5e-324};
  TraceWriter writer = created(directory / "t.gz");
  CHECK(writer.append(clock, {}));
  CHECK(writer.finish());
  const TraceContents read = read_trace(directory / "t.gz");
  REQUIRE(read.lines.size() == 1);
  CHECK(read.lines[0].clock == clock);
}

TEST_CASE("a clock that is not a number is refused and harms nothing") {
  const TemporaryDirectory directory;
  TraceWriter writer = created(directory / "t.gz");
  const auto refused = writer.append({1, std::numeric_limits<double>::quiet_NaN(), 1}, {});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kInvalid);
  CHECK(writer.append({1, 1, 1}, {}));
  CHECK(writer.finish());
  CHECK(read_trace(directory / "t.gz").lines.size() == 1);
}

TEST_CASE("every line can be read while the file is being written") {
  const TemporaryDirectory directory;
  TraceWriter writer = created(directory / "t.gz");
  for (std::size_t count = 1; count <= 3; ++count) {
    CHECK(writer.append({double(count), 1, 1}, files_of({{"/a", std::to_string(count)}})));
    const TraceContents read = read_trace(directory / "t.gz");
    CHECK(read.lines.size() == count);
    CHECK(read.cut_short);
    CHECK(writer.lines() == count);
    CHECK(writer.bytes() == file_bytes(directory / "t.gz").size());
  }
}

TEST_CASE("an existing file is refused, or replaced when that is asked for") {
  const TemporaryDirectory directory;
  write_file(directory / "t.gz", "precious");
  const auto refused = TraceWriter::create(directory / "t.gz", TraceWriter::Existing::kRefuse);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().errno_value == EEXIST);
  CHECK(refused.error().context.find("t.gz") != std::string::npos);
  CHECK(file_bytes(directory / "t.gz") == "precious");
  auto replaced = TraceWriter::create(directory / "t.gz", TraceWriter::Existing::kReplace);
  REQUIRE(replaced);
  CHECK(replaced->append({1, 1, 1}, {}));
  CHECK(replaced->finish());
  CHECK(read_trace(directory / "t.gz").lines.size() == 1);
}

TEST_CASE("a trace is readable by its owner and group only") {
  const TemporaryDirectory directory;
  const mode_t before = ::umask(0);
  const TraceWriter writer = created(directory / "t.gz");
  ::umask(before);
  struct stat status {};
  REQUIRE(::stat((directory / "t.gz").c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0640);
}

TEST_CASE("a symbolic link is not followed to a new file") {
  const TemporaryDirectory directory;
  REQUIRE(::symlink((directory / "elsewhere").c_str(), (directory / "t.gz").c_str()) == 0);
  CHECK_FALSE(TraceWriter::create(directory / "t.gz", TraceWriter::Existing::kRefuse));
  CHECK(directory.names() == std::vector<std::string>{"t.gz"});
}

TEST_CASE("a full disk is an error and ends the file") {
  auto writer = TraceWriter::create("/dev/full", TraceWriter::Existing::kReplace);
  if (!writer) {
    MESSAGE("skipped: /dev/full: " << writer.error().context);
    return;
  }
  const auto failed = writer->append({1, 1, 1}, {});
  REQUIRE_FALSE(failed);
  CHECK(failed.error().errno_value == ENOSPC);
  CHECK(failed.error().context == "/dev/full: No space left on device");
  CHECK_FALSE(writer->append({2, 2, 2}, {}));
  CHECK_FALSE(writer->finish());
  CHECK(writer->lines() == 0);
}

TEST_CASE("a directory that does not exist is an error that names the file") {
  const auto writer = TraceWriter::create("/nonexistent/t.gz", TraceWriter::Existing::kRefuse);
  REQUIRE_FALSE(writer);
  CHECK(writer.error().code == ErrorCode::kNotFound);
  CHECK(writer.error().context == "/nonexistent/t.gz: No such file or directory");
}
