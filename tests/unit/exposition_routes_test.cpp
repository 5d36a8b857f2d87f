#include "agent/exposition/routes.h"

#include <algorithm>
#include <vector>

#include "doctest/doctest.h"

namespace plumbline {
namespace {

struct Fixture {
  std::shared_ptr<const Snapshot> latest;
  double monotonic_seconds = 1000;
  std::shared_ptr<PageCache> pages = std::make_shared<PageCache>(RenderOptions{});
  HttpHandler handler = make_routes([this] { return latest; }, pages,
                                    {{"1.2.3", "host"}, 60, [this] { return monotonic_seconds; }});

  HttpResponse get(std::string_view path,
                   std::vector<std::pair<std::string_view, std::string_view>> headers = {}) {
    return handler({"GET", path, std::move(headers)});
  }
};

Snapshot snapshot_of(std::uint64_t sequence, double load) {
  Snapshot snapshot;
  snapshot.sequence = sequence;
  snapshot.sample.load = LoadAverages{load, load, load};
  snapshot.taken_seconds = 990;
  snapshot.complete = true;
  return snapshot;
}

std::shared_ptr<const Snapshot> shared(Snapshot snapshot) {
  return std::make_shared<const Snapshot>(std::move(snapshot));
}

bool has(const HttpResponse& response, std::string_view part) {
  return response.body->find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("before the first sample there are no metrics, and the agent is healthy but not ready") {
  Fixture fixture;
  CHECK(fixture.get("/metrics").status == 503);
  CHECK(fixture.get("/-/healthy").status == 200);
  CHECK(fixture.get("/-/ready").status == 503);
  CHECK(fixture.get("/").status == 200);
  fixture.monotonic_seconds += 61;
  CHECK(fixture.get("/-/healthy").status == 503);
}

TEST_CASE("metrics come in the format and encoding that the client asks for") {
  Fixture fixture;
  fixture.latest = shared(snapshot_of(1, 0.5));
  const HttpResponse plain = fixture.get("/metrics");
  CHECK(plain.status == 200);
  CHECK(plain.content_type == "text/plain; version=0.0.4; charset=utf-8");
  CHECK(has(plain, "plumbline_load1 0.5\n"));
  const HttpResponse open_metrics = fixture.get(
      "/metrics", {{"Accept", "application/openmetrics-text"}, {"Accept-Encoding", "gzip"}});
  CHECK(open_metrics.content_type == "application/openmetrics-text; version=1.0.0; charset=utf-8");
  CHECK(open_metrics.is_gzip);
  CHECK(open_metrics.body->starts_with("\x1f\x8b"));
}

TEST_CASE("a text is written once for each snapshot and shared") {
  Fixture fixture;
  fixture.latest = shared(snapshot_of(1, 0.5));
  const auto first = fixture.get("/metrics").body;
  CHECK(fixture.get("/metrics").body == first);
  const auto compressed = fixture.get("/metrics", {{"Accept-Encoding", "gzip"}}).body;
  CHECK(fixture.get("/metrics", {{"Accept-Encoding", "gzip"}}).body == compressed);
  CHECK(fixture.get("/metrics").body == first);
  fixture.latest = shared(snapshot_of(2, 0.75));
  CHECK(has(fixture.get("/metrics"), "plumbline_load1 0.75\n"));
}

TEST_CASE("the agent is unhealthy when the snapshot grows old") {
  Fixture fixture;
  fixture.latest = shared(snapshot_of(1, 0.5));
  CHECK(fixture.get("/-/healthy").status == 200);
  fixture.monotonic_seconds = 990 + 60.5;
  const HttpResponse old = fixture.get("/-/healthy");
  CHECK(old.status == 503);
  CHECK(has(old, "60.5 s"));
}

TEST_CASE("the agent is not ready while a collector is blocked, and says which") {
  Fixture fixture;
  Snapshot snapshot = snapshot_of(1, 0.5);
  fixture.latest = shared(snapshot);
  CHECK(fixture.get("/-/ready").status == 200);
  CollectorHealth blocked;
  blocked.name = "disk";
  blocked.pinned = true;
  snapshot.collectors = {blocked};
  fixture.latest = shared(snapshot);
  const HttpResponse answer = fixture.get("/-/ready");
  CHECK(answer.status == 503);
  CHECK(has(answer, "collector disk is blocked"));
}

TEST_CASE("an incomplete first snapshot has metrics and is not ready") {
  Fixture fixture;
  Snapshot snapshot = snapshot_of(1, 0.5);
  snapshot.complete = false;
  fixture.latest = shared(snapshot);
  CHECK(fixture.get("/metrics").status == 200);
  CHECK(fixture.get("/-/ready").status == 503);
}

TEST_CASE("new options count from the next page on, for the same snapshot too") {
  Fixture fixture;
  fixture.latest = shared(snapshot_of(1, 0.5));
  CHECK(has(fixture.get("/metrics"), "plumbline_load1 0.5\n"));
  RenderOptions options;
  options.raw_prefix = "node";
  fixture.pages->set_options(options);
  CHECK(has(fixture.get("/metrics"), "\nnode_load1 0.5\n"));
}

TEST_CASE("an unknown path is not found") {
  Fixture fixture;
  CHECK(fixture.get("/metrics/").status == 404);
  CHECK(fixture.get("/../etc/passwd").status == 404);
  CHECK(fixture.get("").status == 404);
}

TEST_CASE("series over the budget are counted by family") {
  RenderOptions options;
  options.max_series_per_family = 0;
  PageCache pages(options);
  pages.page(snapshot_of(1, 0.5), TextFormat::kPrometheus, false);
  pages.page(snapshot_of(2, 0.5), TextFormat::kPrometheus, false);
  const auto families = pages.metric_families();
  REQUIRE(families.size() == 1);
  CHECK(families[0].name == "plumbline_series_dropped_total");
  const auto dropped =
      std::find_if(families[0].metric.begin(), families[0].metric.end(), [](const auto& metric) {
        return metric.label ==
               std::vector<prometheus::ClientMetric::Label>{{"family", "plumbline_load1"}};
      });
  REQUIRE(dropped != families[0].metric.end());
  CHECK(dropped->counter.value == 2);
}

}  // namespace plumbline
