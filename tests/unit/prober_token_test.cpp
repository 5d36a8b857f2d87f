#include "agent/prober/token.h"

#include "doctest/doctest.h"
#include "trace_files.h"

namespace plumbline {

TEST_CASE("one at a time has the turn, and it goes on when given back") {
  const TemporaryDirectory directory;
  auto one = ProbeToken::open(directory.path());
  auto other = ProbeToken::open(directory.path());
  REQUIRE(one);
  REQUIRE(other);
  CHECK(one->try_take());
  CHECK(one->try_take());
  CHECK_FALSE(other->try_take());
  one->give_back();
  CHECK(other->try_take());
  CHECK_FALSE(one->try_take());
}

TEST_CASE("the turn ends with whoever has it") {
  const TemporaryDirectory directory;
  auto other = ProbeToken::open(directory.path());
  REQUIRE(other);
  {
    auto one = ProbeToken::open(directory.path());
    REQUIRE(one);
    CHECK(one->try_take());
    CHECK_FALSE(other->try_take());
  }
  CHECK(other->try_take());
}

TEST_CASE("without the directory there is no token") {
  CHECK_FALSE(ProbeToken::open("/nonexistent/plumbline"));
}

}  // namespace plumbline
