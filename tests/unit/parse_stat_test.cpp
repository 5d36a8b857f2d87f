#include "collectors/parse/stat.h"

#include <string>

#include "doctest/doctest.h"

using namespace plumbline;

namespace {

struct Parsed {
  Result<StatFile> file;
  std::vector<Error> errors;
};

Parsed parse(std::string_view text) {
  std::vector<Error> errors;
  auto file = parse_stat(text, errors);
  return {std::move(file), std::move(errors)};
}

constexpr std::string_view kModern =
    "cpu  301854 612 111922 8979004 3552 2 3944 44 36 18\n"
    "cpu0 44490 19 21045 1087069 220 1 3410 2 2 1\n"
    "cpu1 47869 23 16474 1110787 591 0 46 3 3 2\n"
    "intr 8885917 17 0 0 5 0 0 0 0 1\n"
    "ctxt 38014093\n"
    "btime 1418183276\n"
    "processes 26442\n"
    "procs_running 2\n"
    "procs_blocked 1\n"
    "softirq 5057579 250191 1481983 1647 211099 186066 0 1783454 622196 12499 508444\n";

}  // namespace

TEST_CASE("processor times are read by column in seconds") {
  const auto [file, errors] = parse(kModern);
  REQUIRE(file);
  CHECK(errors.empty());
  const CpuTimes& total = file->cpu.total;
  CHECK(total.user_seconds == 3018.54);
  CHECK(total.nice_seconds == 6.12);
  CHECK(total.system_seconds == 1119.22);
  CHECK(total.idle_seconds == 89790.04);
  CHECK(total.iowait_seconds == 35.52);
  CHECK(total.irq_seconds == 0.02);
  CHECK(total.softirq_seconds == 39.44);
  CHECK(total.steal_seconds == 0.44);
  CHECK(total.guest_seconds == 0.36);
  CHECK(total.guest_nice_seconds == 0.18);
  REQUIRE(file->cpu.cpus.size() == 2);
  CHECK(file->cpu.cpus[1].id == 1);
  CHECK(file->cpu.cpus[1].times.iowait_seconds == 5.91);
}

TEST_CASE("scheduler counters and softirqs are read") {
  const auto [file, errors] = parse(kModern);
  REQUIRE(file);
  const SchedulerCounters& scheduler = file->cpu.scheduler;
  CHECK(scheduler.interrupts == 8885917);
  CHECK(scheduler.context_switches == 38014093);
  CHECK(scheduler.boot_time_seconds == 1418183276);
  CHECK(scheduler.forks == 26442);
  CHECK(scheduler.processes_running == 2);
  CHECK(scheduler.processes_blocked == 1);
  CHECK(file->cpu.softirqs.hi == 250191);
  CHECK(file->cpu.softirqs.block == 186066);
  CHECK(file->cpu.softirqs.rcu == 508444);
}

TEST_CASE("interrupts keep their numbers and those that never happened are left out") {
  const auto [file, errors] = parse(kModern);
  REQUIRE(file);
  CHECK(file->interrupts == std::vector<NumberedInterrupt>{{0, 17}, {3, 5}, {8, 1}});
}

TEST_CASE("columns that an old kernel does not print are absent and not 0") {
  const auto [file, errors] = parse("cpu 10 20 30 40\ncpu0 10 20 30 40 50 60 70\n");
  REQUIRE(file);
  CHECK(file->cpu.total.idle_seconds == 0.4);
  CHECK_FALSE(file->cpu.total.iowait_seconds.has_value());
  CHECK(file->cpu.cpus[0].times.softirq_seconds == 0.7);
  CHECK_FALSE(file->cpu.cpus[0].times.steal_seconds.has_value());
  CHECK_FALSE(file->cpu.scheduler.interrupts.has_value());
  CHECK_FALSE(file->cpu.softirqs.hi.has_value());
}

TEST_CASE("columns and keys that a newer kernel adds are passed over") {
  const auto [file, errors] =
      parse("cpu 1 2 3 4 5 6 7 8 9 10 11 12\nsoftirq 9 1 2 3 4 5 6 7 8 9 10 11\nnew 1\n");
  REQUIRE(file);
  CHECK(errors.empty());
  CHECK(file->cpu.total.guest_nice_seconds == 0.1);
  CHECK(file->cpu.softirqs.rcu == 10);
}

TEST_CASE("offline processors leave a gap and the others keep their ids") {
  const auto [file, errors] = parse("cpu 9 9 9 9\ncpu0 1 1 1 1\ncpu3 3 3 3 3\ncpu12 4 4 4 4\n");
  REQUIRE(file);
  REQUIRE(file->cpu.cpus.size() == 3);
  CHECK(file->cpu.cpus[0].id == 0);
  CHECK(file->cpu.cpus[1].id == 3);
  CHECK(file->cpu.cpus[1].times.user_seconds == 0.03);
  CHECK(file->cpu.cpus[2].id == 12);
}

