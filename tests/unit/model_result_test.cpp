#include "model/result.h"

#include <memory>

#include "doctest/doctest.h"

using namespace plumbline;

TEST_CASE("a result holds its value") {
  Result<std::string> result = std::string("value");
  REQUIRE(result);
  CHECK(result.has_value());
  CHECK(*result == "value");
  CHECK(result->size() == 5);
  result.value() += "s";
  CHECK(std::move(result).value() == "values");
}

TEST_CASE("a result holds the error that explains why there is no value") {
  const Result<std::string> result = Error{ErrorCode::kDenied, 13, "/proc/x: Permission denied"};
  CHECK_FALSE(result);
  CHECK(result.error() == Error{ErrorCode::kDenied, 13, "/proc/x: Permission denied"});
}

TEST_CASE("a result carries what cannot be copied") {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(7);
  REQUIRE(result);
  const std::unique_ptr<int> owned = std::move(result).value();
  CHECK(*owned == 7);
}

TEST_CASE("a status is success without a value") {
  CHECK(ok());
  CHECK_FALSE(Status(Error{ErrorCode::kIo, 5, "x"}));
}

TEST_CASE("an excerpt is cut to its bound and shows what cannot be printed as question marks") {
  CHECK(printable_excerpt("plain text") == "plain text");
  CHECK(printable_excerpt(std::string_view("a\0b\n\t\x7f\xc3\xa9", 8)) == "a?b?????");
  CHECK(printable_excerpt(std::string(1000, 'x')) == std::string(kErrorTextBytes, 'x'));
  CHECK(malformed("/proc/stat:3", "bad\n") ==
        Error{ErrorCode::kMalformed, 0, "/proc/stat:3: \"bad?\""});
}
