#include "probes/rails/device_watch.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <utility>
#include <vector>

#include "collectors/parse/pressure.h"
#include "collectors/parse/text.h"
#include "probes/target/block_tree.h"
#include "probes/target/small_file.h"

namespace plumbline {
namespace {

// Columns of Documentation/block/stat.rst, from 0 on.
constexpr std::size_t kReadsCompleted = 0;
constexpr std::size_t kReadsMerged = 1;
constexpr std::size_t kWritesCompleted = 4;
constexpr std::size_t kWritesMerged = 5;
constexpr std::size_t kInFlight = 8;
constexpr std::size_t kColumns = 9;

constexpr std::uint64_t kBytesPerKibibyte = 1024;
// The kernel's own is a 32-bit count of sectors.
constexpr std::uint64_t kMostRequestKibibytes = std::uint64_t{1} << 31;

// Both files are a line or two; this is read before every request, so nothing is allocated.
using Line = std::array<char, 512>;

std::optional<std::string_view> read_line(const Fd& file, Line& line) {
  if (!file.is_open()) return std::nullopt;
  ssize_t got = -1;
  do {
    got = pread(file.get(), line.data(), line.size(), 0);
  } while (got < 0 && errno == EINTR);
  if (got <= 0) return std::nullopt;
  return std::string_view(line.data(), static_cast<std::size_t>(got));
}

}  // namespace

DeviceWatch DeviceWatch::open(const std::optional<DeviceNumber>& device,
                              const std::string& system_root) {
  DeviceWatch watch;
  watch.pressure_ = open_for_reading(system_root + "/proc/pressure/io");
  if (!device) return watch;
  // Of a partition, the whole disk: its other partitions' load is in the way as well.
  const std::string disk = disk_directory(system_root, *device);
  // A queue that does not account stands still whatever happens: it tells nothing.
  const bool counts = read_attribute(disk + "/queue/iostats").value_or("1") != "0";
  if (counts) watch.stat_ = open_for_reading(disk + "/stat");
  const auto kibibytes = to_unsigned(read_attribute(disk + "/queue/max_sectors_kb").value_or(""));
  if (kibibytes && *kibibytes > 0 && *kibibytes <= kMostRequestKibibytes) {
    watch.longest_request_bytes_ = *kibibytes * kBytesPerKibibyte;
  }
  return watch;
}

std::optional<DeviceActivity> DeviceWatch::activity() const {
  Line line;
  auto text = read_line(stat_, line);
  if (!text) return std::nullopt;
  std::array<std::uint64_t, kColumns> columns{};
  for (std::uint64_t& column : columns) {
    const auto value = to_unsigned(next_word(*text));
    if (!value) return std::nullopt;
    column = *value;
  }
  return DeviceActivity{columns[kReadsCompleted], columns[kReadsMerged], columns[kWritesCompleted],
                        columns[kWritesMerged], columns[kInFlight]};
}

std::optional<double> DeviceWatch::io_waiting_seconds() const {
  Line line;
  const auto text = read_line(pressure_, line);
  if (!text) return std::nullopt;
  std::vector<Error> line_errors;
  const auto pressure = parse_pressure(*text, "/proc/pressure/io", line_errors);
  return pressure ? pressure->some_seconds : std::nullopt;
}

}  // namespace plumbline
