#include "agent/exposition/family_builder.h"

namespace plumbline {

void FamilyBuilder::add(std::string_view prefix, std::string_view metric, std::string_view help,
                        FamilyType type, std::vector<Series> series) {
  if (series.empty()) return;
  sort_by_labels(series);
  std::string name;
  name.reserve(prefix.size() + 1 + metric.size());
  name += prefix;
  name += '_';
  name += metric;
  families_.families.push_back({std::move(name), help, type, std::move(series)});
}

std::string_view FamilyBuilder::joined(std::string_view labels, std::string_view constant_label) {
  if (constant_label.empty()) return labels;
  if (labels.empty()) return constant_label;
  std::string text;
  text.reserve(labels.size() + 1 + constant_label.size());
  text += labels;
  text += ',';
  text += constant_label;
  return keep(std::move(text));
}

}  // namespace plumbline
