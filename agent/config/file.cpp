#include "agent/config/file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace plumbline {
namespace {

using nlohmann::json;

// Deeper than any key: what is below is an error of the key above it.
constexpr std::size_t kDepthLimit = 64;

// Builds the document from the parser's events and remembers keys that come twice, which the
// parser's own document would silently overwrite.
class DocumentBuilder final : public nlohmann::json_sax<json> {
 public:
  DocumentBuilder() {}  // Not defaulted, hence not noexcept: json's own constructor may throw.
  DocumentBuilder(const DocumentBuilder&) = delete;
  DocumentBuilder& operator=(const DocumentBuilder&) = delete;

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t& value) override { return add(std::move(value)); }

  bool start_object(std::size_t) override { return open(json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    keys_.back() = name;
    if (open_.back()->contains(name)) duplicates_.push_back(path());
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const json::exception& error) override {
    error_position_ = position;
    error_text_ = error.what();
    return false;
  }

  ConfigDocument take_document() { return {std::move(root_), std::move(duplicates_)}; }
  std::size_t error_position() const { return error_position_; }
  const std::string& error_text() const { return error_text_; }

 private:
  json* place(json value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    json& parent = *open_.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    json& member = parent[keys_.back()];
    member = std::move(value);
    return &member;
  }

  bool add(json value) {
    place(std::move(value));
    return true;
  }

  bool open(json container) {
    if (open_.size() == kDepthLimit) {
      error_text_ = "nested too deeply";
      return false;
    }
    open_.push_back(place(std::move(container)));
    keys_.emplace_back();
    return true;
  }

  bool close() {
    open_.pop_back();
    keys_.pop_back();
    return true;
  }

  std::string path() const {
    std::string path;
    for (const std::string& key : keys_) {
      if (key.empty()) continue;  // An array.
      if (!path.empty()) path += '.';
      path += key;
    }
    return path;
  }

  json root_;
  std::vector<json*> open_;        // Containers that are not closed yet, the outermost first.
  std::vector<std::string> keys_;  // For each of them the key that is being read.
  std::vector<std::string> duplicates_;
  std::size_t error_position_ = 0;
  std::string error_text_;
};

// "3:14" for the byte that the parser had read last.
std::string line_and_column(std::string_view text, std::size_t bytes_read) {
  const std::size_t at = std::min(bytes_read == 0 ? 0 : bytes_read - 1, text.size());
  const std::string_view before = text.substr(0, at);
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0.
  return std::to_string(line) + ':' + std::to_string(at - line_begin + 1);
}

// The parser's message without its own number and position.
std::string_view message_of(std::string_view text) {
  for (const std::string_view mark : {"column ", "] "}) {
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos) continue;
    text.remove_prefix(at + mark.size());
    const std::size_t colon = text.find(": ");
    if (mark == "column " && colon != std::string_view::npos) text.remove_prefix(colon + 2);
    return text;
  }
  return text;
}

Error open_error(const std::string& file, int error) {
  const ErrorCode code = error == ENOENT || error == ENOTDIR ? ErrorCode::kNotFound
                         : error == EACCES || error == EPERM ? ErrorCode::kDenied
                                                             : ErrorCode::kIo;
  return {code, error, file + ": " + std::strerror(error)};
}

}  // namespace

Result<std::string> read_config_file(const std::string& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return open_error(file, errno);
  std::string text(kConfigFileBytesLimit + 1, '\0');
  std::size_t length = 0;
  int failure = 0;
  while (length < text.size()) {
    const ssize_t got = ::read(descriptor, text.data() + length, text.size() - length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) failure = errno;
    if (got <= 0) break;
    length += static_cast<std::size_t>(got);
  }
  ::close(descriptor);
  if (failure != 0) return open_error(file, failure);
  if (length > kConfigFileBytesLimit) {
    return Error{ErrorCode::kTooLarge, 0,
                 file + ": longer than " + std::to_string(kConfigFileBytesLimit) + " bytes"};
  }
  text.resize(length);
  return text;
}

Result<ConfigDocument> parse_config_text(const std::string& file, std::string_view text) {
  DocumentBuilder builder;
  bool is_parsed = false;
  try {
    is_parsed = json::sax_parse(text, &builder, json::input_format_t::json, /*strict=*/true,
                                /*ignore_comments=*/true);
  } catch (const std::exception& error) {
    return Error{ErrorCode::kMalformed, 0, file + ": " + error.what()};
  }
  if (!is_parsed) {
    std::string place = file;
    if (builder.error_position() != 0)
      place += ':' + line_and_column(text, builder.error_position());
    return Error{ErrorCode::kMalformed, 0,
                 place + ": " + printable_excerpt(message_of(builder.error_text()))};
  }
  ConfigDocument document = builder.take_document();
  if (!document.root.is_object()) {
    return Error{ErrorCode::kMalformed, 0, file + ": must be a JSON object, as {}"};
  }
  return document;
}

}  // namespace plumbline
