#include "probes/protocol/object_reader.h"

#include <cmath>
#include <limits>
#include <utility>

namespace plumbline {
namespace {

using nlohmann::json;

bool is_amount(const json& value) {
  return value.is_number() && std::isfinite(value.get<double>()) && value.get<double>() >= 0;
}

// What an error shows of a value: a large one would be written out for a few bytes of it.
std::string excerpt_of(const json& value) {
  if (value.is_structured()) return value.is_array() ? "[...]" : "{...}";
  return value.dump(-1, ' ', true, json::error_handler_t::replace);
}

}  // namespace

ObjectReader::ObjectReader(const json& object, std::string path)
    : object_(object), path_(std::move(path)) {
  if (!object_.is_object()) fault_ = malformed(path_ + " is no object", excerpt_of(object_));
}

const json* ObjectReader::member(const char* key) {
  if (!object_.is_object()) return nullptr;
  const auto found = object_.find(key);
  if (found != object_.end()) return &*found;
  if (is_good()) fault_ = malformed(path_ + " lacks a member", key);
  return nullptr;
}

const json* ObjectReader::array(const char* key, std::size_t most) {
  const json* value = member(key);
  if (value == nullptr) return nullptr;
  if (value->is_array() && value->size() <= most) return value;
  fail(key, value->is_array() ? "is too long" : "is no array", *value);
  return nullptr;
}

void ObjectReader::read(const char* key, bool& into) {
  const json* value = member(key);
  if (value == nullptr) return;
  if (!value->is_boolean()) return fail(key, "is neither true nor false", *value);
  into = value->get<bool>();
}

void ObjectReader::read(const char* key, std::uint64_t& into) {
  const json* value = member(key);
  if (value == nullptr) return;
  if (!value->is_number_unsigned()) return fail(key, "is no whole number", *value);
  into = value->get<std::uint64_t>();
}

void ObjectReader::read(const char* key, std::uint32_t& into) {
  std::uint64_t wide = 0;
  read(key, wide);
  if (wide > std::numeric_limits<std::uint32_t>::max()) return fail(key, "is too large", wide);
  into = static_cast<std::uint32_t>(wide);
}

void ObjectReader::read(const char* key, std::int64_t& into) {
  std::uint64_t wide = 0;
  read(key, wide);
  if (wide > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    return fail(key, "is too large", wide);
  }
  into = static_cast<std::int64_t>(wide);
}

void ObjectReader::read(const char* key, double& into) {
  const json* value = member(key);
  if (value == nullptr) return;
  if (!is_amount(*value)) return fail(key, "is no number of 0 or more", *value);
  into = value->get<double>();
}

void ObjectReader::read(const char* key, std::optional<double>& into) {
  const json* value = member(key);
  if (value == nullptr || value->is_null()) return;
  into.emplace();
  read(key, *into);
}

void ObjectReader::read_text(const char* key, std::string& into, std::size_t most_bytes) {
  const json* value = member(key);
  if (value == nullptr) return;
  const std::string* text = value->get_ptr<const std::string*>();
  if (text == nullptr) return fail(key, "is no text", *value);
  if (text->size() > most_bytes) return fail(key, "is too long", *value);
  into = *text;
}

void ObjectReader::read_numbers(const char* key, std::vector<double>& into, std::size_t most) {
  const json* values = array(key, most);
  if (values == nullptr) return;
  into.reserve(values->size());
  for (const json& value : *values) {
    if (!is_amount(value)) return fail(key, "holds what is no number of 0 or more", value);
    into.push_back(value.get<double>());
  }
}

void ObjectReader::fail(const char* key, std::string_view what, const json& offending) {
  if (!is_good()) return;
  fault_ = malformed(path_ + "." + key + " " + std::string(what), excerpt_of(offending));
}

void ObjectReader::adopt(const ObjectReader& other) {
  if (is_good()) fault_ = other.fault_;
}

Status ObjectReader::status() const {
  if (fault_) return *fault_;
  return ok();
}

}  // namespace plumbline
