// The http_s3_* keys, which a Job keeps by their names.
//
// Source:  fio 3.33, man fio (http_s3_*).
// Shapes:  RemoteTarget::http_s3 holds those that the job says, in the order of kS3Options, so that
//   equal jobs compare equal.
// Errors:  none.
// Threads: pure.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "probes/job/keys.h"

namespace plumbline {

// Ascending.
inline constexpr std::array<std::string_view, 6> kS3Options = {"http_s3_key",
                                                               "http_s3_keyid",
                                                               "http_s3_region",
                                                               "http_s3_sse_customer_algorithm",
                                                               "http_s3_sse_customer_key",
                                                               "http_s3_storage_class"};

// Empty where the job does not say.
const std::string& s3_option_of(const Job& job, std::string_view name);
void set_s3_option(Job& job, std::string_view name, std::string_view value);

template <std::size_t Number>
constexpr JobText s3_option() {
  return {
      [](const Job& job) -> const std::string& { return s3_option_of(job, kS3Options[Number]); },
      [](Job& job, std::string_view value) { set_s3_option(job, kS3Options[Number], value); }};
}

}  // namespace plumbline
