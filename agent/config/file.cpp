#include "agent/config/file.h"

#include <utility>

#include "collectors/whole_file.h"
#include "probes/json/lined_json.h"

namespace plumbline {

Result<std::string> read_config_file(const std::string& file) {
  return read_whole_file(file, kConfigFileBytesLimit);
}

Result<ConfigDocument> parse_config_text(const std::string& file, std::string_view text) {
  LinedJson document = parse_lined_json(text);
  if (document.fault) {
    return Error{ErrorCode::kMalformed, 0,
                 file + ':' + std::to_string(document.fault->line) + ':' +
                     std::to_string(document.fault->column) + ": " + document.fault->what};
  }
  if (!document.root.is_object()) {
    return Error{ErrorCode::kMalformed, 0, file + ": must be a JSON object, as {}"};
  }
  ConfigDocument config;
  config.root = std::move(document.root);
  for (DuplicateKey& key : document.duplicates) config.duplicates.push_back(std::move(key.path));
  return config;
}

}  // namespace plumbline
