#include "probes/run/request_error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace plumbline {
namespace {

// EIO (the general one and media errors of NVMe), EILSEQ (protection), ENODATA (critical medium),
// EREMOTEIO (critical target), ETIMEDOUT, ENOLINK (transport), EBADE (reservation conflict).
constexpr std::array<int, 7> kOfOneRequest = {EIO,       EILSEQ,  ENODATA, EREMOTEIO,
                                              ETIMEDOUT, ENOLINK, EBADE};

}  // namespace

bool is_tolerated(ErrorTolerance tolerance, Operation operation, std::int32_t result) {
  const bool is_asked_for = tolerance == ErrorTolerance::kAll ||
                            (tolerance == ErrorTolerance::kRead && operation == Operation::kRead) ||
                            (tolerance == ErrorTolerance::kWrite && operation == Operation::kWrite);
  if (!is_asked_for) return false;
  return result >= 0 || std::ranges::find(kOfOneRequest, -result) != kOfOneRequest.end();
}

std::string describe_failure(const IoRequest& request, std::int32_t result) {
  std::string text = std::string(to_string(request.operation)) + " of " +
                     std::to_string(request.length_bytes) + " bytes at offset " +
                     std::to_string(request.offset_bytes) + ": ";
  if (result < 0) return text + std::strerror(-result);
  return text + "only " + std::to_string(result) + " bytes";
}

}  // namespace plumbline
