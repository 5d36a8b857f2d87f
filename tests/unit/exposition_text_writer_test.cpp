#include "agent/exposition/text_writer.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

#include "agent/exposition/utf8.h"
#include "doctest/doctest.h"

namespace plumbline {
namespace {

std::string number_text(double value) {
  std::string out;
  append_number(out, value);
  return out;
}

std::string canonical_text(double value) {
  std::string out;
  append_canonical_number(out, value);
  return out;
}

std::string label_text(std::string_view value) {
  std::string out;
  append_label(out, "l", value);
  return out;
}

std::string family_text(TextFormat format, std::string_view name, FamilyType type) {
  std::string out;
  TextWriter writer(format, out);
  writer.begin_family(name, "Help.", type);
  writer.add("", 1);
  writer.finish();
  return out;
}

bool reads_back(double value) {
  const std::string text = number_text(value);
  char* end = nullptr;
  const double read = std::strtod(text.c_str(), &end);
  return *end == '\0' && std::bit_cast<std::uint64_t>(read) == std::bit_cast<std::uint64_t>(value);
}

}  // namespace

TEST_CASE("every double reads back as the same bits") {
  std::mt19937_64 random(20240501);
  for (int round = 0; round < 200'000; ++round) {
    const auto value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    REQUIRE(reads_back(value));
  }
  for (const double value :
       {0.0, -0.0, 0.1, 1.0 / 3, 5e-324, std::numeric_limits<double>::max(), 9007199254740991.0,
        9007199254740992.0, 9007199254740994.0, -9007199254740992.0, 1e22, 123456.789}) {
    CHECK(reads_back(value));
  }
}

TEST_CASE("whole numbers up to 2^53 have no exponent") {
  CHECK(number_text(0) == "0");
  CHECK(number_text(-0.0) == "-0");
  CHECK(number_text(1000000) == "1000000");
  CHECK(number_text(-5577791) == "-5577791");
  CHECK(number_text(9007199254740992.0) == "9007199254740992");
}

TEST_CASE("what is not finite is spelt as Prometheus spells it") {
  CHECK(number_text(std::numeric_limits<double>::infinity()) == "+Inf");
  CHECK(number_text(-std::numeric_limits<double>::infinity()) == "-Inf");
  CHECK(number_text(std::numeric_limits<double>::quiet_NaN()) == "NaN");
  CHECK(number_text(-std::numeric_limits<double>::quiet_NaN()) == "NaN");
}

TEST_CASE("bounds of buckets are canonical numbers") {
  CHECK(canonical_text(0) == "0.0");
  CHECK(canonical_text(1) == "1.0");
  CHECK(canonical_text(0.005) == "0.005");
  CHECK(canonical_text(100000) == "100000.0");
  CHECK(canonical_text(1e6) == "1e+06");
  CHECK(canonical_text(1e-5) == "1e-05");
  CHECK(canonical_text(1e10) == "1e+10");
  CHECK(canonical_text(std::numeric_limits<double>::infinity()) == "+Inf");
}

TEST_CASE("a label value is escaped") {
  CHECK(label_text("plain") == R"(l="plain")");
  CHECK(label_text("a\\b\"c\nd") == R"(l="a\\b\"c\nd")");
  CHECK(label_text("") == R"(l="")");
}

TEST_CASE("labels are joined by commas") {
  std::string labels;
  append_label(labels, "a", "1");
  append_label(labels, "b", "2");
  CHECK(labels == R"(a="1",b="2")");
}

TEST_CASE("bytes that are no UTF-8 and NUL become U+FFFD") {
  CHECK(valid_utf8("gr\xC3\xBC\xC3\x9F") == "gr\xC3\xBC\xC3\x9F");
  CHECK(valid_utf8("\xF0\x9F\x92\xBE") == "\xF0\x9F\x92\xBE");
  CHECK(valid_utf8("a\xFF"
                   "b") ==
        "a\xEF\xBF\xBD"
        "b");
  CHECK(valid_utf8("\xC3") == "\xEF\xBF\xBD");
  CHECK(valid_utf8(std::string_view("a\0b", 3)) ==
        "a\xEF\xBF\xBD"
        "b");
  // Overlong, surrogate, beyond the last code point: no byte of them is well-formed.
  CHECK(valid_utf8("\xC0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(valid_utf8("\xED\xA0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(valid_utf8("\xF4\x90\x80\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST_CASE("a label value of a megabyte is cut, also inside a character") {
  std::string long_value(kLabelValueBytes - 1, 'x');
  long_value += "\xC3\xBC" + std::string(1 << 20, 'y');
  const std::string text = label_text(long_value);
  CHECK(text.size() < kLabelValueBytes + 10);
  CHECK(text.ends_with("x\xEF\xBF\xBD\""));
}

TEST_CASE("help is escaped as each format wants it") {
  std::string prometheus;
  TextWriter(TextFormat::kPrometheus, prometheus)
      .begin_family("x", "a\\b \"c\"\nd", FamilyType::kGauge);
  CHECK(prometheus == "# HELP x a\\\\b \"c\"\\nd\n# TYPE x gauge\n");
  std::string open_metrics;
  TextWriter(TextFormat::kOpenMetrics, open_metrics)
      .begin_family("x", "a\\b \"c\"\nd", FamilyType::kGauge);
  CHECK(open_metrics == "# HELP x a\\\\b \\\"c\\\"\\nd\n# TYPE x gauge\n");
}

TEST_CASE("OpenMetrics names a counter without _total and its sample with it") {
  CHECK(family_text(TextFormat::kOpenMetrics, "x_total", FamilyType::kCounter) ==
        "# HELP x Help.\n# TYPE x counter\nx_total 1\n# EOF\n");
  CHECK(family_text(TextFormat::kPrometheus, "x_total", FamilyType::kCounter) ==
        "# HELP x_total Help.\n# TYPE x_total counter\nx_total 1\n");
}

TEST_CASE("a counter whose name lacks _total is of unknown type") {
  CHECK(family_text(TextFormat::kOpenMetrics, "x", FamilyType::kCounter) ==
        "# HELP x Help.\n# TYPE x unknown\nx 1\n# EOF\n");
  CHECK(family_text(TextFormat::kPrometheus, "x", FamilyType::kCounter) ==
        "# HELP x Help.\n# TYPE x untyped\nx 1\n");
}

TEST_CASE("an info family is info in OpenMetrics and a gauge in the Prometheus text") {
  CHECK(family_text(TextFormat::kOpenMetrics, "x_info", FamilyType::kInfo) ==
        "# HELP x Help.\n# TYPE x info\nx_info 1\n# EOF\n");
  CHECK(family_text(TextFormat::kPrometheus, "x_info", FamilyType::kInfo) ==
        "# HELP x_info Help.\n# TYPE x_info gauge\nx_info 1\n");
}

TEST_CASE("a timestamp is milliseconds in the Prometheus text and seconds in OpenMetrics") {
  std::string prometheus;
  TextWriter prometheus_writer(TextFormat::kPrometheus, prometheus);
  prometheus_writer.begin_family("x", "", FamilyType::kGauge);
  prometheus_writer.add("", 1, 1714564800250);
  CHECK(prometheus.ends_with("\nx 1 1714564800250\n"));
  std::string open_metrics;
  TextWriter open_metrics_writer(TextFormat::kOpenMetrics, open_metrics);
  open_metrics_writer.begin_family("x", "", FamilyType::kGauge);
  open_metrics_writer.add("", 1, 1714564800250);
  CHECK(open_metrics.ends_with("\nx 1 1714564800.25\n"));
}

}  // namespace plumbline
