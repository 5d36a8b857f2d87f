// The table of configuration keys: one row for each value of Config.
//
// Purpose: the file's parser, the flags, the environment, check-config and every error text walk
// this
//   table, so that a new key is a member in config.h and a row in keys.cpp.
// Names:   `path` is the key's place in the file ("tick.interval_seconds"); `flag` its option
//   ("--tick.interval"); the environment variable follows from the flag
//   (PLUMBLINE_TICK_INTERVAL).
// Threads: the table is constant; the functions are pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "agent/config/config.h"

namespace plumbline {

// A value that is one of Key::choices, by its number among them.
struct ChoiceMember {
  std::size_t (*get)(const Config&);
  void (*set)(Config&, std::size_t);
};

using BoolMember = bool& (*)(Config&);
using NumberMember = double& (*)(Config&);
using CountMember = std::uint64_t& (*)(Config&);
using TextMember = std::string& (*)(Config&);
using ListMember = std::vector<std::string>& (*)(Config&);

enum class OnReload { kApplies, kNeedsRestart };

// Bounds of a number, both included.
struct Range {
  double least = 0;
  double most = 0;
};

struct Key {
  std::string_view path;
  std::string_view flag;
  std::variant<BoolMember, NumberMember, CountMember, TextMember, ListMember, ChoiceMember> member;
  std::string_view help;
  Range range{};                                // Numbers and counts.
  std::span<const std::string_view> choices{};  // ChoiceMember.
  OnReload on_reload = OnReload::kApplies;
  bool may_be_empty = true;  // Texts, and the texts of a list.
  bool is_size = false;      // Counts of bytes: "512MiB" is understood.
};

std::span<const Key> config_keys();

// The row with this path; nothing where there is none.
const Key* find_key(std::string_view path);

// Whether keys stand below `path`, as below "web".
bool is_key_group(std::string_view path);

// "PLUMBLINE_WEB_LISTEN_ADDRESS" for "--web.listen-address".
std::string environment_name(const Key& key);

// The path of the key or group that was probably meant by `path`; empty if none comes near.
std::string_view nearest_key(std::string_view path);

}  // namespace plumbline
