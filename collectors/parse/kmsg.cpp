#include "collectors/parse/kmsg.h"

#include <array>

#include "collectors/parse/text.h"

namespace plumbline {
namespace {

constexpr std::size_t kLongestName = 64;

// block/blk-core.c, blk_errors[]: the words in front of " error, dev ".
constexpr std::array<std::string_view, 20> kErrorNames{
    "operation not supported",
    "timeout",
    "critical space allocation",
    "recoverable transport",
    "critical target",
    "critical nexus",
    "reservation conflict",
    "critical medium",
    "protection",
    "kernel resource",
    "device resource",
    "nonblocking retry",
    "device offline",
    "zone resource",
    "open zones exceeded",
    "active zones exceeded",
    "dm internal retry",
    "duration limit exceeded",
    "invalid",
    "I/O",
};

struct OperationName {
  std::string_view kernel;
  std::string_view ours;
};

// block/blk-core.c, blk_op_name[].
constexpr std::array<OperationName, 8> kOperations{{
    {"READ", "read"},
    {"WRITE", "write"},
    {"WRITE_ZEROES", "write"},
    {"WRITE_SAME", "write"},
    {"ZONE_APPEND", "write"},
    {"DISCARD", "discard"},
    {"SECURE_ERASE", "discard"},
    {"FLUSH", "flush"},
}};

std::string_view operation_of(std::string_view rest) {
  const std::size_t open = rest.find(":(");
  if (open == std::string_view::npos) return "other";
  const std::string_view name = rest.substr(open + 2, rest.find(')', open) - open - 2);
  for (const auto& operation : kOperations) {
    if (operation.kernel == name) return operation.ours;
  }
  return "other";
}

std::string_view error_name_of(std::string_view before_error) {
  for (const std::string_view name : kErrorNames) {
    if (before_error.ends_with(name)) return name;
  }
  return {};
}

// The prefix opens with facility << 3 | level. What programs write into the log never has
// facility 0, the kernel's own.
bool is_from_kernel(std::string_view prefix) {
  constexpr std::uint64_t kLevels = 8;
  const auto number = to_unsigned(prefix.substr(0, prefix.find(',')));
  return number && *number < kLevels;
}

}  // namespace

std::optional<BlockError> parse_kmsg_record(std::string_view record) {
  const std::size_t prefix_end = record.find(';');
  if (prefix_end == std::string_view::npos) return std::nullopt;
  if (!is_from_kernel(record.substr(0, prefix_end))) return std::nullopt;
  std::string_view rest = record.substr(prefix_end + 1);
  const auto message = next_line(rest);
  if (!message) return std::nullopt;
  constexpr std::string_view kMarker = " error, dev ";
  const std::size_t marker = message->find(kMarker);
  if (marker == std::string_view::npos) return std::nullopt;
  BlockError error;
  error.error = error_name_of(message->substr(0, marker));
  if (error.error.empty()) return std::nullopt;
  std::string_view words = message->substr(marker + kMarker.size());
  std::string_view device = next_word(words);
  if (device.ends_with(',')) device.remove_suffix(1);
  if (device.empty() || device.size() > kLongestName) return std::nullopt;
  if (next_word(words) != "sector") return std::nullopt;
  std::string_view sector = next_word(words);
  if (sector.ends_with(',')) sector.remove_suffix(1);
  const auto number = to_unsigned(sector);
  if (!number) return std::nullopt;
  error.device = device;
  error.sector = *number;
  error.operation = operation_of(words);
  return error;
}

}  // namespace plumbline
