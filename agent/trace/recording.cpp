#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/trace/recording_source.h"
#include "collectors/parse/text.h"

namespace plumbline {
namespace {

// The sequence number of a record of /dev/kmsg ("6,339,5140900,-;text"; Documentation/ABI/testing/
// dev-kmsg); nothing for a continuation line (" KEY=value").
std::optional<std::uint64_t> record_sequence(std::string_view record) {
  const std::size_t begin = record.find(',');
  if (begin == std::string_view::npos || record.starts_with(' ')) return std::nullopt;
  record.remove_prefix(begin + 1);
  return to_unsigned(record.substr(0, record.find(',')));
}

std::string joined_lines(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text.append(name).append("\n");
  return text;
}

}  // namespace

TraceFiles Recording::take() {
  const std::lock_guard lock(mutex_);
  TraceFiles files = files_;
  if (log_missing_) files.emplace(kTraceKernelLogPath, nullptr);
  if (!log_.empty()) {
    files.insert_or_assign(std::string(kTraceKernelLogPath), make_trace_content(log_));
    log_.clear();
  }
  return files;
}

std::uint64_t Recording::dropped() const {
  const std::lock_guard lock(mutex_);
  return dropped_;
}

void Recording::put(std::string_view path, std::string_view content) {
  const auto file = files_.find(path);
  const bool known = file != files_.end();
  if (known && *file->second == content) return;
  const std::size_t freed = known ? file->second->size() : 0;
  const std::size_t added = content.size() + (known ? 0 : path.size());
  if (bytes_ - freed + added > kRecordedBytesLimit ||
      (!known && files_.size() >= kTraceFileCountLimit)) {
    ++dropped_;
    // No content rather than an outdated one.
    if (known) erase(file);
    return;
  }
  bytes_ = bytes_ - freed + added;
  if (known) {
    file->second = make_trace_content(content);
  } else {
    files_.emplace(path, make_trace_content(content));
  }
}

TraceFiles::iterator Recording::erase(TraceFiles::iterator file) {
  bytes_ -= file->first.size() + file->second->size();
  return files_.erase(file);
}

void Recording::note_content(std::string_view path, std::string_view content) {
  const std::lock_guard lock(mutex_);
  if (path == kTraceKernelLogPath) {
    note_log(content);
  } else {
    put(path, content);
  }
}

void Recording::note_missing(std::string_view path) {
  const std::lock_guard lock(mutex_);
  if (path == kTraceKernelLogPath) log_missing_ = true;
  const auto file = files_.find(path);
  if (file != files_.end()) erase(file);
}

void Recording::note_list(std::string_view directory, const std::vector<std::string>& names) {
  const std::string key = std::string(kTraceListPrefix).append(directory);
  const std::string text = joined_lines(names);
  const std::lock_guard lock(mutex_);
  const auto known = files_.find(key);
  if (known != files_.end() && *known->second == text) return;
  put(key, text);
  forget_below(directory, names);
}

void Recording::note_no_list(std::string_view directory) {
  const std::string key = std::string(kTraceListPrefix).append(directory);
  const std::lock_guard lock(mutex_);
  const auto known = files_.find(key);
  if (known == files_.end()) return;
  erase(known);
  forget_below(directory, {});
}

// Everything below those of the directory's entries that are not among `kept`, which ascend.
void Recording::forget_below(std::string_view directory, const std::vector<std::string>& kept) {
  for (const std::string_view kind : {std::string_view(), kTraceLinkPrefix, kTraceListPrefix}) {
    const std::string prefix = std::string(kind).append(directory).append("/");
    auto file = files_.lower_bound(prefix);
    while (file != files_.end() && file->first.starts_with(prefix)) {
      const std::string_view rest = std::string_view(file->first).substr(prefix.size());
      const std::string_view name = rest.substr(0, rest.find('/'));
      file = std::binary_search(kept.begin(), kept.end(), name) ? std::next(file) : erase(file);
    }
  }
}

void Recording::note_answers(std::string_view prefix, TraceFiles&& answers) {
  const std::lock_guard lock(mutex_);
  auto file = files_.lower_bound(prefix);
  while (file != files_.end() && file->first.starts_with(prefix)) {
    file = answers.contains(file->first) ? std::next(file) : erase(file);
  }
  for (const auto& [path, content] : answers) put(path, *content);
}

// Notes what is newer than the last record noted, whether the source gives the log whole or only
// what is new.
void Recording::note_log(std::string_view records) {
  log_missing_ = false;
  bool is_new = true;
  while (const auto record = next_line(records)) {
    if (const auto sequence = record_sequence(*record)) {
      is_new = !log_sequence_ || *sequence > *log_sequence_;
      if (is_new) log_sequence_ = sequence;
    }
    if (is_new) append_log(*record);
  }
}

void Recording::append_log(std::string_view record) {
  if (log_.size() + record.size() + 1 > kRecordedLogBytesLimit) {
    ++dropped_;
    return;
  }
  log_.append(record).append("\n");
}

}  // namespace plumbline
