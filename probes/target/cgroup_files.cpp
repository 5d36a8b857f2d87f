#include "probes/target/cgroup_files.h"

#include <algorithm>
#include <array>

#include "collectors/parse/text.h"
#include "probes/target/block_tree.h"

namespace plumbline {
namespace {

// A path of 4096 bytes may have 2048 parts; groups are a handful deep.
constexpr std::size_t kMostGroups = 64;

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

bool leads_out(std::string_view path) {
  return path.starts_with("/../") || path == "/.." || path.find("/../") != std::string_view::npos;
}

struct IoMaxKey {
  std::string_view key;
  Operation operation;
  bool is_of_bytes;
};
constexpr std::array<IoMaxKey, 4> kIoMaxKeys = {{{"rbps", Operation::kRead, true},
                                                 {"wbps", Operation::kWrite, true},
                                                 {"riops", Operation::kRead, false},
                                                 {"wiops", Operation::kWrite, false}}};

}  // namespace

std::vector<CgroupMembership> parse_cgroup_memberships(std::string_view text) {
  std::vector<CgroupMembership> memberships;
  for (auto line = next_line(text); line && memberships.size() < kMostCgroupLines;
       line = next_line(text)) {
    const std::size_t first = line->find(':');
    if (first == std::string_view::npos) continue;
    const std::size_t second = line->find(':', first + 1);
    if (second == std::string_view::npos || !to_unsigned(line->substr(0, first))) continue;
    const std::string_view path = line->substr(second + 1);
    if (!path.starts_with('/')) continue;
    memberships.push_back(
        {split(line->substr(first + 1, second - first - 1), ','), std::string(path)});
  }
  return memberships;
}

std::vector<std::string> groups_upward(std::string_view path) {
  std::vector<std::string> groups;
  if (!leads_out(path)) {
    while (path.ends_with('/')) path.remove_suffix(1);
    while (!path.empty() && groups.size() < kMostGroups) {
      groups.emplace_back(path);
      path = path.substr(0, path.rfind('/'));
    }
  }
  groups.emplace_back();
  return groups;
}

std::vector<CgroupIoLimit> parse_io_max(std::string_view text, const DeviceNumber& device) {
  std::vector<CgroupIoLimit> limits;
  for (auto line = next_line(text); line; line = next_line(text)) {
    if (parse_device_number(next_word(*line)) != device) continue;
    for (auto word = next_word(*line); !word.empty(); word = next_word(*line)) {
      const std::size_t equals = word.find('=');
      if (equals == std::string_view::npos) continue;
      const auto* known = std::ranges::find(kIoMaxKeys, word.substr(0, equals), &IoMaxKey::key);
      const auto value = to_unsigned(word.substr(equals + 1));  // "max" is none.
      if (known == kIoMaxKeys.end() || !value) continue;
      limits.push_back(
          {known->operation, known->is_of_bytes, *value, "io.max " + std::string(known->key)});
    }
    break;  // A device has one line.
  }
  return limits;
}

std::optional<std::uint64_t> parse_throttle(std::string_view text, const DeviceNumber& device) {
  for (auto line = next_line(text); line; line = next_line(text)) {
    if (parse_device_number(next_word(*line)) == device) return to_unsigned(next_word(*line));
  }
  return std::nullopt;
}

std::optional<double> parse_cpu_max(std::string_view text) {
  const auto quota = to_unsigned(next_word(text));
  const auto period = to_unsigned(next_word(text));
  if (!quota || !period || *period == 0) return std::nullopt;
  return static_cast<double>(*quota) / static_cast<double>(*period);
}

std::optional<double> parse_cfs_quota(std::string_view quota, std::string_view period) {
  const auto quota_microseconds = to_signed(trimmed(quota));
  const auto period_microseconds = to_signed(trimmed(period));
  if (!quota_microseconds || !period_microseconds) return std::nullopt;
  if (*quota_microseconds < 0 || *period_microseconds <= 0) return std::nullopt;
  return static_cast<double>(*quota_microseconds) / static_cast<double>(*period_microseconds);
}

std::optional<std::uint64_t> parse_throttled_periods(std::string_view text) {
  for (auto line = next_line(text); line; line = next_line(text)) {
    if (next_word(*line) == "nr_throttled") return to_unsigned(next_word(*line));
  }
  return std::nullopt;
}

}  // namespace plumbline
