// Any bytes in the configuration file's place: errors, never a crash; what loads is printed and
// loads again to the same values.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "agent/config/load.h"
#include "agent/config/print.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  plumbline::ConfigInputs inputs;
  inputs.collector_names = {"cpu", "disk"};
  const auto loaded = load_config_text(inputs, text);
  if (!loaded) return loaded.error().context.empty() ? std::abort(), 0 : 0;
  const auto again = load_config_text(inputs, print_config(inputs, *loaded));
  if (!again || again->config != loaded->config) std::abort();
  return 0;
}