TEST_CASE("processors come out ascending whatever order they stand in") {
  const auto [file, errors] = parse("cpu 9 9 9 9\ncpu10 1 1 1 1\ncpu2 3 3 3 3\n");
  REQUIRE(file);
  CHECK(file->cpu.cpus[0].id == 2);
  CHECK(file->cpu.cpus[1].id == 10);
}

TEST_CASE("a second line for one processor is told and the first one counts") {
  const auto [file, errors] = parse("cpu 9 9 9 9\ncpu0 1 1 1 1\ncpu1 5 5 5 5\ncpu0 2 2 2 2\n");
  REQUIRE(file);
  REQUIRE(file->cpu.cpus.size() == 2);
  CHECK(file->cpu.cpus[0].times.user_seconds == 0.01);
  CHECK(errors.size() == 1);
}

TEST_CASE("a garbled processor line loses that processor alone and is told with its number") {
  const auto [file, errors] = parse("cpu 9 9 9 9\ncpu0 1 1 x 1\ncpu1 1 1 1 1\ncpu2 1 1\n");
  REQUIRE(file);
  REQUIRE(file->cpu.cpus.size() == 1);
  CHECK(file->cpu.cpus[0].id == 1);
  REQUIRE(errors.size() == 2);
  CHECK(errors[0].code == ErrorCode::kMalformed);
  CHECK(errors[0].context == "/proc/stat:2: \"cpu0 1 1 x 1\"");
  CHECK(errors[1].context == "/proc/stat:4: \"cpu2 1 1\"");
}

TEST_CASE("numbers that are negative or do not fit 64 bits are no processor time") {
  CHECK_FALSE(parse("cpu -1 2 3 4\n").file);
  CHECK_FALSE(parse("cpu 18446744073709551616 2 3 4\n").file);
  CHECK(parse("cpu 18446744073709551615 2 3 4\n").file);
  const auto [file, errors] = parse("cpu 1 2 3 4\ncpu99999999999 1 2 3 4\nctxt -5\nbtime\n");
  REQUIRE(file);
  CHECK(errors.size() == 3);
  CHECK(file->cpu.cpus.empty());
  CHECK_FALSE(file->cpu.scheduler.context_switches.has_value());
}

TEST_CASE("a stat text without a total line is malformed") {
  for (const std::string_view text :
       {std::string_view(""), std::string_view("\n"), std::string_view("cpu0 1 2 3 4\n"),
        std::string_view("cp"), std::string_view("cpu  1 2"), std::string_view("\0\0\0\0", 4)}) {
    const auto [file, errors] = parse(text);
    REQUIRE_FALSE(file);
    CHECK(file.error().code == ErrorCode::kMalformed);
  }
}

TEST_CASE("a malformed stat text is shown") {
  CHECK(parse("garbage\n").file.error().context ==
        "/proc/stat: no readable cpu line: \"garbage?\"");
}

TEST_CASE("a stat text that was cut short keeps what stands before the cut") {
  const auto [file, errors] = parse(kModern.substr(0, kModern.find("cpu1") + 10));
  REQUIRE(file);
  CHECK(file->cpu.cpus.size() == 1);
  CHECK(errors.size() == 1);
}

TEST_CASE("a garbled line of interrupts or softirqs gives none of its values") {
  const auto [file, errors] = parse("cpu 1 2 3 4\nintr 9 1 2 x\nsoftirq 9 1 2 x\nctxt 5\n");
  REQUIRE(file);
  CHECK(errors.size() == 2);
  CHECK_FALSE(file->cpu.scheduler.interrupts.has_value());
  CHECK(file->interrupts.empty());
  CHECK(file->cpu.softirqs == SoftirqCounters{});
  CHECK(file->cpu.scheduler.context_switches == 5);
}

TEST_CASE("an interrupt that is 0 in two digits did not happen either") {
  const auto [file, errors] = parse("cpu 1 2 3 4\nintr 5 00 5\n");
  REQUIRE(file);
  CHECK(file->interrupts == std::vector<NumberedInterrupt>{{1, 5}});
}

TEST_CASE("an interrupt line of many thousand numbers is read") {
  std::string text = "cpu 1 2 3 4\nintr 3";
  for (int i = 0; i < 20000; ++i) text += i == 19999 ? " 3" : " 0";
  const auto [file, errors] = parse(text);
  REQUIRE(file);
  CHECK(file->interrupts == std::vector<NumberedInterrupt>{{19999, 3}});
}
