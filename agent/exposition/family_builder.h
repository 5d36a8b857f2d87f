// Builds the families of a sample out of field tables and label texts.
//
// Purpose: a label text is written once for each device and shared by all families of that device;
// a
//   family is a list of (label text, value).
// Shapes:  rows are ascending by label text, without two of the same text; so are the series of
// each
//   family.
// Lifetimes: a SampleFamilies owns its label texts; help texts are the tables' constants.
// Threads: one thread.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/exposition/text_writer.h"
#include "model/field.h"

namespace plumbline {

struct Series {
  std::string_view labels;
  double value = 0;
};

struct SampleFamily {
  std::string name;
  std::string_view help;
  FamilyType type = FamilyType::kGauge;
  std::vector<Series> series;
};

struct SampleFamilies {
  std::deque<std::string> label_texts;
  std::vector<SampleFamily> families;
};

// One device, CPU or the like, and its counters.
template <class Struct>
struct Row {
  std::string_view labels;
  const Struct* counters = nullptr;
};

class FamilyBuilder {
 public:
  explicit FamilyBuilder(std::string_view raw_prefix) : raw_prefix_(raw_prefix) {}

  std::string_view keep(std::string label_text) {
    return families_.label_texts.emplace_back(std::move(label_text));
  }

  // name="value", kept.
  std::string_view label(std::string_view name, std::string_view value) {
    std::string text;
    append_label(text, name, value);
    return keep(std::move(text));
  }

  // Families that node_exporter has, one for each metric of the table that has a value.
  template <class Struct, std::size_t kSize>
  void add_table(const std::array<Field<Struct>, kSize>& fields, std::vector<Row<Struct>> rows);

  // The same, for a subsystem whose names cannot say what is a counter: of unknown type, as
  // node_exporter has them.
  template <class Struct, std::size_t kSize>
  void add_untyped_table(const std::array<Field<Struct>, kSize>& fields, const Struct& counters);

  // A family under node_exporter's name. Series of the same labels: the first stays.
  void add_raw(std::string_view metric, std::string_view help, FamilyType type,
               std::vector<Series> series) {
    add(raw_prefix_, metric, help, type, std::move(series));
  }

  // A family that node_exporter does not have.
  void add_own(std::string_view metric, std::string_view help, FamilyType type,
               std::vector<Series> series) {
    add("plumbline", metric, help, type, std::move(series));
  }

  SampleFamilies take() && { return std::move(families_); }

 private:
  void add(std::string_view prefix, std::string_view metric, std::string_view help, FamilyType type,
           std::vector<Series> series);

  template <class Struct>
  void add_family(std::span<const Field<Struct>* const> fields,
                  const std::vector<Row<Struct>>& rows, FamilyType type);

  // The labels of a row and the constant label of a field.
  std::string_view joined(std::string_view labels, std::string_view constant_label);

  std::string raw_prefix_;
  SampleFamilies families_;
};

// Ascending by label text; of rows of the same text the first stays.
template <class Labelled>
void sort_by_labels(std::vector<Labelled>& rows) {
  const auto before = [](const Labelled& a, const Labelled& b) { return a.labels < b.labels; };
  const auto same = [](const Labelled& a, const Labelled& b) { return a.labels == b.labels; };
  if (!std::is_sorted(rows.begin(), rows.end(), before)) {
    std::stable_sort(rows.begin(), rows.end(), before);
  }
  rows.erase(std::unique(rows.begin(), rows.end(), same), rows.end());
}

namespace internal {

// The fields of a table in the order of their metrics, those of one metric by constant label.
template <class Struct, std::size_t kSize>
std::array<const Field<Struct>*, kSize> by_metric(const std::array<Field<Struct>, kSize>& fields) {
  std::array<const Field<Struct>*, kSize> order;
  std::transform(fields.begin(), fields.end(), order.begin(),
                 [](const Field<Struct>& field) { return &field; });
  std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
    return a->metric != b->metric ? a->metric < b->metric : a->label < b->label;
  });
  return order;
}

}  // namespace internal

template <class Struct>
void FamilyBuilder::add_family(std::span<const Field<Struct>* const> fields,
                               const std::vector<Row<Struct>>& rows, FamilyType type) {
  std::vector<Series> series;
  series.reserve(fields.size() * rows.size());
  for (const Row<Struct>& row : rows) {
    for (const Field<Struct>* field : fields) {
      const auto value = value_of(*field, *row.counters);
      if (!value) continue;
      series.push_back({joined(row.labels, field->label), *value * field->exported_per_unit});
    }
  }
  add_raw(fields.front()->metric, fields.front()->help, type, std::move(series));
}

template <class Struct, std::size_t kSize>
void FamilyBuilder::add_table(const std::array<Field<Struct>, kSize>& fields,
                              std::vector<Row<Struct>> rows) {
  sort_by_labels(rows);
  const auto order = internal::by_metric(fields);
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && order[end]->metric == order[begin]->metric) ++end;
    const bool is_counter = order[begin]->type == FieldType::kCounter;
    add_family<Struct>(std::span(order).subspan(begin, end - begin), rows,
                       is_counter ? FamilyType::kCounter : FamilyType::kGauge);
    begin = end;
  }
}

template <class Struct, std::size_t kSize>
void FamilyBuilder::add_untyped_table(const std::array<Field<Struct>, kSize>& fields,
                                      const Struct& counters) {
  const std::vector<Row<Struct>> rows{{"", &counters}};
  for (const Field<Struct>& field : fields) {
    const Field<Struct>* const one = &field;
    add_family<Struct>(std::span(&one, 1), rows, FamilyType::kUnknown);
  }
}

}  // namespace plumbline
