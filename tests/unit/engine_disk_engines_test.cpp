#include <cerrno>
#include <map>

#include "doctest/doctest.h"
#include "tests/unit/engine_files.h"

namespace plumbline {
namespace {

constexpr std::uint64_t kLongNanoseconds = 10'000'000'000;

using Opener = Result<OpenedEngine> (*)(const EngineOptions&);

struct Named {
  const char* name;
  Opener open;
};
constexpr Named kAll[] = {{"io_uring", open_uring}, {"libaio", open_libaio}, {"psync", open_psync}};

// The engine, or nothing and a line that says why it is not tested.
std::unique_ptr<Engine> opened(const Named& engine, const EngineOptions& options) {
  Result<OpenedEngine> result = engine.open(options);
  if (result) return std::move(result->engine);
  MESSAGE("SKIPPED: this kernel has no ", engine.name, ": ", result.error().context);
  return nullptr;
}

IoRequest block_request(std::uint32_t slot, std::uint64_t block,
                        Operation operation = Operation::kRead) {
  return IoRequest{slot, operation, block * kFileBlock, kFileBlock};
}

// One request to its end.
std::int32_t perform(Engine& engine, const IoRequest& request) {
  REQUIRE(engine.queue(request).has_value());
  IoCompletion completion;
  const auto count = engine.reap(1, kLongNanoseconds, {&completion, 1});
  REQUIRE(count.has_value());
  REQUIRE(*count == 1);
  CHECK(completion.slot == request.slot);
  return completion.result;
}

TEST_CASE("each engine reads the block that it is asked for") {
  const EngineFile file;
  for (const Named& named : kAll) {
    CAPTURE(named.name);
    const Fd descriptor = file.open(O_RDONLY);
    const EngineBuffer buffer(2);
    const auto engine = opened(named, engine_options(descriptor, buffer, 2, false));
    if (!engine) continue;
    for (const std::uint64_t block : {0U, 63U, 17U}) {
      CHECK(perform(*engine, block_request(1, block)) == std::int32_t{kFileBlock});
      CHECK(buffer.word_of(1) == EngineFile::word_of(block));
    }
  }
}

TEST_CASE("a whole depth of requests comes back, each in its own slot") {
  constexpr std::uint32_t kDepth = 32;
  const EngineFile file;
  for (const Named& named : kAll) {
    CAPTURE(named.name);
    const Fd descriptor = file.open(O_RDONLY | O_DIRECT);
    if (!descriptor.is_open()) {
      MESSAGE("SKIPPED: no O_DIRECT in the working directory");
      return;
    }
    const EngineBuffer buffer(kDepth);
    const auto engine = opened(named, engine_options(descriptor, buffer, kDepth, false));
    if (!engine || engine->is_synchronous()) continue;
    for (std::uint32_t slot = 0; slot < kDepth; ++slot) {
      REQUIRE(engine->queue(block_request(slot, 2 * slot)).has_value());
    }
    std::map<std::uint32_t, std::int32_t> seen;
    std::vector<IoCompletion> completions(5);  // Fewer than are ready.
    while (seen.size() < kDepth) {
      const auto count = engine->reap(1, kLongNanoseconds, completions);
      REQUIRE(count.has_value());
      REQUIRE(*count > 0);
      for (std::size_t i = 0; i < *count; ++i) {
        CHECK(seen.emplace(completions[i].slot, completions[i].result).second);
      }
    }
    for (std::uint32_t slot = 0; slot < kDepth; ++slot) {
      CHECK(seen.at(slot) == std::int32_t{kFileBlock});
      CHECK(buffer.word_of(slot) == EngineFile::word_of(2 * slot));
    }
  }
}

TEST_CASE("an error arrives as a negative errno, the end of the file as no bytes") {
  const EngineFile file;
  for (const Named& named : kAll) {
    CAPTURE(named.name);
    const EngineBuffer buffer(1);
    const Fd readable = file.open(O_RDONLY);
    if (const auto engine = opened(named, engine_options(readable, buffer, 1, false))) {
      CHECK(perform(*engine, block_request(0, kFileBlocks)) == 0);
    }
    const Fd direct = file.open(O_RDONLY | O_DIRECT);
    if (!direct.is_open()) continue;
    if (const auto engine = opened(named, engine_options(direct, buffer, 1, false))) {
      CHECK(perform(*engine, IoRequest{0, Operation::kRead, 7, 512}) == -EINVAL);
      CHECK(perform(*engine, block_request(0, 3)) == std::int32_t{kFileBlock});
    }
  }
}

TEST_CASE("an engine that may write does so") {
  const EngineFile file;
  std::uint64_t block = 10;
  for (const Named& named : kAll) {
    CAPTURE(named.name);
    const Fd descriptor = file.open(O_RDWR);
    const EngineBuffer buffer(1);
    const auto engine = opened(named, engine_options(descriptor, buffer, 1, true));
    if (!engine) continue;
    const std::uint64_t word = 0xabcd'0000 + block;
    std::memcpy(buffer.span().data(), &word, sizeof word);
    CHECK(perform(*engine, block_request(0, block, Operation::kWrite)) == std::int32_t{kFileBlock});
    CHECK(file.word_at(block++) == word);
  }
}

TEST_CASE("an engine that may not write cannot, even where the descriptor could") {
  const EngineFile file;
  for (const Named& named : kAll) {
    CAPTURE(named.name);
    const Fd descriptor = file.open(O_RDWR);
    const EngineBuffer buffer(1);
    const auto engine = opened(named, engine_options(descriptor, buffer, 1, false));
    if (!engine) continue;
    const IoRequest request = block_request(0, 5, Operation::kWrite);
    if (engine->queue(request).has_value()) {
      IoCompletion completion;
      const auto count = engine->reap(1, kLongNanoseconds, {&completion, 1});
      REQUIRE(count.has_value());
      REQUIRE(*count == 1);
      CHECK(completion.result == -EACCES);
    }
    CHECK(file.word_at(5) == EngineFile::word_of(5));
  }
}

TEST_CASE("the ring of io_uring is restricted by the kernel") {
  const EngineFile file;
  const Fd descriptor = file.open(O_RDWR);
  const EngineBuffer buffer(1);
  const auto opened_ring = open_uring(engine_options(descriptor, buffer, 1, false));
  if (!opened_ring || !opened_ring->note.empty()) {
    MESSAGE("SKIPPED: not all of io_uring is here: ",
            opened_ring ? opened_ring->note : opened_ring.error().context);
    return;
  }
  // The engine lets the write pass; the kernel refuses it.
  CHECK(perform(*opened_ring->engine, block_request(0, 5, Operation::kWrite)) == -EACCES);
  CHECK(perform(*opened_ring->engine, block_request(0, 5)) == std::int32_t{kFileBlock});
}

TEST_CASE("reaping nothing returns at once, and a least of none does not wait") {
  const EngineFile file;
  for (const Named& named : kAll) {
    CAPTURE(named.name);
    const Fd descriptor = file.open(O_RDONLY);
    const EngineBuffer buffer(1);
    const auto engine = opened(named, engine_options(descriptor, buffer, 1, false));
    if (!engine) continue;
    IoCompletion completion;
    const auto none = engine->reap(1, kLongNanoseconds, {&completion, 1});
    REQUIRE(none.has_value());
    CHECK(*none == 0);
    REQUIRE(engine->queue(block_request(0, 1)).has_value());
    std::size_t count = 0;
    for (int tries = 0; count == 0 && tries < 1'000'000; ++tries) {
      const auto some = engine->reap(0, kLongNanoseconds, {&completion, 1});
      REQUIRE(some.has_value());
      count = *some;
    }
    CHECK(count == 1);
    CHECK(completion.result == std::int32_t{kFileBlock});
  }
}

TEST_CASE("what never completes ends the wait at its timeout") {
  int ends[2];
  REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
  const Fd silent(ends[0]);
  const Fd writer(ends[1]);
  const EngineBuffer buffer(1);
  const auto engine = opened(kAll[0], engine_options(silent, buffer, 1, false));
  if (!engine) return;
  REQUIRE(engine->queue(IoRequest{0, Operation::kRead, 0, 512}).has_value());
  IoCompletion completion;
  const auto none = engine->reap(1, 1'000'000, {&completion, 1});
  REQUIRE(none.has_value());
  CHECK(*none == 0);
  REQUIRE(write(writer.get(), "words", 5) == 5);
  const auto one = engine->reap(1, kLongNanoseconds, {&completion, 1});
  REQUIRE(one.has_value());
  REQUIRE(*one == 1);
  CHECK(completion.result == 5);
}

}  // namespace
}  // namespace plumbline
