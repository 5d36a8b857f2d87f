#include "model/field.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "doctest/doctest.h"
#include "model/sample.h"

using namespace plumbline;

namespace {

struct Things {
  std::optional<std::uint64_t> count;
  std::optional<double> seconds;
  std::optional<std::uint64_t> level;

  friend bool operator==(const Things&, const Things&) = default;
};

constexpr std::array<Field<Things>, 3> kThingFields{{
    {"count_total", &Things::count, FieldType::kCounter, "Count."},
    {"seconds_total", &Things::seconds, FieldType::kCounter, "Seconds."},
    {"level", &Things::level, FieldType::kGauge, "Level."},
}};

Difference<Things> between(const Things& before, const Things& after) {
  return difference(before, after, std::span<const Field<Things>>(kThingFields));
}

// Whether every row names a member of its own, has a help text, and is told apart from every other
// row by metric and label.
template <class Struct, std::size_t kRows>
void check_table(const std::array<Field<Struct>, kRows>& rows) {
  std::set<std::string> series;
  std::set<std::string> kernel_keys;
  std::size_t keyed = 0;
  Struct all{};
  for (const auto& row : rows) {
    CAPTURE(row.metric);
    CHECK_FALSE(row.help.empty());
    CHECK(row.help.ends_with('.'));
    CHECK(series.insert(std::string(row.metric) + "{" + std::string(row.label) + "}").second);
    if (!row.kernel_key.empty()) {
      ++keyed;
      CHECK(kernel_keys.insert(std::string(row.kernel_key)).second);
    }
    std::visit(
        [&](auto member) {
          CHECK_FALSE((all.*member).has_value());
          (all.*member).emplace();
        },
        row.member);
  }
  CHECK((keyed == 0 || keyed == kRows));
  // As many members as rows: no counter is without its row.
  CHECK(sizeof(Struct) == kRows * sizeof(std::optional<std::uint64_t>));
}

}  // namespace

TEST_CASE("counters are differenced and gauges keep the later value") {
  const auto result = between({10, 1.5, 7}, {14, 2.0, 3});
  CHECK(result.counters == Things{4, 0.5, 3});
  CHECK(result.resets == 0);
}

TEST_CASE("a counter that went backwards has no difference and is counted") {
  const auto result = between({10, 1.5, 7}, {9, 1.0, 3});
  CHECK(result.counters == Things{std::nullopt, std::nullopt, 3});
  CHECK(result.resets == 2);
}

TEST_CASE("a 64-bit counter that falls by 2^32 is a reset and never a wrap") {
  const auto result = between({(std::uint64_t{1} << 32) + 5, {}, {}}, {5, {}, {}});
  CHECK_FALSE(result.counters.count.has_value());
  CHECK(result.resets == 1);
}

TEST_CASE("a counter that is absent at either end has no difference") {
  CHECK(between({10, {}, {}}, {{}, 1.0, {}}).counters == Things{});
  CHECK(between({10, {}, {}}, {{}, 1.0, {}}).resets == 0);
}

TEST_CASE("a counter that did not move added 0") {
  CHECK(between({10, 1.5, {}}, {10, 1.5, {}}).counters == Things{0, 0.0, {}});
}

TEST_CASE("a field's value is in base units and absent when the kernel did not say") {
  const Things things{3, 0.25, {}};
  CHECK(value_of(kThingFields[0], things) == 3.0);
  CHECK(value_of(kThingFields[1], things) == 0.25);
  CHECK_FALSE(value_of(kThingFields[2], things).has_value());
}

TEST_CASE("every field table has one row a member, one series a row and one kernel key a row") {
  check_table(kCpuFields);
  check_table(kSchedulerFields);
  check_table(kSoftirqFields);
  check_table(kLoadFields);
  check_table(kMemoryFields);
  check_table(kVmFields);
  check_table(kPressureFields);
  check_table(kDiskFields);
  check_table(kLinkFields);
  check_table(kLinkStateFields);
  check_table(kQdiscFields);
  check_table(kSoftnetFields);
  check_table(kProtocolFields);
}

TEST_CASE("the rows of one protocol stand together") {
  std::vector<std::string_view> protocols;
  for (const auto& row : kProtocolFields) {
    const auto blank = row.kernel_key.find(' ');
    if (blank == std::string_view::npos) continue;  // snmp6.
    const auto protocol = row.kernel_key.substr(0, blank);
    if (!protocols.empty() && protocols.back() == protocol) continue;
    CHECK(std::find(protocols.begin(), protocols.end(), protocol) == protocols.end());
    protocols.push_back(protocol);
  }
}

TEST_CASE("metrics have the suffix that their type asks for") {
  const auto check = [](const auto& rows) {
    for (const auto& row : rows) {
      CAPTURE(row.metric);
      if (row.metric.starts_with("netstat_") || row.metric.starts_with("vmstat_")) continue;
      CHECK(row.metric.ends_with("_total") == (row.type == FieldType::kCounter));
    }
  };
  check(kCpuFields);
  check(kSchedulerFields);
  check(kSoftirqFields);
  check(kPressureFields);
  check(kDiskFields);
  check(kLinkFields);
  check(kLinkStateFields);
  check(kQdiscFields);
  check(kSoftnetFields);
}
