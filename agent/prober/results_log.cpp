#include "agent/prober/results_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "collectors/file_error.h"
#include "collectors/parse/text.h"

namespace plumbline {
namespace {

using nlohmann::json;

constexpr mode_t kDirectoryPermissions = 0750;
constexpr mode_t kFilePermissions = 0640;
constexpr std::string_view kLineBegin = "{\"t\":";

std::string json_text(const std::string& text) {
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

// Calls with each line of the file, those that are too long left out.
template <class Function>
void each_line(const std::string& path, const Function& function) {
  const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file.is_open()) return;
  std::string unread;
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t got = ::read(file.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return;
    unread.append(buffer.data(), static_cast<std::size_t>(got));
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = unread.find('\n', begin)) != std::string::npos;
         begin = end + 1) {
      function(std::string_view(unread).substr(begin, end - begin));
    }
    unread.erase(0, begin);
    if (unread.size() > 2 * kMostLineBytes) return;
  }
}

}  // namespace

std::string result_line(const LoggedResult& logged) {
  std::string line(kLineBegin);
  line += json(logged.realtime_seconds).dump();
  line += ",\"target\":" + json_text(logged.target) + ",\"job\":" + json_text(logged.job);
  line += ",\"result\":" + encode(Message(logged.result)) + "}";
  return line;
}

std::optional<double> time_of_line(std::string_view line) {
  if (!line.starts_with(kLineBegin)) return std::nullopt;
  line.remove_prefix(kLineBegin.size());
  return to_double(line.substr(0, line.find(',')));
}

Result<LoggedResult> parse_result_line(std::string_view line) {
  try {
    const json whole = json::parse(line);
    LoggedResult logged;
    whole.at("t").get_to(logged.realtime_seconds);
    whole.at("target").get_to(logged.target);
    whole.at("job").get_to(logged.job);
    auto message =
        decode_message(whole.at("result").dump(-1, ' ', false, json::error_handler_t::replace));
    if (!message) return message.error();
    auto* result = std::get_if<ProbeResult>(&*message);
    if (result == nullptr) return malformed("no result", line);
    logged.result = std::move(*result);
    return logged;
  } catch (const json::exception& error) {
    return malformed("no line of results", error.what());
  }
}

std::string ResultsLog::path(unsigned number) const {
  return directory_ + "/results.ndjson" + (number == 0 ? "" : "." + std::to_string(number));
}

Status ResultsLog::open() {
  if (file_.is_open()) return ok();
  if (::mkdir(directory_.c_str(), kDirectoryPermissions) != 0 && errno != EEXIST) {
    return file_error(directory_, errno);
  }
  Fd file(::open(path(0).c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW,
                 kFilePermissions));
  if (!file.is_open()) return file_error(path(0), errno);
  const off_t size = ::lseek(file.get(), 0, SEEK_END);
  if (size < 0) return file_error(path(0), errno);
  written_bytes_ = static_cast<std::uint64_t>(size);
  // A line that was cut short by a crash ends here, so that the next is its own.
  char last = '\n';
  if (size > 0 && ::pread(file.get(), &last, 1, size - 1) == 1 && last != '\n') {
    if (::write(file.get(), "\n", 1) != 1) return file_error(path(0), errno);
    ++written_bytes_;
  }
  file_ = std::move(file);
  return ok();
}

Status ResultsLog::rotate() {
  file_ = Fd();
  for (unsigned number = kResultsFiles - 1; number > 0; --number) {
    if (::rename(path(number - 1).c_str(), path(number).c_str()) != 0 && errno != ENOENT) {
      return file_error(path(number), errno);
    }
  }
  return ok();
}

Status ResultsLog::append(const std::string& line) {
  Status status = open();
  if (!status) return status;
  if (written_bytes_ > 0 && written_bytes_ + line.size() + 1 > file_bytes_) {
    status = rotate();
    if (status) status = open();
    if (!status) return status;
  }
  // In one call: a reader sees whole lines, but for a disk that is full.
  const std::string text = line + "\n";
  const ssize_t written = ::write(file_.get(), text.data(), text.size());
  if (written == static_cast<ssize_t>(text.size())) {
    written_bytes_ += text.size();
    return ok();
  }
  const int errno_value = written < 0 ? errno : ENOSPC;
  file_ = Fd();  // Opened anew, it ends what was begun.
  return file_error(path(0), errno_value);
}

std::vector<LoggedResult> ResultsLog::read(double since_seconds, double until_seconds) const {
  std::vector<LoggedResult> results;
  for (unsigned number = kResultsFiles; number-- > 0;) {
    each_line(path(number), [&](std::string_view line) {
      const auto time = time_of_line(line);
      if (!time || *time < since_seconds || *time > until_seconds) return;
      if (auto logged = parse_result_line(line)) results.push_back(std::move(*logged));
    });
  }
  return results;
}

}  // namespace plumbline
