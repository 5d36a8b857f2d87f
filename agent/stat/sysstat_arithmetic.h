// Rates and means as sysstat 12.6.1 computes them, to the last printed digit.
//
// Purpose: sysstat prints with two decimals what it computed in doubles, so that a value half way
//   between two hundredths falls to the side that the order of its operations decides. plumbline
//   stat divides the same whole numbers in the same order; tests/conformance holds it to that.
// Formulas: n is what a counter gained, T the interval in hundredths of a second (from
//   /proc/uptime, as sysstat reads it), all divisions in double, left to right.
//     rate        n / T * 100                        r/s, rrqm/s, f/s, rxpck/s, rxerr/s, ...
//     kB/s        disks: rate(sectors) / 2; links: rate(bytes) / 1024
//     %util       rate(milliseconds) / 10, not capped at 100
//     aqu-sz      rate(milliseconds) / 1000
//     mean        sum / count                        r_await (ms); rareq-sz: sectors / ios / 2
//     share       part / whole * 100                 %usr ... %idle; %rrqm: merges of merges + ios
//     %ifutil     full duplex: max(rx, tx) * 800 / speed, half: (rx + tx) * 800 / speed, with rx
//     and
//                 tx in bytes/s and speed in bit/s
// Units:   counts and sums are whole (ticks, milliseconds, sectors, bytes).
// Errors:  no value where a counter is absent or a denominator is 0; the screen shows 0.00 there.
// Threads: pure.
#pragma once

#include <cstdint>
#include <optional>

#include "model/link.h"

namespace plumbline::sysstat {

using Count = std::optional<std::uint64_t>;
using Value = std::optional<double>;

// T of an interval. sysstat has no interval below a second and rounds its clock to 1/100 s, which
// is at most half a percent; a shorter interval, where that would show, stays as it is.
double interval_hundredths(double interval_seconds);

Value rate(Count gained, double hundredths);
Value mean(Count sum, Count count);
Value share_percent(Count part, Count whole);
Value scaled_down(Value value, double divisor);

Value interface_utilization_percent(Value receive_bytes_per_second, Value transmit_bytes_per_second,
                                    Count speed_bytes_per_second, Duplex duplex);

}  // namespace plumbline::sysstat
