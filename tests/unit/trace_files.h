// What the tests of traces share: a directory that goes away with the test, whole files, and lines.
#pragma once

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/trace/trace_line.h"
#include "agent/trace/trace_reader.h"

namespace plumbline {

class TemporaryDirectory {
 public:
  TemporaryDirectory() : path_(std::filesystem::temp_directory_path() / "plumbline-XXXXXX") {
    if (::mkdtemp(path_.data()) == nullptr) std::abort();
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

  std::vector<std::string> names() const { return names_in(path_); }

  static std::vector<std::string> names_in(const std::string& path) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
      names.push_back(entry.path().filename());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::string path_;
};

inline std::string file_bytes(const std::string& path) {
  std::string bytes;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) std::abort();
  for (int next = std::fgetc(file); next != EOF; next = std::fgetc(file)) {
    bytes += static_cast<char>(next);
  }
  std::fclose(file);
  return bytes;
}

inline void write_file(const std::string& path, std::string_view bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr || std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size()) {
    std::abort();
  }
  std::fclose(file);
}

// One gzip member that holds `text`.
inline std::string gzipped(std::string_view text) {
  z_stream stream{};
  if (::deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) std::abort();
  std::string out(::deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  if (::deflate(&stream, Z_FINISH) != Z_STREAM_END) std::abort();
  out.resize(stream.total_out);
  ::deflateEnd(&stream);
  return out;
}

// The text of a complete gzip file, for looking at what a writer wrote.
inline std::string gunzipped(const std::string& path) {
  std::string text;
  const gzFile file = ::gzopen(path.c_str(), "rb");
  if (file == nullptr) std::abort();
  char step[4096];
  for (int count = ::gzread(file, step, sizeof step); count > 0;
       count = ::gzread(file, step, sizeof step)) {
    text.append(step, static_cast<std::size_t>(count));
  }
  ::gzclose(file);
  return text;
}

inline TraceFiles files_of(
    std::initializer_list<std::pair<std::string, std::optional<std::string>>> contents) {
  TraceFiles files;
  for (const auto& [path, content] : contents) {
    files.emplace(path, content ? make_trace_content(*content) : nullptr);
  }
  return files;
}

// A file's content in `line`; "(absent)" and "(gone)" where it has none.
inline std::string content_in(const TraceLine& line, const std::string& path) {
  const auto file = line.files.find(path);
  if (file == line.files.end()) return "(absent)";
  return file->second == nullptr ? "(gone)" : *file->second;
}

struct TraceContents {
  std::vector<TraceLine> lines;
  std::vector<std::string> errors;
  bool cut_short = false;
};

inline TraceContents read_all(TraceReader reader) {
  TraceContents contents;
  while (true) {
    auto line = reader.next();
    if (!line) {
      contents.errors.push_back(line.error().context);
    } else if (*line) {
      contents.lines.push_back(std::move(**line));
    } else {
      break;
    }
  }
  contents.cut_short = reader.cut_short();
  return contents;
}

inline TraceContents read_trace(const std::string& path) {
  auto reader = TraceReader::open(path);
  if (!reader) return {{}, {reader.error().context}, false};
  return read_all(std::move(*reader));
}

}  // namespace plumbline
