// Takes the members of a JSON object, each of them there and within its bounds.
//
// Purpose: a decoder reads like a schema; the first fault is kept and the rest of the reading does
//   no harm.
// Shapes:  a member that is missing is a fault, one that nobody asks for is none. Numbers are
//   finite and not negative.
// Errors:  kMalformed, naming the member by its path: "result.usage.user_seconds".
// Threads: one. Lifetimes: the JSON outlives its readers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/result.h"

namespace plumbline {

class ObjectReader {
 public:
  // `path` stands before the members' names in errors.
  ObjectReader(const nlohmann::json& object, std::string path);

  void read(const char* key, bool& into);
  void read(const char* key, std::uint64_t& into);
  void read(const char* key, std::uint32_t& into);
  void read(const char* key, std::int64_t& into);  // Not negative.
  void read(const char* key, double& into);
  void read(const char* key, std::optional<double>& into);  // null: nothing.
  void read_text(const char* key, std::string& into, std::size_t most_bytes);
  void read_numbers(const char* key, std::vector<double>& into, std::size_t most);

  // The enumerator, of Count many from 0 on, whose to_string is the member's text.
  template <std::size_t Count, class Enum>
  void read_name(const char* key, Enum& into) {
    const nlohmann::json* value = member(key);
    if (value == nullptr) return;
    const std::string* text = value->get_ptr<const std::string*>();
    for (std::size_t which = 0; text != nullptr && which < Count; ++which) {
      if (to_string(static_cast<Enum>(which)) != *text) continue;
      into = static_cast<Enum>(which);
      return;
    }
    fail(key, "is no known name", *value);
  }

  // Null where it is missing, which is then a fault.
  const nlohmann::json* member(const char* key);
  // Null where the member is missing or no array of at most `most`.
  const nlohmann::json* array(const char* key, std::size_t most);

  // Reads the member, an object, by `read_members(ObjectReader&)`.
  template <class ReadMembers>
  void read_object(const char* key, ReadMembers read_members) {
    const nlohmann::json* value = member(key);
    if (value == nullptr) return;
    ObjectReader reader(*value, path_ + "." + key);
    read_members(reader);
    adopt(reader);
  }

  void fail(const char* key, std::string_view what, const nlohmann::json& offending);
  void adopt(const ObjectReader& other);  // Its fault, where there is none yet.
  bool is_good() const { return !fault_.has_value(); }
  Status status() const;
  const std::string& path() const { return path_; }

 private:
  const nlohmann::json& object_;
  std::string path_;
  std::optional<Error> fault_;
};

}  // namespace plumbline
