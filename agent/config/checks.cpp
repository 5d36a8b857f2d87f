#include "agent/config/checks.h"

#include <algorithm>

#include "agent/config/listen_address.h"
#include "model/nearest.h"
#include "model/result.h"

namespace plumbline {
namespace {

std::string quoted(std::string_view text) { return '"' + printable_excerpt(text) + '"'; }

void check_web(const WebConfig& web, std::vector<ConfigFault>& faults) {
  if (!web.config_file.empty()) {
    faults.push_back({"web.config_file", "not supported by this build: it serves plain HTTP only"});
  }
  const auto address = parse_listen_address(web.listen_address);
  if (!address) {
    faults.push_back(
        {"web.listen_address", address.error().context + ", not " + quoted(web.listen_address)});
  } else if (!is_loopback(*address) && !web.allow_insecure) {
    faults.push_back({"web.listen_address",
                      quoted(web.listen_address) +
                          " can be reached from other hosts, without TLS or authentication; set "
                          "web.allow_insecure (--web.allow-insecure) if that is meant"});
  }
}

void check_intervals(const Config& config, std::vector<ConfigFault>& faults) {
  if (config.tick.collector_deadline_seconds > config.tick.interval_seconds) {
    faults.push_back(
        {"tick.collector_deadline_seconds", "must not be longer than tick.interval_seconds"});
  }
  if (config.history.interval_seconds < config.tick.interval_seconds) {
    faults.push_back(
        {"history.interval_seconds", "must not be shorter than tick.interval_seconds"});
  }
}

// As Prometheus wants a metric's name to begin; the colon belongs to recording rules.
bool is_metric_prefix(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !text.empty() && is_letter(text.front()) &&
         std::ranges::all_of(text, [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

void check_collectors(const std::vector<std::string>& disabled,
                      const std::vector<std::string>& known, std::vector<ConfigFault>& faults) {
  if (known.empty()) return;
  const std::vector<std::string_view> names(known.begin(), known.end());
  for (const std::string& name : disabled) {
    if (std::ranges::find(names, name) != names.end()) continue;
    std::string what = "no collector is called " + quoted(name);
    const std::string_view nearest = nearest_name(name, names);
    if (!nearest.empty()) what += ", did you mean " + quoted(nearest) + "?";
    faults.push_back({"collectors.disabled", std::move(what)});
  }
}

// Paths go to workers, whose working directory is not this program's.
void check_probes(const ProbesConfig& probes, std::vector<ConfigFault>& faults) {
  if (!probes.canary.empty() && !probes.canary.starts_with('/')) {
    faults.push_back({"probes.canary", "must be an absolute path, not " + quoted(probes.canary)});
  }
  for (const std::string& target : probes.targets) {
    if (target == kCanaryTarget || target.starts_with('/')) continue;
    faults.push_back(
        {"probes.targets",
         "must be absolute paths, as \"/dev/sda\", or \"canary\", not " + quoted(target)});
  }
}

}  // namespace

std::vector<ConfigFault> check_config(const Config& config,
                                      const std::vector<std::string>& collector_names) {
  std::vector<ConfigFault> faults;
  check_web(config.web, faults);
  check_intervals(config, faults);
  check_probes(config.probes, faults);
  check_collectors(config.collectors.disabled, collector_names, faults);
  if (!is_metric_prefix(config.metrics.raw_prefix)) {
    faults.push_back(
        {"metrics.raw_prefix", "must be letters, digits and underscores, no digit first, not " +
                                   quoted(config.metrics.raw_prefix)});
  }
  return faults;
}

}  // namespace plumbline
