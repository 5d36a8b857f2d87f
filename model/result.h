// Result<T>: a value, or the Error that explains why there is none.
//
// Purpose: what can fail says so in its return type. The names are those of C++23's std::expected,
//   which g++ 12 does not have.
// Errors:  Error carries a code to branch on, the errno (0 where none applies) and a context for a
//   person: the path or key at fault and at most kErrorTextBytes of the offending text.
// Threads: plain values.
#pragma once

#include <cassert>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace plumbline {

enum class ErrorCode {
  kNotFound,     // The file, device or key does not exist: "no data", not a fault.
  kDenied,       // It exists and may not be read.
  kIo,           // Reading it failed.
  kTooLarge,     // It is longer than its bound.
  kMalformed,    // It was read and makes no sense.
  kInvalid,      // A user's wish that cannot be granted.
  kUnavailable,  // The kernel or library does not offer it.
};

inline constexpr std::size_t kErrorTextBytes = 120;

struct Error {
  ErrorCode code = ErrorCode::kIo;
  int errno_value = 0;
  std::string context;

  friend bool operator==(const Error&, const Error&) = default;
};

// `text` cut to kErrorTextBytes, with bytes that are not printable ASCII shown as '?'.
inline std::string printable_excerpt(std::string_view text) {
  std::string out(text.substr(0, kErrorTextBytes));
  for (char& character : out) {
    if (character < ' ' || character > '~') character = '?';
  }
  return out;
}

inline Error malformed(std::string what, std::string_view offending_text) {
  return Error{ErrorCode::kMalformed, 0,
               std::move(what) + ": \"" + printable_excerpt(offending_text) + "\""};
}

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& value() & {
    assert(has_value());
    return *std::get_if<0>(&state_);
  }
  const T& value() const& {
    assert(has_value());
    return *std::get_if<0>(&state_);
  }
  T&& value() && {
    assert(has_value());
    return std::move(*std::get_if<0>(&state_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const {
    assert(!has_value());
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

// Success without a value.
using Status = Result<std::monostate>;
inline Status ok() { return std::monostate{}; }

}  // namespace plumbline
