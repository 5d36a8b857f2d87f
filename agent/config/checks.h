// What a single key's row cannot say: values that must fit each other, texts that have a form.
//
// Purpose: the last step of loading.
// Errors:  each names the key at fault; the caller puts file, variable or flag before it.
// Threads: pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agent/config/config.h"

namespace plumbline {

struct ConfigFault {
  std::string_view key_path;
  std::string what;
};

// `collector_names`: what collectors.disabled may hold; empty: anything.
std::vector<ConfigFault> check_config(const Config& config,
                                      const std::vector<std::string>& collector_names);

}  // namespace plumbline
