#include "agent/config/load.h"

#include <algorithm>
#include <iterator>

#include "agent/config/checks.h"
#include "agent/config/file.h"
#include "agent/config/value.h"

namespace plumbline {
namespace {

using nlohmann::json;

// Sets one key after the other and collects what is wrong on the way.
class Loader {
 public:
  explicit Loader(const ConfigInputs& inputs) : inputs_(inputs) {
    loaded_.origins.assign(config_keys().size(), Origin::kDefault);
  }

  void take_file(std::string_view text) {
    auto document = parse_config_text(inputs_.file, text);
    if (!document) {
      fail(document.error());
      return;
    }
    for (const std::string& path : document->duplicates) {
      complain(inputs_.file, path, "stands twice");
    }
    take_object(document->root, "");
  }

  void take_environment() {
    if (!inputs_.environment) return;
    for (const Key& key : config_keys()) {
      const auto text = inputs_.environment(environment_name(key));
      if (text) take(key, value_from_text(key, *text), Origin::kEnvironment);
    }
  }

  void take_flags() {
    for (const Key& key : config_keys()) {
      const auto flag = inputs_.flags.find(key.flag);
      if (flag != inputs_.flags.end()) {
        take(key, value_from_text(key, flag->second), Origin::kFlag);
      }
    }
  }

  // Defaults that follow other values, and what must fit together.
  void finish() {
    Config& config = loaded_.config;
    if (origin_of("tick.collector_deadline_seconds") == Origin::kDefault) {
      config.tick.collector_deadline_seconds =
          std::min(config.tick.interval_seconds / 2, kCollectorDeadlineSecondsLimit);
    }
    if (origin_of("history.interval_seconds") == Origin::kDefault) {
      config.history.interval_seconds =
          std::max(config.history.interval_seconds, config.tick.interval_seconds);
    }
    for (const ConfigFault& fault : check_config(config, inputs_.collector_names)) {
      complain(place_of(*find_key(fault.key_path)), fault.key_path, fault.what);
    }
    if (inputs_.job_file_faults && !config.probes.job_file.empty()) {
      const std::string_view key = "probes.job_file";
      for (const std::string& fault : inputs_.job_file_faults(config.probes.job_file)) {
        complain(place_of(*find_key(key)), key, fault);
      }
    }
  }

  void fail(const Error& error) {
    ++failures_;
    if (!failure_) {
      failure_ = error;
    } else if (!is_full()) {
      failure_->code = ErrorCode::kInvalid;
      failure_->context += '\n' + error.context;
    }
  }

  Result<LoadedConfig> take_result() {
    if (!failure_) return std::move(loaded_);
    if (is_full()) {
      failure_->context +=
          "\nand " + std::to_string(failures_ - kConfigErrorsLimit) + " more errors";
    }
    return std::move(*failure_);
  }

 private:
  void complain(std::string_view place, std::string_view path, std::string_view what) {
    std::string line(place);
    line += ": ";
    if (!path.empty()) line += printable_excerpt(path) + ": ";
    fail({ErrorCode::kInvalid, 0, line + std::string(what)});
  }

  void take_object(const json& object, const std::string& prefix) {
    for (const auto& [name, value] : object.items()) {
      const std::string path = prefix + name;
      if (name.find('.') != std::string::npos) {
        complain(inputs_.file, path, "unknown key; a key stands within its group's object");
      } else if (const Key* key = find_key(path)) {
        take(*key, value, Origin::kFile);
      } else if (!is_key_group(path)) {
        complain_unknown(path);
      } else if (value.is_object()) {
        take_object(value, path + '.');
      } else {
        complain(inputs_.file, path, "must be an object, as {}");
      }
    }
  }

  void complain_unknown(const std::string& path) {
    std::string what = "unknown key";
    const std::string_view nearest = is_full() ? std::string_view() : nearest_key(path);
    if (!nearest.empty()) what += ", did you mean \"" + std::string(nearest) + "\"?";
    complain(inputs_.file, path, what);
  }

  void take(const Key& key, const json& value, Origin origin) {
    const Status set = set_value(key, value, loaded_.config);
    // Even where the value is no good: the key was set there, and no default stands in for it.
    origin_of(key) = origin;
    if (!set) complain(place_of(key), key.path, set.error().context);
  }

  bool is_full() const { return failures_ > kConfigErrorsLimit; }

  Origin& origin_of(const Key& key) {
    return loaded_.origins[static_cast<std::size_t>(&key - config_keys().data())];
  }
  Origin& origin_of(std::string_view path) { return origin_of(*find_key(path)); }

  // What a person looks for: the file, the variable, the flag.
  std::string place_of(const Key& key) {
    switch (origin_of(key)) {
      case Origin::kFile:
        return inputs_.file;
      case Origin::kEnvironment:
        return environment_name(key);
      case Origin::kFlag:
        return std::string(key.flag);
      case Origin::kDefault:
        return "default";
    }
    return {};
  }

  const ConfigInputs& inputs_;
  LoadedConfig loaded_;
  std::optional<Error> failure_;
  std::size_t failures_ = 0;
};

Result<LoadedConfig> load(const ConfigInputs& inputs, const Result<std::string_view>& text) {
  Loader loader(inputs);
  if (text) {
    loader.take_file(*text);
  } else if (inputs.is_file_explicit || text.error().code != ErrorCode::kNotFound) {
    loader.fail(text.error());
  }
  loader.take_environment();
  loader.take_flags();
  loader.finish();
  return loader.take_result();
}

}  // namespace

Result<LoadedConfig> load_config_text(const ConfigInputs& inputs, std::string_view text) {
  return load(inputs, text);
}

Result<LoadedConfig> load_config_with_origins(const ConfigInputs& inputs) {
  const auto text = read_config_file(inputs.file);
  if (!text) return load(inputs, text.error());
  return load(inputs, std::string_view(*text));
}

Result<Config> load_config(const ConfigInputs& inputs) {
  auto loaded = load_config_with_origins(inputs);
  if (!loaded) return loaded.error();
  return std::move(loaded->config);
}

std::string describe_origin(const ConfigInputs& inputs, const Key& key, Origin origin) {
  switch (origin) {
    case Origin::kFile:
      return "file " + inputs.file;
    case Origin::kEnvironment:
      return "environment " + environment_name(key);
    case Origin::kFlag:
      return "flag " + std::string(key.flag);
    case Origin::kDefault:
      return "default";
  }
  return {};
}

std::vector<std::string> restart_needed(const Config& old, const Config& fresh) {
  std::vector<std::string> paths;
  for (const Key& key : config_keys()) {
    if (key.on_reload == OnReload::kNeedsRestart && get_value(key, old) != get_value(key, fresh)) {
      paths.emplace_back(key.path);
    }
  }
  return paths;
}

}  // namespace plumbline
