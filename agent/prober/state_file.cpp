#include "agent/prober/state_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "collectors/fd.h"
#include "collectors/file_error.h"
#include "collectors/whole_file.h"

namespace plumbline {
namespace {

using nlohmann::json;

constexpr int kStateVersion = 1;
constexpr mode_t kStatePermissions = 0640;

std::uint32_t checksum(const std::string& text) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size()));
}

json to_json(const PairMemory& pair) {
  return {{"target", pair.target},
          {"job", pair.job},
          {"read_bytes", pair.day.used_bytes[0]},
          {"written_bytes", pair.day.used_bytes[1]},
          {"day_age_seconds", pair.day.age_seconds},
          {"skips", pair.round.skips},
          {"failures", pair.round.failures}};
}

PairMemory pair_from(const json& entry) {
  PairMemory pair;
  entry.at("target").get_to(pair.target);
  entry.at("job").get_to(pair.job);
  entry.at("read_bytes").get_to(pair.day.used_bytes[0]);
  entry.at("written_bytes").get_to(pair.day.used_bytes[1]);
  entry.at("day_age_seconds").get_to(pair.day.age_seconds);
  entry.at("skips").get_to(pair.round.skips);
  entry.at("failures").get_to(pair.round.failures);
  return pair;
}

Status write_whole(const std::string& path, const std::string& text) {
  const Fd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
                       kStatePermissions));
  if (!file.is_open()) return file_error(path, errno);
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = ::write(file.get(), text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return file_error(path, errno);
    done += static_cast<std::size_t>(written);
  }
  if (::fsync(file.get()) != 0) return file_error(path, errno);
  return ok();
}

Status sync_directory_of(const std::string& path) {
  const std::string directory = path.substr(0, path.rfind('/') + 1);
  const Fd file(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!file.is_open() || ::fsync(file.get()) != 0) return file_error(directory, errno);
  return ok();
}

}  // namespace

std::string state_text(const ProbeState& state) {
  json pairs = json::array();
  for (const PairMemory& pair : state.pairs) pairs.push_back(to_json(pair));
  const json content = {{"boot_id", state.boot_id},
                        {"monotonic_seconds", state.monotonic_seconds},
                        {"pairs", std::move(pairs)}};
  // Identities come from firmware: what is no UTF-8 is replaced, not thrown about.
  const std::string text = content.dump(-1, ' ', false, json::error_handler_t::replace);
  return "{\"version\":" + std::to_string(kStateVersion) +
         ",\"crc32\":" + std::to_string(checksum(text)) + ",\"state\":" + text + "}\n";
}

Result<ProbeState> parse_state(std::string_view text) {
  try {
    const json whole = json::parse(text);
    if (whole.at("version").get<int>() != kStateVersion) {
      return malformed("a version that is not known", whole.at("version").dump());
    }
    const json& content = whole.at("state");
    if (checksum(content.dump()) != whole.at("crc32").get<std::uint32_t>()) {
      return Error{ErrorCode::kMalformed, 0, "the checksum does not fit"};
    }
    ProbeState state;
    content.at("boot_id").get_to(state.boot_id);
    content.at("monotonic_seconds").get_to(state.monotonic_seconds);
    for (const json& entry : content.at("pairs")) state.pairs.push_back(pair_from(entry));
    return state;
  } catch (const json::exception& error) {
    return malformed("no state of probes", error.what());
  }
}

Result<ProbeState> load_state(const std::string& path) {
  const auto text = read_whole_file(path, kMostStateBytes, O_NOFOLLOW);
  if (!text && text.error().code != ErrorCode::kTooLarge) return text.error();
  auto state = text ? parse_state(*text) : Result<ProbeState>(text.error());
  if (state) return state;
  const std::string aside = path + ".damaged";
  const bool was_moved = ::rename(path.c_str(), aside.c_str()) == 0;
  return Error{ErrorCode::kMalformed, 0,
               path + ": " + state.error().context +
                   (was_moved ? "; set aside as " + aside : "; it cannot be set aside")};
}

Status write_state(const std::string& path, const std::string& text) {
  const std::string temporary = path + ".tmp";
  Status status = write_whole(temporary, text);
  if (!status) return status;
  if (::rename(temporary.c_str(), path.c_str()) != 0) return file_error(path, errno);
  return sync_directory_of(path);
}

}  // namespace plumbline
