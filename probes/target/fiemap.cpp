#include "probes/target/fiemap.h"

#include <linux/fiemap.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <vector>

namespace plumbline {
namespace {

constexpr std::uint32_t kExtentsACall = 512;

// What was found written in [offset, until): the whole region, or the part that was looked at.
struct Map {
  std::vector<WrittenExtent> written;
  std::uint64_t until_bytes = 0;
};

// One call's worth, from `from` on. The structure ends in an array whose length the caller chooses.
class FiemapCall {
 public:
  FiemapCall() : memory_(sizeof(fiemap) + kExtentsACall * sizeof(fiemap_extent)) {}

  bool ask(int descriptor, std::uint64_t from, std::uint64_t bytes) {
    fiemap request{};
    request.fm_start = from;
    request.fm_length = bytes;
    request.fm_extent_count = kExtentsACall;
    std::memcpy(memory_.data(), &request, sizeof request);
    int status = -1;
    do {
      status = ioctl(descriptor, FS_IOC_FIEMAP, memory_.data());
    } while (status != 0 && errno == EINTR);
    return status == 0;
  }

  std::uint32_t count() const {
    fiemap answer{};
    std::memcpy(&answer, memory_.data(), sizeof answer);
    return std::min(answer.fm_mapped_extents, kExtentsACall);
  }

  fiemap_extent extent(std::uint32_t index) const {
    fiemap_extent extent{};
    std::memcpy(&extent, memory_.data() + sizeof(fiemap) + index * sizeof extent, sizeof extent);
    return extent;
  }

 private:
  std::vector<std::byte> memory_;
};

std::optional<Map> map_by_fiemap(int descriptor, std::uint64_t from, std::uint64_t end) {
  Map map;
  FiemapCall call;
  while (from < end && map.written.size() < kMostExtents) {
    if (!call.ask(descriptor, from, end - from)) return std::nullopt;
    const std::uint32_t count = call.count();
    std::uint64_t reached = end;
    bool is_last = count < kExtentsACall;
    for (std::uint32_t index = 0; index < count; ++index) {
      const fiemap_extent extent = call.extent(index);
      // What waits for its allocation is data in memory that direct I/O writes out before it reads.
      if ((extent.fe_flags & FIEMAP_EXTENT_UNWRITTEN) == 0) {
        map.written.push_back({extent.fe_logical, extent.fe_length});
      }
      reached = extent.fe_logical + extent.fe_length;
      is_last = is_last || (extent.fe_flags & FIEMAP_EXTENT_LAST) != 0;
    }
    if (is_last || reached <= from) {
      from = end;
    } else {
      from = reached;
    }
  }
  map.until_bytes = std::min(from, end);
  return map;
}

std::optional<Map> map_by_seeking(int descriptor, std::uint64_t from, std::uint64_t end) {
  Map map;
  while (from < end && map.written.size() < kMostExtents) {
    const off_t data = lseek(descriptor, static_cast<off_t>(from), SEEK_DATA);
    if (data < 0 && errno != ENXIO) return std::nullopt;
    if (data < 0 || static_cast<std::uint64_t>(data) >= end) {  // ENXIO: nothing but a hole.
      from = end;
      break;
    }
    const off_t hole = lseek(descriptor, data, SEEK_HOLE);
    if (hole <= data) return std::nullopt;
    map.written.push_back(
        {static_cast<std::uint64_t>(data), static_cast<std::uint64_t>(hole - data)});
    from = static_cast<std::uint64_t>(hole);
  }
  map.until_bytes = std::min(from, end);
  return map;
}

}  // namespace

double unwritten_ratio_of(std::span<const WrittenExtent> extents, std::uint64_t offset_bytes,
                          std::uint64_t region_bytes) {
  if (region_bytes == 0) return 0;
  const std::uint64_t end = offset_bytes + region_bytes;
  std::uint64_t written = 0;
  for (const WrittenExtent& extent : extents) {
    const std::uint64_t from = std::max(extent.offset_bytes, offset_bytes);
    const std::uint64_t to = std::min(extent.offset_bytes + extent.bytes, end);
    if (to > from) written += to - from;
  }
  written = std::min(written, region_bytes);
  return static_cast<double>(region_bytes - written) / static_cast<double>(region_bytes);
}

std::optional<double> unwritten_ratio(int descriptor, std::uint64_t offset_bytes,
                                      std::uint64_t region_bytes) {
  const std::uint64_t end = offset_bytes + region_bytes;
  auto map = map_by_fiemap(descriptor, offset_bytes, end);
  if (!map) map = map_by_seeking(descriptor, offset_bytes, end);
  if (!map || map->until_bytes <= offset_bytes) return std::nullopt;
  return unwritten_ratio_of(map->written, offset_bytes, map->until_bytes - offset_bytes);
}

}  // namespace plumbline
