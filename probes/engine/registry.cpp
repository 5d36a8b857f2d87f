#include <algorithm>
#include <array>
#include <string>

#include "probes/engine/engines.h"

namespace plumbline {
namespace {

struct EngineRow {
  EngineKind kind;
  std::string_view worker;
  // Null: this engine lives in another executable.
  Result<OpenedEngine> (*open)(const EngineOptions&);
};

// In the order in which one stands in for those above it that the kernel refuses.
constexpr std::array<EngineRow, 6> kEngines = {{
    {EngineKind::kIoUring, "plumbline-worker", open_uring},
    {EngineKind::kLibaio, "plumbline-worker", open_libaio},
    {EngineKind::kPsync, "plumbline-worker", open_psync},
    {EngineKind::kRbd, "plumbline-worker-rbd", nullptr},
    {EngineKind::kS3, "plumbline-worker-s3", nullptr},
    {EngineKind::kTcp, "plumbline-worker-tcp", nullptr},
}};

const EngineRow* row_of(EngineKind engine) {
  return std::ranges::find(kEngines, engine, &EngineRow::kind);
}

std::string joined(const std::string& before, const std::string& after) {
  if (before.empty() || after.empty()) return before + after;
  return before + "; " + after;
}

}  // namespace

Result<OpenedEngine> open_engine(EngineKind asked, const EngineOptions& options) {
  const EngineRow* row = row_of(asked);
  if (row->open == nullptr) {
    return Error{ErrorCode::kInvalid, 0,
                 "ioengine=" + std::string(to_string(asked)) + " is run by " +
                     std::string(row->worker) + ", not by this worker"};
  }
  std::string note;
  for (; row != kEngines.end() && row->open != nullptr; ++row) {
    Result<OpenedEngine> opened = row->open(options);
    if (opened) {
      opened->note = joined(note, opened->note);
      return opened;
    }
    note = joined(note, "no " + std::string(to_string(row->kind)) + ": " + opened.error().context);
  }
  return Error{ErrorCode::kUnavailable, 0, note};
}

std::string_view worker_of(EngineKind engine) { return row_of(engine)->worker; }

}  // namespace plumbline
