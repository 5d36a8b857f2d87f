#include "collectors/io_errors.h"

#include <vector>

#include "collectors/parse/kmsg.h"
#include "collectors/parse/text.h"

namespace plumbline {
namespace {

// Every disk of a large host times every operation; a log that names more is not believed.
constexpr std::size_t kMostCounts = 2048;

// "6,339,5140900,-;...": the second number.
std::optional<std::uint64_t> sequence_of(std::string_view record) {
  const std::size_t first = record.find(',');
  if (first == std::string_view::npos) return std::nullopt;
  const std::string_view rest = record.substr(first + 1);
  return to_unsigned(rest.substr(0, rest.find(',')));
}

}  // namespace

void IoErrorsCollector::count(std::string_view record) {
  const auto sequence = sequence_of(record);
  if (!sequence || *sequence < next_sequence_) return;
  next_sequence_ = *sequence + 1;
  const auto error = parse_kmsg_record(record);
  if (!error) return;
  const std::pair key(error->device, error->operation);
  if (counts_.size() < kMostCounts || counts_.contains(key)) ++counts_[key];
}

Status IoErrorsCollector::collect(CollectContext& context, Sample& part) {
  auto text = context.source.read("/dev/kmsg", context.buffer);
  // A trace holds the log only where it has new records.
  const bool nothing_new = !text && text.error().code == ErrorCode::kNotFound && has_read_;
  if (!text && !nothing_new) return text.error();
  has_read_ = true;
  // A recording may go on behind a reboot, where the log numbers its records from 0 again.
  const double boottime = context.clock.boottime_seconds;
  if (boottime < boottime_seconds_) next_sequence_ = 0;
  boottime_seconds_ = boottime;
  std::string_view rest = text ? *text : std::string_view();
  for (auto line = next_line(rest); line; line = next_line(rest)) {
    const bool continues = !line->empty() && line->front() == ' ';
    if (!continues) count(*line);
  }
  part.io_errors.emplace();
  for (const auto& [key, amount] : counts_) {
    part.io_errors->push_back({key.first, key.second, amount});
  }
  return ok();
}

}  // namespace plumbline
