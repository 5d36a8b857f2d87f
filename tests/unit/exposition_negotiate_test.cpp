#include "agent/exposition/negotiate.h"

#include "doctest/doctest.h"

namespace plumbline {
namespace {

constexpr std::string_view kText = "text/plain; version=0.0.4; charset=utf-8";
constexpr std::string_view kOpenMetrics1 =
    "application/openmetrics-text; version=1.0.0; charset=utf-8";
constexpr std::string_view kOpenMetrics0 =
    "application/openmetrics-text; version=0.0.1; charset=utf-8";

std::string_view answer_to(std::string_view accept) {
  const NegotiatedFormat answer = negotiate_format(accept);
  CHECK((answer.format == TextFormat::kOpenMetrics) == (answer.content_type != kText));
  return answer.content_type;
}

}  // namespace

TEST_CASE("Prometheus gets OpenMetrics, as it asks") {
  CHECK(answer_to("application/openmetrics-text;version=1.0.0,"
                  "application/openmetrics-text;version=0.0.1;q=0.75,"
                  "text/plain;version=0.0.4;q=0.5,*/*;q=0.1") == kOpenMetrics1);
  CHECK(answer_to("application/openmetrics-text; version=0.0.1,text/plain;version=0.0.4;q=0.5") ==
        kOpenMetrics0);
  CHECK(answer_to("application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;"
                  "encoding=delimited;q=0.6,"
                  "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,"
                  "text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,"
                  "text/plain;version=0.0.4;q=0.3,*/*;q=0.2") == kOpenMetrics1);
}

TEST_CASE("a client that names no format gets the Prometheus text") {
  CHECK(answer_to("") == kText);
  CHECK(answer_to("*/*") == kText);
  CHECK(answer_to("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8") == kText);
  CHECK(answer_to("image/png") == kText);
  CHECK(answer_to("text/*") == kText);
}

TEST_CASE("quality values decide") {
  CHECK(answer_to("text/plain;q=0.9, application/openmetrics-text;q=0.8") == kText);
  CHECK(answer_to("text/plain;q=0.8, application/openmetrics-text;q=0.9") == kOpenMetrics1);
  CHECK(answer_to("application/openmetrics-text;q=0, */*;q=0.1") == kText);
  CHECK(answer_to("application/openmetrics-text;version=1.0.0;q=0,"
                  "application/openmetrics-text;version=0.0.1") == kOpenMetrics0);
}

TEST_CASE("versions that do not exist are not promised") {
  CHECK(answer_to("application/openmetrics-text;version=2.0.0") == kText);
  CHECK(answer_to("application/openmetrics-text;version=\"1.0.0\"") == kOpenMetrics1);
}

TEST_CASE("names are compared without regard to case and spaces") {
  CHECK(answer_to(" Application/OpenMetrics-Text ; Version=1.0.0 ; Q=0.9 , text/plain;q=0.1") ==
        kOpenMetrics1);
}

TEST_CASE("parts of an Accept header that make no sense count as absent") {
  CHECK(answer_to(",,;;q=;,=,\"") == kText);
  CHECK(answer_to("application/openmetrics-text;q=2") == kText);
  CHECK(answer_to("application/openmetrics-text;q=-1") == kText);
  CHECK(answer_to("application/openmetrics-text;q=0.1234") == kText);
  CHECK(answer_to("application/openmetrics-text;q=1.5") == kText);
  CHECK(answer_to("application/openmetrics-text;x=\"a,b;q=0\\\"\";q=0.5") == kOpenMetrics1);
  CHECK(answer_to(std::string(100'000, ',') + "application/openmetrics-text") == kOpenMetrics1);
}

TEST_CASE("gzip is given to those who want it") {
  CHECK(accepts_gzip("gzip"));
  CHECK(accepts_gzip("deflate, GZIP;q=0.5"));
  CHECK(accepts_gzip("x-gzip"));
  CHECK(accepts_gzip("*"));
  CHECK(accepts_gzip("br;q=1.0, gzip;q=0.8, *;q=0.1"));
  CHECK(accepts_gzip("identity;q=0.5, gzip"));
}

TEST_CASE("gzip is not given to those who do not want it") {
  CHECK_FALSE(accepts_gzip(""));
  CHECK_FALSE(accepts_gzip("identity"));
  CHECK_FALSE(accepts_gzip("gzip;q=0"));
  CHECK_FALSE(accepts_gzip("gzip;q=0.000, *"));
  CHECK_FALSE(accepts_gzip("*;q=0"));
  CHECK_FALSE(accepts_gzip("gzip;q=0.3, identity;q=0.7"));
  CHECK_FALSE(accepts_gzip("gzip;q=nonsense"));
  CHECK_FALSE(accepts_gzip("gzipped, br"));
}

}  // namespace plumbline
