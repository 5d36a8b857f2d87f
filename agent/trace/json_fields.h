// Reading and writing the members of JSON objects that iproute2 and ethtool print.
//
// Shapes:  a member that is absent, or not of the kind that is asked for, is not known: empty text,
//   no count. The same is left out when writing.
// Threads: pure.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "model/link.h"

namespace plumbline::json_fields {

// Not ordered_json: its look-ups are linear, which a hostile object would make quadratic.
using Json = nlohmann::json;
using Count = std::optional<std::uint64_t>;

inline std::string in_case(std::string text, bool upper) {
  for (char& character : text) {
    if (upper && character >= 'a' && character <= 'z') character += 'A' - 'a';
    if (!upper && character >= 'A' && character <= 'Z') character += 'a' - 'A';
  }
  return text;
}

inline void put_text(Json& object, const char* key, const std::string& text) {
  if (!text.empty()) object[key] = text;
}

inline void put_count(Json& object, const char* key, const Count& count) {
  if (count) object[key] = *count;
}

inline void put_duplex(Json& object, Duplex duplex) {
  if (duplex == Duplex::kFull) object["duplex"] = "Full";
  if (duplex == Duplex::kHalf) object["duplex"] = "Half";
}

inline std::string text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) return {};
  return found->get<std::string>();
}

inline Count count_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
  return found->get<std::uint64_t>();
}

// An object within; an empty one where there is none.
inline const Json& object_at(const Json& object, const char* key) {
  static const Json empty = Json::object();
  const auto found = object.find(key);
  return found != object.end() && found->is_object() ? *found : empty;
}

inline Duplex duplex_at(const Json& object) {
  const std::string text = in_case(text_at(object, "duplex"), false);
  if (text == "full") return Duplex::kFull;
  return text == "half" ? Duplex::kHalf : Duplex::kUnknown;
}

}  // namespace plumbline::json_fields
