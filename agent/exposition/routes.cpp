#include "agent/exposition/routes.h"

#include <utility>

#include "agent/exposition/html.h"
#include "agent/exposition/negotiate.h"

namespace plumbline {
namespace {

constexpr int kOk = 200;
constexpr int kNotFound = 404;
constexpr int kServiceUnavailable = 503;

class Routes {
 public:
  Routes(SnapshotProvider latest, std::shared_ptr<PageCache> pages, RouteOptions options)
      : latest_(std::move(latest)),
        pages_(std::move(pages)),
        options_(std::move(options)),
        started_seconds_(options_.monotonic_seconds()) {}

  HttpResponse answer(const HttpRequest& request) const {
    const auto snapshot = latest_();
    if (request.path == "/metrics") return metrics(request, snapshot.get());
    if (request.path == "/") return index(snapshot.get());
    if (request.path == "/-/healthy") return healthy(snapshot.get());
    if (request.path == "/-/ready") return ready(snapshot.get());
    return plain_response(kNotFound, "Nothing is served here; see / and /metrics.\n");
  }

 private:
  HttpResponse metrics(const HttpRequest& request, const Snapshot* snapshot) const {
    if (snapshot == nullptr) {
      return plain_response(kServiceUnavailable, "There is no sample yet.\n", "metrics");
    }
    const NegotiatedFormat format = negotiate_format(request.header("accept"));
    const bool as_gzip = accepts_gzip(request.header("accept-encoding"));
    Page page = pages_->page(*snapshot, format.format, as_gzip);
    HttpResponse response;
    response.content_type = format.content_type;
    response.body = std::move(page.body);
    response.is_gzip = page.is_gzip;
    response.headers = {{"Vary", "Accept, Accept-Encoding"}, {"Cache-Control", "no-store"}};
    response.handler = "metrics";
    return response;
  }

  HttpResponse index(const Snapshot* snapshot) const {
    HttpResponse response = plain_response(
        kOk, status_page(snapshot, pages_->options().filter, options_.status_page), "index");
    response.content_type = "text/html; charset=utf-8";
    response.headers = {{"Cache-Control", "no-store"}};
    return response;
  }

  HttpResponse healthy(const Snapshot* snapshot) const {
    // Before the first sample its age counts from the start: a slow first tick is no fault.
    const double since = snapshot == nullptr ? started_seconds_ : snapshot->taken_seconds;
    const double age = options_.monotonic_seconds() - since;
    if (age <= options_.healthy_age_seconds) return plain_response(kOk, "Healthy.\n", "healthy");
    return plain_response(kServiceUnavailable,
                          "Not healthy: no sample for " + decimal_text(age, 1) + " s.\n",
                          "healthy");
  }

  HttpResponse ready(const Snapshot* snapshot) const {
    std::string reasons;
    if (snapshot == nullptr || !snapshot->complete) {
      reasons = "Not ready: there is no complete sample yet.\n";
    }
    if (snapshot != nullptr) {
      for (const CollectorHealth& collector : snapshot->collectors) {
        if (!collector.pinned) continue;
        reasons += "Not ready: collector " + collector.name + " is blocked; it last answered " +
                   time_text(collector.last_success_timestamp_seconds) + ".\n";
      }
    }
    if (reasons.empty()) return plain_response(kOk, "Ready.\n", "ready");
    return plain_response(kServiceUnavailable, std::move(reasons), "ready");
  }

  const SnapshotProvider latest_;
  const std::shared_ptr<PageCache> pages_;
  const RouteOptions options_;
  const double started_seconds_;
};

}  // namespace

HttpHandler make_routes(SnapshotProvider latest, std::shared_ptr<PageCache> pages,
                        RouteOptions options) {
  auto routes =
      std::make_shared<const Routes>(std::move(latest), std::move(pages), std::move(options));
  return [routes](const HttpRequest& request) { return routes->answer(request); };
}

}  // namespace plumbline
