#include "agent/prober/state_file.h"

#include <string>

#include "doctest/doctest.h"
#include "trace_files.h"

namespace plumbline {
namespace {

ProbeState some_state() {
  return {"0b7c",
          1234.5625,
          {{"wwid:naa.5000", "default", {{236'000'000, 0}, 4000.25}, {3, 0}},
           {"canary", "writes", {{1, ~std::uint64_t{0}}, 0.1}, {0, 12}}}};
}

}  // namespace

TEST_CASE("a state reads back as it was written") {
  const auto state = parse_state(state_text(some_state()));
  REQUIRE(state);
  CHECK(*state == some_state());
  const auto empty = parse_state(state_text({}));
  REQUIRE(empty);
  CHECK(*empty == ProbeState{});
}

TEST_CASE("an identity that is no UTF-8 does not keep the state from being written") {
  ProbeState state = some_state();
  state.pairs[0].target = "serial:\xff\xfe";
  const auto read = parse_state(state_text(state));
  REQUIRE(read);
  CHECK(read->pairs[1] == state.pairs[1]);
}

TEST_CASE("no single byte can be lost or changed without being noticed") {
  const std::string text = state_text(some_state());
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    CAPTURE(i);
    std::string changed = text;
    changed[i] = changed[i] == '7' ? '8' : '7';
    const auto state = parse_state(changed);
    CHECK((!state || *state == some_state()));
    CHECK_FALSE(parse_state(text.substr(0, i)));
  }
}

TEST_CASE("another version and other JSON are no state") {
  for (const char* text :
       {"", "{}", "[]", "null", "7", R"({"version":2,"crc32":0,"state":{}})",
        R"({"version":1,"crc32":"x","state":{}})", R"({"version":1,"crc32":2745614147,"state":{}})",
        R"({"version":"1"})"}) {
    CAPTURE(text);
    const auto state = parse_state(text);
    REQUIRE_FALSE(state);
    CHECK(state.error().code == ErrorCode::kMalformed);
  }
}

TEST_CASE("a state is replaced as a whole and loaded again") {
  const TemporaryDirectory directory;
  const std::string path = directory / "probes.json";
  const auto missing = load_state(path);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ErrorCode::kNotFound);

  REQUIRE(write_state(path, state_text({})));
  REQUIRE(write_state(path, state_text(some_state())));
  const auto state = load_state(path);
  REQUIRE(state);
  CHECK(*state == some_state());
  CHECK(directory.names() == std::vector<std::string>{"probes.json"});
}

TEST_CASE("a damaged state is set aside and named") {
  const TemporaryDirectory directory;
  const std::string path = directory / "probes.json";
  for (const std::string& damaged :
       {std::string("{\"version\":1"), std::string(kMostStateBytes + 1, 'x')}) {
    write_file(path, damaged);
    const auto state = load_state(path);
    REQUIRE_FALSE(state);
    CHECK(state.error().code == ErrorCode::kMalformed);
    CHECK(state.error().context.find(path) != std::string::npos);
    CHECK(directory.names() == std::vector<std::string>{"probes.json.damaged"});
    CHECK(file_bytes(path + ".damaged") == damaged);
  }
  CHECK(load_state(path).error().code == ErrorCode::kNotFound);
}

TEST_CASE("a directory that is missing is an error with its path") {
  const TemporaryDirectory directory;
  const Status status = write_state(directory / "none/probes.json", "{}");
  REQUIRE_FALSE(status);
  CHECK(status.error().context.find("none/probes.json") != std::string::npos);
}

}  // namespace plumbline
