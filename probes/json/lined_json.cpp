#include "probes/json/lined_json.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "model/result.h"

namespace plumbline {
namespace {

using nlohmann::json;

// Deeper than any key: what is below is an error of the key above it.
constexpr std::size_t kMostDepth = 64;

struct LineCount {
  std::size_t line = 1;
  std::size_t column = 0;         // Of the last character.
  std::size_t column_before = 0;  // Without it.
  std::size_t characters = 0;
  std::size_t line_before = 1;  // Without the last character: the end of a number is seen one late.
};

// Reads the text and counts its lines on the way.
class CountingIterator {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, LineCount& count) : at_(at), count_(&count) {}

  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    count_->line_before = count_->line;
    count_->column_before = count_->column;
    ++count_->characters;
    ++count_->column;
    if (*at_ == '\n') {
      ++count_->line;
      count_->column = 0;
    }
    ++at_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& left, const CountingIterator& right) {
    return left.at_ == right.at_;
  }

 private:
  const char* at_;
  LineCount* count_;
};

// The parser's message without its own number and position.
std::string message_of(std::string_view text) {
  for (const std::string_view mark : {"column ", "] "}) {
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos) continue;
    text.remove_prefix(at + mark.size());
    const std::size_t colon = text.find(": ");
    if (mark == "column " && colon != std::string_view::npos) text.remove_prefix(colon + 2);
    break;
  }
  return printable_excerpt(text);
}

class LinedBuilder final : public nlohmann::json_sax<json> {
 public:
  LinedBuilder(LinedJson& into, const LineCount& count) : into_(into), count_(count) {}
  LinedBuilder(const LinedBuilder&) = delete;
  LinedBuilder& operator=(const LinedBuilder&) = delete;

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
    Container& parent = open_.back();
    parent.key = name;
    const std::string pointer = parent.pointer + json_pointer_part(name);
    if (parent.value->contains(name)) into_.duplicates.push_back({pointer, path()});
    into_.lines[pointer] = count_.line;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const json::exception& error) override {
    into_.fault = fault_here(message_of(error.what()));
    if (position > count_.characters) into_.fault->column = count_.column + 1;  // The text's end.
    return false;
  }

 private:
  struct Container {
    json* value = nullptr;
    std::string pointer;
    std::string key;  // That is being read, of an object.
  };

  struct Placed {
    json* value = nullptr;
    std::string pointer;
  };

  Placed place(json value) {
    if (open_.empty()) {
      into_.root = std::move(value);
      return {&into_.root, ""};
    }
    Container& parent = open_.back();
    if (parent.value->is_array()) {
      const std::string pointer = parent.pointer + '/' + std::to_string(parent.value->size());
      into_.lines[pointer] = value.is_number() ? count_.line_before : count_.line;
      parent.value->push_back(std::move(value));
      return {&parent.value->back(), pointer};
    }
    json& member = (*parent.value)[parent.key];
    member = std::move(value);
    return {&member, parent.pointer + json_pointer_part(parent.key)};
  }

  // Of the key that is being read. An array's own key is empty.
  std::string path() const {
    std::string path;
    for (const Container& container : open_) {
      if (container.key.empty()) continue;
      if (!path.empty()) path += '.';
      path += container.key;
    }
    return path;
  }

  // At the last character; a newline belongs to the line that it ends.
  JsonFault fault_here(std::string what) const {
    if (count_.column == 0 && count_.line > 1) {
      return {count_.line_before, count_.column_before + 1, std::move(what)};
    }
    return {count_.line, std::max<std::size_t>(count_.column, 1), std::move(what)};
  }

  bool add(json value) {
    place(std::move(value));
    return true;
  }

  bool open(json container) {
    if (open_.size() == kMostDepth) {
      into_.fault = fault_here("nested too deeply");
      return false;
    }
    Placed placed = place(std::move(container));
    open_.push_back({placed.value, std::move(placed.pointer), ""});
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  LinedJson& into_;
  const LineCount& count_;
  std::vector<Container> open_;  // The outermost first.
};

}  // namespace

std::string json_pointer_part(std::string_view key) {
  std::string part = "/";
  for (const char character : key) {
    if (character == '~') {
      part += "~0";
    } else if (character == '/') {
      part += "~1";
    } else {
      part += character;
    }
  }
  return part;
}

std::size_t LinedJson::line_of(const std::string& pointer) const {
  const auto found = lines.find(pointer);
  return found == lines.end() ? 0 : found->second;
}

LinedJson parse_lined_json(std::string_view text) {
  LinedJson document;
  LineCount count;
  LinedBuilder builder(document, count);
  const CountingIterator begin(text.data(), count);
  const CountingIterator end(text.data() + text.size(), count);
  try {
    const bool is_parsed = json::sax_parse(begin, end, &builder, json::input_format_t::json,
                                           /*strict=*/true, /*ignore_comments=*/true);
    if (!is_parsed && !document.fault) document.fault = JsonFault{count.line, 1, "is no JSON"};
  } catch (const std::exception& error) {
    document.fault = JsonFault{count.line, 1, message_of(error.what())};
  }
  return document;
}

}  // namespace plumbline
