// From file, environment and flags to a Config.
//
// Purpose: the one way in, at start and on SIGHUP. A flag beats an environment variable beats the
//   file beats the default.
// Errors:  all of them, not only the first: one line each in the context, beyond kConfigErrorsLimit
//   their number. A line names the file, variable or flag at fault and the key's dotted path. The
//   code is kInvalid, or that of the file's own failure (file.h).
// Threads: any; the environment is read through ConfigInputs alone.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/config/config.h"
#include "agent/config/keys.h"
#include "model/result.h"

namespace plumbline {

inline constexpr std::string_view kDefaultConfigFile = "/etc/plumbline/plumbline.json";
inline constexpr std::size_t kConfigErrorsLimit = 100;

struct ConfigInputs {
  std::string file{kDefaultConfigFile};
  bool is_file_explicit = false;  // Somebody named it: that it is absent is an error.
  // The value of an environment variable; nothing where it is not set. May be empty: no
  // environment.
  std::function<std::optional<std::string>(const std::string& name)> environment;
  std::map<std::string, std::string, std::less<>> flags;  // "--tick.interval" -> "5".
  // What collectors.disabled may name; empty: not checked.
  std::vector<std::string> collector_names;
  // What is wrong with the job file of this path; may be empty: not checked.
  std::function<std::vector<std::string>(const std::string& path)> job_file_faults;
};

enum class Origin { kDefault, kFile, kEnvironment, kFlag };

struct LoadedConfig {
  Config config;
  std::vector<Origin> origins;  // In the order of config_keys().
};

Result<LoadedConfig> load_config_with_origins(const ConfigInputs& inputs);

Result<Config> load_config(const ConfigInputs& inputs);

// As load_config_with_origins with `text` in the file's place.
Result<LoadedConfig> load_config_text(const ConfigInputs& inputs, std::string_view text);

// "file /etc/plumbline/plumbline.json", "flag --tick.interval", "default".
std::string describe_origin(const ConfigInputs& inputs, const Key& key, Origin origin);

// Paths of the keys that differ and that a running agent cannot take over.
std::vector<std::string> restart_needed(const Config& old, const Config& fresh);

}  // namespace plumbline
