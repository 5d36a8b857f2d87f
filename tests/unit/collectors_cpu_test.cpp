#include "collectors/cpu.h"

#include "doctest/doctest.h"
#include "tests/unit/memory_source.h"

using namespace plumbline;

namespace {

MemorySource host() {
  MemorySource source;
  source.files["/proc/stat"] = "cpu 1 2 3 4\ncpu0 1 2 3 4\nintr 1000 5 0 20 30 40\nctxt 9\n";
  source.files["/sys/kernel/irq/0/actions"] = "timer\n";
  source.files["/sys/kernel/irq/2/actions"] = "nvme0q1\n";
  source.files["/sys/kernel/irq/3/actions"] = "nvme1q7\n";
  return source;
}

}  // namespace

TEST_CASE("interrupts are summed by kind and the rest of their total is local") {
  CpuCollector collector;
  const Collected result = collect_from(collector, host());
  REQUIRE(result.status);
  CHECK(
      result.part.cpu->interrupts ==
      std::vector<InterruptCounters>{{"local", 905}, {"nvme", 50}, {"timer", 5}, {"unnamed", 40}});
  CHECK(result.part.cpu->scheduler.context_switches == 9);
}

TEST_CASE("the kinds of interrupts are read once and again after ten minutes") {
  CpuCollector collector;
  MemorySource source = host();
  collect_from(collector, source);
  const std::size_t first = source.reads_below("/sys/");
  CHECK(first == 4);
  source.clock.monotonic_seconds += 1;
  collect_from(collector, source);
  CHECK(source.reads_below("/sys/") == first);
  source.clock.monotonic_seconds += 601;
  source.files["/sys/kernel/irq/4/actions"] = "eth0\n";
  const Collected later = collect_from(collector, source);
  CHECK(source.reads_below("/sys/") == 2 * first);
  CHECK(later.part.cpu->interrupts.front() == InterruptCounters{"eth", 40});
}

TEST_CASE("interrupts that do not happen cost no read") {
  CpuCollector collector;
  const MemorySource source = host();
  collect_from(collector, source);
  CHECK(source.reads_below("/sys/kernel/irq/1/") == 0);
}

TEST_CASE("a stat without an interrupt line has no kinds") {
  CpuCollector collector;
  MemorySource source;
  source.files["/proc/stat"] = "cpu 1 2 3 4\n";
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  CHECK(result.part.cpu->interrupts.empty());
}

TEST_CASE("numbered interrupts above their total leave nothing for local ones") {
  CpuCollector collector;
  MemorySource source;
  source.files["/proc/stat"] = "cpu 1 2 3 4\nintr 5 10\n";
  CHECK(collect_from(collector, source).part.cpu->interrupts ==
        std::vector<InterruptCounters>{{"local", 0}, {"unnamed", 10}});
}

TEST_CASE("a hundred drivers are bounded to a few dozen kinds and lose no count") {
  CpuCollector collector;
  MemorySource source;
  std::string text = "cpu 1 2 3 4\nintr 100";
  for (int i = 0; i < 100; ++i) {
    text += " 1";
    source.files["/sys/kernel/irq/" + std::to_string(i) + "/actions"] =
        std::string("driver") + static_cast<char>('a' + i % 26) + static_cast<char>('a' + i / 26);
  }
  source.files["/proc/stat"] = text;
  const Collected result = collect_from(collector, source);
  CHECK(result.part.cpu->interrupts.size() <= 50);
  std::uint64_t sum = 0;
  for (const auto& kind : result.part.cpu->interrupts) sum += kind.count;
  CHECK(sum == 100);
}

TEST_CASE("a garbled interrupt line of a million numbers costs no million look-ups") {
  CpuCollector collector;
  MemorySource source;
  std::string text = "cpu 1 2 3 4\nintr 1000000";
  for (int i = 0; i < 1'000'000; ++i) text += " 1";
  source.files["/proc/stat"] = std::move(text);
  const Collected result = collect_from(collector, source);
  CHECK(source.reads_below("/sys/") <= 65536);
  CHECK(result.part.cpu->interrupts == std::vector<InterruptCounters>{{"local", 0},
                                                                      {"other", 1'000'000 - 65536},
                                                                      {"unnamed", 65536}});
}

TEST_CASE("processors' failures are told") {
  CpuCollector collector;
  MemorySource source;
  CHECK(collect_from(collector, source).status.error().code == ErrorCode::kNotFound);
  source.files["/proc/stat"] = "garbage";
  CHECK(collect_from(collector, source).status.error().code == ErrorCode::kMalformed);
  source.files["/proc/stat"] = "cpu 1 2 3 4\ncpu0 x\ncpu1 1 2 3 4\n";
  const Collected result = collect_from(collector, source);
  REQUIRE(result.status);
  CHECK(result.part.cpu->cpus.size() == 1);
  CHECK(result.item_errors.size() == 1);
}
