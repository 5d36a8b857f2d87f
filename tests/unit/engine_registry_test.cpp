#include <string>

#include "doctest/doctest.h"
#include "tests/unit/engine_files.h"

namespace plumbline {
namespace {

TEST_CASE("each engine names the executable that runs it") {
  CHECK(worker_of(EngineKind::kIoUring) == "plumbline-worker");
  CHECK(worker_of(EngineKind::kLibaio) == "plumbline-worker");
  CHECK(worker_of(EngineKind::kPsync) == "plumbline-worker");
  CHECK(worker_of(EngineKind::kRbd) == "plumbline-worker-rbd");
  CHECK(worker_of(EngineKind::kS3) == "plumbline-worker-s3");
  CHECK(worker_of(EngineKind::kTcp) == "plumbline-worker-tcp");
}

TEST_CASE("an engine of another executable is refused by name") {
  const auto opened = open_engine(EngineKind::kRbd, EngineOptions{});
  REQUIRE_FALSE(opened.has_value());
  CHECK(opened.error().code == ErrorCode::kInvalid);
  CHECK(opened.error().context.find("ioengine=rbd") != std::string::npos);
  CHECK(opened.error().context.find("plumbline-worker-rbd") != std::string::npos);
}

TEST_CASE("an engine that the kernel refuses is stood in for, and the note says why") {
  const EngineFile file;
  const Fd descriptor = file.open(O_RDONLY);
  const EngineBuffer buffer(1);
  // More entries than any ring may have (IORING_MAX_ENTRIES) and than the system's aio-max-nr.
  EngineOptions options = engine_options(descriptor, buffer, 0x7fff'ffff, false);
  // Only psync does not care for the depth; libaio's table would be as long.
  const auto opened = open_engine(EngineKind::kIoUring, options);
  REQUIRE(opened.has_value());
  CHECK(opened->kind == EngineKind::kPsync);
  CHECK(opened->note.find("no io_uring: io_uring_setup: ") != std::string::npos);
  CHECK(opened->note.find("no libaio: io_setup: ") != std::string::npos);
}

TEST_CASE("psync is what was asked for and needs no note") {
  const EngineFile file;
  const Fd descriptor = file.open(O_RDONLY);
  const EngineBuffer buffer(1);
  const auto opened = open_engine(EngineKind::kPsync, engine_options(descriptor, buffer, 1, false));
  REQUIRE(opened.has_value());
  CHECK(opened->kind == EngineKind::kPsync);
  CHECK(opened->note.empty());
}

}  // namespace
}  // namespace plumbline
