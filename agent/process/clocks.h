// The clocks of this process.
//
// Units: seconds. Threads: any.
#pragma once

namespace plumbline {

double unix_seconds();       // Now, for output.
double monotonic_seconds();  // Now, CLOCK_MONOTONIC, for intervals.

}  // namespace plumbline
