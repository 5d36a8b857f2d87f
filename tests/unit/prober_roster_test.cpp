#include "agent/prober/roster.h"

#include "agent/prober/jobs.h"
#include "doctest/doctest.h"
#include "metric_values.h"

namespace plumbline {
namespace {

constexpr double kUnix = 1'700'000'000;

Moment at(double seconds) { return {seconds, kUnix + seconds}; }

DiskInfo disk(const std::string& name, const std::string& wwid) {
  DiskInfo info;
  info.name = name;
  info.kind = DiskKind::kPhysical;
  info.wwid = wwid;
  info.size_bytes = 1 << 30;
  return info;
}

DiskInventory disks(int count) {
  DiskInventory inventory;
  for (int i = 0; i < count; ++i) {
    const std::string name = "sd" + std::string(1, static_cast<char>('a' + i));
    inventory.disks.push_back(disk(name, "id-" + name));
  }
  return inventory;
}

struct Fixture {
  std::shared_ptr<ProbeBook> book = std::make_shared<ProbeBook>();
  Roster roster{options(), book};

  static RosterOptions options() {
    RosterOptions options;
    options.plan.jobs = {default_probe_job()};
    options.plan.canary_path = "/state/probe.canary";
    options.interval_seconds = 300;
    options.machine_id = "machine";
    return options;
  }

  void deny(const std::string& label, double seconds) {
    RosterTarget* target = roster.find_target(label);
    REQUIRE(target != nullptr);
    roster.set_available(*target, false, seconds);
  }
};

}  // namespace

TEST_CASE("a disk is looked at within ten seconds and probed within an interval") {
  Fixture fixture;
  fixture.roster.update(disks(1), at(1000));
  const RosterTarget* target = fixture.roster.find_target("sda");
  REQUIRE(target != nullptr);
  REQUIRE(target->look_due_seconds);
  CHECK(*target->look_due_seconds >= 1000);
  CHECK(*target->look_due_seconds <= 1010);
  const auto due = fixture.roster.next();
  REQUIRE(due);
  CHECK(due->pair == nullptr);
  fixture.roster.set_available(*due->target, true, 1005);
  const auto round = fixture.roster.next();
  REQUIRE(round);
  REQUIRE(round->pair != nullptr);
  CHECK(round->seconds <= 1300);
}

TEST_CASE("where no disk can be opened the canary stands in until one can") {
  Fixture fixture;
  fixture.roster.update(disks(2), at(1000));
  fixture.deny("sda", 1001);
  fixture.roster.update(disks(2), at(1001));
  CHECK(fixture.roster.find_target("canary") == nullptr);
  fixture.deny("sdb", 1002);
  fixture.roster.update(disks(2), at(1002));
  REQUIRE(fixture.roster.find_target("canary") != nullptr);
  CHECK(fixture.roster.size() == 3);
  // The denied ones are not looked at again for the canary's sake.
  CHECK(fixture.roster.find_target("sda")->look_due_seconds == 1001 + kLookAgainSeconds);

  fixture.roster.set_available(*fixture.roster.find_target("sda"), true, 5000);
  fixture.roster.update(disks(2), at(5000));
  CHECK(fixture.roster.find_target("canary") == nullptr);
}

TEST_CASE("a host without disks has its canary at once") {
  Fixture fixture;
  fixture.roster.update({}, at(1000));
  REQUIRE(fixture.roster.size() == 1);
  const auto due = fixture.roster.next();
  REQUIRE(due);
  REQUIRE(due->pair != nullptr);
  CHECK(due->pair->pair.target.label == "canary");
}

TEST_CASE("a disk that comes has those that were denied looked at again") {
  Fixture fixture;
  fixture.roster.update(disks(1), at(1000));
  fixture.deny("sda", 1001);
  fixture.roster.update(disks(2), at(1500));
  CHECK(fixture.roster.find_target("sda")->look_due_seconds == 1500);
}

TEST_CASE("a disk under another name keeps its budget, another disk under its name does not") {
  Fixture fixture;
  fixture.roster.update(disks(1), at(1000));
  fixture.roster.find_pair({"sda", "default"})->budget.spend({1'000'000, 0}, 1001);

  fixture.roster.update({{disk("sdx", "id-sda")}}, at(1100));
  RosterPair* moved = fixture.roster.find_pair({"sdx", "default"});
  REQUIRE(moved != nullptr);
  CHECK(moved->budget.memory(1100).used_bytes[0] == 1'000'000);
  CHECK(fixture.roster.find_target("sda") == nullptr);

  fixture.roster.update({{disk("sdx", "id-other")}}, at(1200));
  CHECK(fixture.roster.find_pair({"sdx", "default"})->budget.memory(1200).used_bytes[0] == 0);
  CHECK(fixture.roster.memories(1200).size() == 2);  // What id-sda used today is not forgotten,
  CHECK(fixture.roster.memories(1200)[1].target == "wwid:id-sda");
  fixture.roster.update(disks(1), at(1000 + 86400));
  CHECK(fixture.roster.find_pair({"sda", "default"})->budget.memory(1000 + 86400).used_bytes[0] ==
        0);  // until its day is over.
}

TEST_CASE("what an earlier life has spent is spent, early or late") {
  const PairMemory memory{"wwid:id-sda", "default", {{700'000, 0}, 100}, {4, 0}};
  Fixture early;
  early.roster.remember({memory}, 1000);
  early.roster.update(disks(1), at(1000));
  RosterPair* pair = early.roster.find_pair({"sda", "default"});
  CHECK(pair->budget.memory(1000) == memory.day);
  CHECK(pair->round.memory().skips == 4);

  Fixture late;
  late.roster.update(disks(1), at(1000));
  late.roster.remember({memory}, 1010);
  CHECK(late.roster.find_pair({"sda", "default"})->budget.memory(1010).used_bytes[0] == 700'000);
}

TEST_CASE("sixty disks stretch their interval, and fit again when most are gone") {
  Fixture fixture;
  DiskInventory many;
  for (int i = 10; i < 70; ++i)
    many.disks.push_back(disk("d" + std::to_string(i), std::to_string(i)));
  fixture.roster.update(many, at(1000));
  const auto factor = fixture.roster.stretch(at(1000));
  REQUIRE(factor);
  CHECK(*factor > 2);
  CHECK_FALSE(fixture.roster.stretch(at(1001)).has_value());
  const auto families = fixture.book->families(1001);
  CHECK(metric_value(families, "plumbline_probe_interval_seconds", {{"job", "default"}}) ==
        300 * *factor);

  many.disks.resize(10);
  fixture.roster.update(many, at(2000));
  CHECK(fixture.roster.stretch(at(2000)) == 1);
}

TEST_CASE("an inventory that says nothing new moves nothing") {
  Fixture fixture;
  fixture.roster.update(disks(3), at(1000));
  const auto before = fixture.roster.next();
  fixture.roster.update(disks(3), at(1003));
  const auto after = fixture.roster.next();
  REQUIRE(before);
  REQUIRE(after);
  CHECK(before->seconds == after->seconds);
}

}  // namespace plumbline
