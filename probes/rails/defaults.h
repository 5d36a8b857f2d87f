// The figures of the rails: what a probe does where neither job nor configuration says otherwise.
//
// Purpose: one place for every bound, each with its reason, so that worker, prober and command line
//   agree on them and an operator can find them.
// Units:   in the names.
// Threads: constants.
#pragma once

#include <cstdint>

namespace plumbline {

// --- One round on one device: 200 random reads of 4 KiB within 10 s, every five minutes.

// One request at a time takes one place of a device's queue and adds at most one service time to
// whoever stands behind it.
inline constexpr std::uint32_t kDefaultDepth = 1;
inline constexpr std::uint64_t kDefaultBlockBytes = 4096;
// A disk with moving heads does 100 to 200 random reads a second: 20 are a tenth or two of it
// while the round lasts, a thousandth of a solid-state device.
inline constexpr double kDefaultIops = 20;
// Enough for p95 (59) three times over; p99 (299) is had by pooling two rounds.
inline constexpr std::uint64_t kDefaultReads = 200;
// Twelve rounds an hour: a failing disk shows within minutes, and the hour's pool has 2,400 reads.
inline constexpr double kDefaultEverySeconds = 300;
// Spreads hosts that were started together without moving a round into its neighbour.
inline constexpr double kDefaultSplayRatio = 0.1;

// --- Budgets of a day and a device.

// 288 rounds of 200 reads of 4 KiB are 235.9 MB, and jitter can put some more of them into a day.
// What would exceed it is skipped.
inline constexpr std::uint64_t kDefaultReadBytesPerDay = 240'000'000;
// Where writing was allowed: a thousandth or less of what a device of one drive write a day and
// 1 TB endures.
inline constexpr std::uint64_t kDefaultWriteBytesPerDay = std::uint64_t{1} << 30;

// --- The gate.

// Five requests in a window of 50 ms. A monitor's read is one, a journal commit two to four, and
// neither may end a round; above it, our 20 would be more than an occasional guest among the
// foreground's.
inline constexpr double kDefaultGateIops = 100;
// Of the time in which we do not wait ourselves. The pressure is the host's, not the device's:
// with a dozen disks somebody waits 46 % of the time when each is busy a twentieth of it, which
// harms nobody; 80 % means that each is busy an eighth, or that one is saturated.
inline constexpr double kDefaultGatePressureRatio = 0.8;
// After so many skipped rounds in a row one is forced and marked: half an hour at the default
// interval. A host that is always busy must not be invisible.
inline constexpr unsigned kSkipsBeforeForced = 6;

// --- Deadlines.

// A round that takes twice the time its job implies is stuck, but none before 5 s: a disk that
// spins up, or a controller that resets, takes that long and comes back.
inline constexpr double kSoftDeadlineFactor = 2;
inline constexpr double kSoftDeadlineLeastSeconds = 5;
// Twice the kernel's own patience with a SCSI command (30 s): what has not answered by then will
// not; the worker is given up.
inline constexpr double kHardDeadlineSeconds = 60;
// The wait between tries on a target whose worker is stuck doubles up to this.
inline constexpr double kLongestBackOffSeconds = 3600;

}  // namespace plumbline
