#include "agent/http/statistics.h"

#include <algorithm>

#include "doctest/doctest.h"

namespace plumbline {

TEST_CASE("the server's statistics become families of their own names") {
  HttpStatistics statistics;
  statistics.answers = {{{"metrics", 200}, 5}, {{"metrics", 503}, 1}};
  statistics.connections.open = 2;
  const auto families = metric_families(statistics);
  const auto requests = std::find_if(families.begin(), families.end(), [](const auto& family) {
    return family.name == "plumbline_http_requests_total";
  });
  REQUIRE(requests != families.end());
  REQUIRE(requests->metric.size() == 2);
  CHECK(requests->metric[0].counter.value == 5);
  CHECK(requests->metric[0].label ==
        std::vector<prometheus::ClientMetric::Label>{{"code", "200"}, {"handler", "metrics"}});
  for (const auto& family : families) {
    CHECK(family.name.starts_with("plumbline_http_"));
    CHECK_FALSE(family.help.empty());
  }
}

}  // namespace plumbline
