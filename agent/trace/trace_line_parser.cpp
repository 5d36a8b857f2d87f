#include "agent/trace/trace_line_parser.h"

#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "agent/trace/text_encoding.h"

namespace plumbline {
namespace {

// How deep a value may be nested under a key that this version does not know.
constexpr unsigned kUnknownDepthLimit = 32;

// What the parser calls on its way through the text; false stops it.
class LineHandler final : public nlohmann::json::json_sax_t {
 public:
  explicit LineHandler(std::string_view text) : text_(text) {}

  Result<TraceLine> finish(bool parsed) &&;

  bool null() override;
  bool boolean(bool) override { return other_value(); }
  bool number_integer(number_integer_t value) override {
    return number(static_cast<double>(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return number(static_cast<double>(value));
  }
  bool number_float(number_float_t value, const string_t&) override { return number(value); }
  bool string(string_t& value) override;
  bool binary(binary_t&) override { return other_value(); }
  bool start_object(std::size_t) override;
  bool key(string_t& name) override;
  bool end_object() override;
  bool start_array(std::size_t) override;
  bool end_array() override;
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override;

 private:
  enum class Place { kOutside, kLine, kFiles, kUnknown };

  bool fail(Error error);
  bool number(double value);
  bool other_value();
  bool put(TraceContent content);

  std::string_view text_;
  Place place_ = Place::kOutside;
  unsigned unknown_depth_ = 0;
  std::string key_;  // Of the line, or the path among the files.
  std::optional<double> realtime_;
  std::optional<double> monotonic_;
  std::optional<double> boottime_;
  bool has_files_ = false;
  TraceLine line_;
  std::optional<Error> failure_;
};

bool LineHandler::fail(Error error) {
  if (!failure_) failure_ = std::move(error);
  return false;
}

bool LineHandler::put(TraceContent content) {
  std::string_view path = key_;
  if (path.starts_with(kTraceBase64Prefix)) {
    path.remove_prefix(kTraceBase64Prefix.size());
    if (content != nullptr) {
      std::optional<std::string> decoded = base64_decoded(*content);
      if (!decoded) return fail(malformed("content that is not base64", path));
      content = std::make_shared<const std::string>(std::move(*decoded));
    }
  }
  line_.files.insert_or_assign(std::string(path), std::move(content));
  if (line_.files.size() <= kTraceFileCountLimit) return true;
  return fail(Error{ErrorCode::kTooLarge, 0, "too many files"});
}

bool LineHandler::null() {
  if (place_ == Place::kFiles) return put(nullptr);
  return other_value();
}

bool LineHandler::string(string_t& value) {
  if (place_ != Place::kFiles) return other_value();
  return put(std::make_shared<const std::string>(std::move(value)));
}

bool LineHandler::number(double value) {
  if (place_ != Place::kLine) return other_value();
  if (key_ == "t") {
    realtime_ = value;
  } else if (key_ == "mono") {
    monotonic_ = value;
  } else if (key_ == "boot") {
    boottime_ = value;
  } else if (key_ == kTraceVersionKey && value > kTraceVersion) {
    return fail(malformed("written by a later version of plumbline", text_));
  } else {
    return other_value();
  }
  return true;
}

// A value in a place that asks for none of its kind.
bool LineHandler::other_value() {
  if (place_ == Place::kUnknown) return true;
  if (place_ == Place::kFiles) return fail(malformed("a file's content is not text", key_));
  if (place_ == Place::kOutside) return fail(malformed("not a JSON object", text_));
  if (key_ == "t" || key_ == "mono" || key_ == "boot") {
    return fail(malformed("\"" + key_ + "\" is not a number", text_));
  }
  if (key_ == "files") return fail(malformed("\"files\" is not an object", text_));
  return true;
}

bool LineHandler::start_object(std::size_t) {
  if (place_ == Place::kOutside) {
    place_ = Place::kLine;
    return true;
  }
  if (place_ == Place::kLine && key_ == "files") {
    place_ = Place::kFiles;
    has_files_ = true;
    return true;
  }
  return start_array(0);
}

bool LineHandler::start_array(std::size_t) {
  if (!other_value()) return false;
  place_ = Place::kUnknown;
  if (++unknown_depth_ <= kUnknownDepthLimit) return true;
  return fail(malformed("nested too deeply", text_));
}

bool LineHandler::end_object() {
  if (place_ == Place::kUnknown) return end_array();
  place_ = place_ == Place::kFiles ? Place::kLine : Place::kOutside;
  return true;
}

bool LineHandler::end_array() {
  if (--unknown_depth_ == 0) place_ = Place::kLine;
  return true;
}

bool LineHandler::key(string_t& name) {
  if (place_ != Place::kUnknown) key_ = std::move(name);
  return true;
}

bool LineHandler::parse_error(std::size_t position, const std::string&,
                              const nlohmann::detail::exception&) {
  const std::size_t begin = position > 20 ? position - 20 : 0;
  return fail(malformed("not JSON at byte " + std::to_string(position),
                        begin < text_.size() ? text_.substr(begin) : std::string_view()));
}

Result<TraceLine> LineHandler::finish(bool parsed) && {
  if (failure_) return *failure_;
  if (!parsed) return malformed("not JSON", text_);
  if (!realtime_) return malformed("no \"t\"", text_);
  if (!has_files_) return malformed("no \"files\"", text_);
  line_.clock.realtime_seconds = *realtime_;
  line_.clock.monotonic_seconds = monotonic_.value_or(*realtime_);
  line_.clock.boottime_seconds = boottime_.value_or(line_.clock.monotonic_seconds);
  return std::move(line_);
}

}  // namespace

Result<TraceLine> parse_trace_line(std::string_view text) {
  LineHandler handler(text);
  const bool parsed = nlohmann::json::sax_parse(text.begin(), text.end(), &handler);
  return std::move(handler).finish(parsed);
}

}  // namespace plumbline
