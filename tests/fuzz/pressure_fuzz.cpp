// /proc/pressure/* and /proc/loadavg: what is read is a number of 0 or more.

#include "collectors/parse/pressure.h"

#include <cmath>

#include "collectors/parse/loadavg.h"
#include "tests/fuzz/fuzz.h"

namespace {

bool is_amount(const std::optional<double>& value) {
  return !value || (std::isfinite(*value) && *value >= 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  const std::string_view text = text_of(data, size);
  std::vector<Error> line_errors;
  const auto pressure = parse_pressure(text, "/proc/pressure/io", line_errors);
  if (pressure) {
    require(pressure->some_seconds.has_value() || pressure->full_seconds.has_value());
    require(is_amount(pressure->some_seconds) && is_amount(pressure->full_seconds));
  } else {
    require_presentable(pressure.error());
  }
  const auto load = parse_loadavg(text);
  if (load) {
    require(load->over_1_minute && load->over_5_minutes && load->over_15_minutes);
    require(is_amount(load->over_1_minute) && is_amount(load->over_15_minutes));
  } else {
    require_presentable(load.error());
  }
  return 0;
}
