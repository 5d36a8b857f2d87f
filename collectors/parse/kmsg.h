// Records of /dev/kmsg that tell of a failed block request.
//
// Source:  Documentation/ABI/testing/dev-kmsg ("6,339,5140900,-;message"); the messages are
//   blk_print_req_error's and its predecessors' (block/blk-mq.c, blk-core.c before 5.16):
//   "I/O error, dev sda, sector 2048 op 0x1:(WRITE) flags ...", "critical medium error, dev ...",
//   "blk_update_request: I/O error, dev sdb, sector 0" before 5.0, which names no operation.
// Errors:  what is no such record is nothing. Threads: pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace plumbline {

struct BlockError {
  std::string device;
  std::string operation;  // "read", "write", "discard", "flush", "other".
  std::string error;      // "I/O", "critical medium", "timeout", ...
  std::uint64_t sector = 0;

  friend bool operator==(const BlockError&, const BlockError&) = default;
};

// One record: its prefix, its message and any continuation lines.
std::optional<BlockError> parse_kmsg_record(std::string_view record);

}  // namespace plumbline
