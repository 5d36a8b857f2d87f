// The members of a Job as the rows of keys.cpp name them.
//
// Purpose: flag<&Job::direct>() instead of two functions for each row.
// Shapes:  as keys.h says.
// Errors:  none.
// Threads: pure.
#pragma once

#include <type_traits>
#include <utility>

#include "probes/job/keys.h"
#include "probes/job/value_syntax.h"

namespace plumbline::key_members {

template <auto Member>
constexpr JobFlag flag() {
  return {[](const Job& job) { return job.*Member; },
          [](Job& job, bool value) { job.*Member = value; }};
}

template <class Value>
struct Inner {
  using Type = Value;
  static constexpr bool kIsOptional = false;
};
template <class Value>
struct Inner<std::optional<Value>> {
  using Type = Value;
  static constexpr bool kIsOptional = true;
};

template <auto Member>
using MemberOf = Inner<std::remove_reference_t<decltype(std::declval<Job&>().*Member)>>;

// Sets a plain or optional member; a plain one is left alone where there is no value.
template <auto Member, class Value>
void assign(Job& job, const std::optional<Value>& value) {
  using Type = typename MemberOf<Member>::Type;
  if (value) {
    job.*Member = static_cast<Type>(*value);
  } else if constexpr (MemberOf<Member>::kIsOptional) {
    (job.*Member).reset();
  }
}

template <auto Member>
constexpr JobCount count() {
  return {[](const Job& job) -> std::optional<std::uint64_t> { return job.*Member; },
          [](Job& job, std::optional<std::uint64_t> value) { assign<Member>(job, value); }};
}

template <auto Member>
constexpr JobTime time(TimeUnit unit = TimeUnit::kSeconds) {
  return {[](const Job& job) -> std::optional<double> { return job.*Member; },
          [](Job& job, std::optional<double> value) { assign<Member>(job, value); }, unit};
}

// ss_dur and ss_ramp: naming one of them means a steady state, if only fio's default.
template <auto Member>
constexpr JobTime steady_state_time() {
  return {[](const Job& job) -> std::optional<double> {
            if (!job.steady_state) return std::nullopt;
            return (*job.steady_state).*Member;
          },
          [](Job& job, std::optional<double> value) {
            if (!job.steady_state) job.steady_state = default_steady_state();
            (*job.steady_state).*Member = value.value_or(0);
          }};
}

template <auto Member>
constexpr JobPercent percent() {
  return {[](const Job& job) -> std::optional<double> { return job.*Member; },
          [](Job& job, double ratio) { job.*Member = ratio; }};
}

template <auto Member>
constexpr JobExtent extent() {
  return {[](const Job& job) -> std::optional<Extent> { return job.*Member; },
          [](Job& job, const std::optional<Extent>& value) { assign<Member>(job, value); }};
}

template <auto Member>
constexpr JobText text() {
  return {[](const Job& job) -> const std::string& { return job.*Member; },
          [](Job& job, std::string_view value) { job.*Member = value; }};
}

template <auto Member>
constexpr JobText remote_text() {
  return {[](const Job& job) -> const std::string& { return job.remote.*Member; },
          [](Job& job, std::string_view value) { job.remote.*Member = value; }};
}

template <auto Member>
constexpr JobChoice choice() {
  return {[](const Job& job) { return static_cast<std::size_t>(job.*Member); },
          [](Job& job, std::size_t number) {
            job.*Member = static_cast<typename MemberOf<Member>::Type>(number);
          }};
}

}  // namespace plumbline::key_members
