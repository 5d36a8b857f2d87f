#include "agent/trace/trace_source.h"

#include <algorithm>
#include <utility>

#include "collectors/parse/text.h"

namespace plumbline {
namespace {

Error not_in_trace(const std::string& path) {
  return Error{ErrorCode::kNotFound, 0, path + ": not in the trace"};
}

// Adds the names of what lies directly under `prefix`, which ends with '/'.
void add_children(const TraceFiles& files, const std::string& prefix,
                  std::vector<std::string>& names) {
  auto file = files.lower_bound(prefix);
  while (file != files.end() && file->first.starts_with(prefix)) {
    const std::string_view rest = std::string_view(file->first).substr(prefix.size());
    const std::size_t slash = rest.find('/');
    names.emplace_back(rest.substr(0, slash));
    if (slash == std::string_view::npos) {
      ++file;
    } else {
      // Past everything below this child: '0' is the character after '/'.
      file = files.lower_bound(prefix + names.back() + '0');
    }
  }
}

}  // namespace

void TraceSource::forget(const std::string& path) {
  const auto file = files_.find(path);
  if (file == files_.end()) return;
  state_bytes_ -= file->first.size() + file->second->size();
  files_.erase(file);
}

bool TraceSource::put(const std::string& path, TraceContent content) {
  forget(path);
  const std::size_t bytes = path.size() + content->size();
  if (files_.size() >= kTraceFileCountLimit || bytes > kTraceStateBytesLimit - state_bytes_) {
    return false;
  }
  state_bytes_ += bytes;
  files_.emplace(path, std::move(content));
  return true;
}

Status TraceSource::advance(TraceLine&& line) {
  clock_ = line.clock;
  if (line.complete) {
    files_.clear();
    state_bytes_ = 0;
    kernel_log_missing_ = false;
  }
  forget(std::string(kTraceKernelLogPath));
  std::size_t left_out = 0;
  for (auto& [path, content] : line.files) {
    if (path == kTraceKernelLogPath) kernel_log_missing_ = content == nullptr;
    if (content == nullptr) {
      forget(path);
    } else if (!put(path, std::move(content))) {
      ++left_out;
    }
  }
  if (left_out == 0) return ok();
  return Error{
      ErrorCode::kTooLarge, 0,
      "the trace's files are beyond their bound: " + std::to_string(left_out) + " left out"};
}

Result<std::string_view> TraceSource::read(const std::string& path, std::string& buffer) const {
  const auto file = files_.find(path);
  if (file == files_.end()) {
    if (path != kTraceKernelLogPath || kernel_log_missing_) return not_in_trace(path);
    buffer.clear();
    return std::string_view(buffer);
  }
  if (file->second->size() > kFileBytesLimit) {
    return Error{ErrorCode::kTooLarge, 0, path + ": too large"};
  }
  buffer = *file->second;
  return std::string_view(buffer);
}

Result<std::vector<std::string>> TraceSource::list(const std::string& directory) const {
  std::string path = directory;
  while (path.ends_with('/')) path.pop_back();
  std::vector<std::string> names;
  const auto recorded = files_.find(std::string(kTraceListPrefix) + path);
  if (recorded != files_.end()) {
    std::string_view text = *recorded->second;
    while (const auto name = next_line(text)) names.emplace_back(*name);
    return names;
  }
  path += '/';
  add_children(files_, path, names);
  add_children(files_, std::string(kTraceLinkPrefix) + path, names);
  add_children(files_, std::string(kTraceListPrefix) + path, names);
  if (names.empty()) return not_in_trace(directory);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

Result<std::string> TraceSource::link_target(const std::string& path) const {
  const auto file = files_.find(std::string(kTraceLinkPrefix) + path);
  if (file == files_.end()) return not_in_trace(path);
  return *file->second;
}

}  // namespace plumbline
