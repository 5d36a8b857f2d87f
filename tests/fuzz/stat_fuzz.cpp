// /proc/stat: processors ascend and each is there once; interrupts have ascending numbers.

#include "collectors/parse/stat.h"

#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  std::vector<Error> errors;
  const auto file = parse_stat(text_of(data, size), errors);
  require_presentable(errors);
  if (!file) {
    require_presentable(file.error());
    return 0;
  }
  require(file->cpu.total.idle_seconds.has_value());
  require(ascends(file->cpu.cpus, &CpuReading::id));
  for (const auto& cpu : file->cpu.cpus) require(cpu.id >= 0 && cpu.times.idle_seconds >= 0);
  require(ascends(file->interrupts, &NumberedInterrupt::number));
  for (const auto& interrupt : file->interrupts) require(interrupt.count != 0);
  return 0;
}
