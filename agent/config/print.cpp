#include "agent/config/print.h"

#include "agent/config/value.h"

namespace plumbline {
namespace {

// "web" of "web.listen_address"; empty for a key that stands alone.
std::string_view group_of(const Key& key) {
  const std::size_t dot = key.path.find('.');
  return dot == std::string_view::npos ? std::string_view() : key.path.substr(0, dot);
}

std::string text_of(const Key& key, const Config& config) {
  return get_value(key, config).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// A file's name may hold a line end, which would end the comment.
std::string comment_of(const ConfigInputs& inputs, const Key& key, Origin origin) {
  return "  // " + printable_excerpt(describe_origin(inputs, key, origin)) + '\n';
}

}  // namespace

std::string print_config(const ConfigInputs& inputs, const LoadedConfig& loaded) {
  const auto keys = config_keys();
  std::string out = "{\n";
  std::string_view open_group;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Key& key = keys[i];
    const std::string_view group = group_of(key);
    if (group != open_group && !group.empty()) out += "  \"" + std::string(group) + "\": {\n";
    open_group = group;

    const std::string_view name = group.empty() ? key.path : key.path.substr(group.size() + 1);
    const bool is_last = i + 1 == keys.size();
    const bool ends_group = !group.empty() && (is_last || group_of(keys[i + 1]) != group);
    out += (group.empty() ? "  \"" : "    \"") + std::string(name) +
           "\": " + text_of(key, loaded.config) + (ends_group || is_last ? "" : ",");
    out += comment_of(inputs, key, loaded.origins[i]);
    if (ends_group) out += is_last ? "  }\n" : "  },\n";
  }
  return out + "}\n";
}

}  // namespace plumbline
