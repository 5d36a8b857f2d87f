// Field tables: one constexpr row for each counter of a subsystem.
//
// Purpose: exposition, differences, `stat -o json` and tests walk the same table, so that a new
//   counter is one row beside the member that it describes.
// Units:   a member is in base units (seconds, bytes, plain counts); exported_per_unit converts to
//   the unit that the metric's name promises where node_exporter chose another one.
// Threads: tables are constants; the functions are pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

namespace plumbline {

enum class FieldType { kCounter, kGauge };

template <class Struct>
struct Field {
  using CountMember = std::optional<std::uint64_t> Struct::*;
  using QuantityMember = std::optional<double> Struct::*;

  std::string_view metric;  // Name without the prefix: "disk_reads_completed_total".
  std::variant<CountMember, QuantityMember> member;
  FieldType type = FieldType::kCounter;
  std::string_view help;
  std::string_view label{};       // A constant label of this row: mode="user".
  std::string_view kernel_key{};  // Its name in a keyed kernel file; empty in columnar ones.
  double exported_per_unit = 1.0;
};

// The member in base units; nothing when the kernel did not report it.
template <class Struct>
std::optional<double> value_of(const Field<Struct>& field, const Struct& counters) {
  if (const auto* count = std::get_if<typename Field<Struct>::CountMember>(&field.member)) {
    const auto& value = counters.**count;
    return value ? std::optional<double>(static_cast<double>(*value)) : std::nullopt;
  }
  return counters.*std::get<typename Field<Struct>::QuantityMember>(field.member);
}

namespace internal {

// Sets `out` to after - before; leaves it empty and returns true when the counter went backwards.
template <class Number>
bool subtract(const std::optional<Number>& before, const std::optional<Number>& after,
              std::optional<Number>& out) {
  out.reset();
  if (!before || !after) return false;
  if (*after < *before) return true;
  out = *after - *before;
  return false;
}

}  // namespace internal

template <class Struct>
struct Difference {
  Struct counters;           // Counters: what was added. Gauges: the later value.
  std::uint64_t resets = 0;  // Counters that went backwards; they have no value in `counters`.
};

// What happened between two readings, row by row.
template <class Struct>
Difference<Struct> difference(const Struct& before, const Struct& after,
                              std::span<const Field<Struct>> fields) {
  Difference<Struct> result;
  for (const auto& field : fields) {
    std::visit(
        [&](auto member) {
          auto& out = result.counters.*member;
          if (field.type == FieldType::kGauge) {
            out = after.*member;
          } else if (internal::subtract(before.*member, after.*member, out)) {
            ++result.resets;
          }
        },
        field.member);
  }
  return result;
}

}  // namespace plumbline
