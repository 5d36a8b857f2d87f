#include "agent/exposition/gzip.h"

#include <zlib.h>

#include <random>

#include "doctest/doctest.h"

namespace plumbline {
namespace {

std::string gunzip(const std::string& compressed, std::size_t size) {
  std::string text(size + 1, '\0');
  z_stream stream{};
  REQUIRE(inflateInit2(&stream, 15 + 16) == Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(compressed.data()));
  stream.avail_in = static_cast<uInt>(compressed.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  CHECK(inflate(&stream, Z_FINISH) == Z_STREAM_END);
  text.resize(stream.total_out);
  inflateEnd(&stream);
  return text;
}

}  // namespace

TEST_CASE("what is compressed inflates to itself") {
  std::string text;
  for (int line = 0; line < 5000; ++line) {
    text += "plumbline_disk_io_now{device=\"sd" + std::to_string(line) + "\"} 0\n";
  }
  const auto compressed = gzip(text);
  REQUIRE(compressed);
  CHECK(compressed->size() < text.size() / 5);
  CHECK(gunzip(*compressed, text.size()) == text);
}

TEST_CASE("nothing and noise are compressed too") {
  const auto nothing = gzip("");
  REQUIRE(nothing);
  CHECK(gunzip(*nothing, 0).empty());
  std::mt19937 random(7);
  std::string noise(100'000, '\0');
  for (char& byte : noise) byte = static_cast<char>(random());
  const auto compressed = gzip(noise);
  REQUIRE(compressed);
  CHECK(gunzip(*compressed, noise.size()) == noise);
}

TEST_CASE("the same text gives the same bytes") {
  CHECK(*gzip("plumbline_load1 0.5\n") == *gzip("plumbline_load1 0.5\n"));
}

}  // namespace plumbline
