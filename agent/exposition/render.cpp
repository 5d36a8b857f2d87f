#include "agent/exposition/render.h"

#include <algorithm>
#include <vector>

#include "agent/exposition/metric_family_writer.h"
#include "agent/exposition/sample_families.h"

namespace plumbline {
namespace {

// A line with two labels and its number.
constexpr std::size_t kTypicalLineBytes = 80;

// A family of either origin; one of the pointers is set.
struct FamilyRef {
  std::string_view name;
  const SampleFamily* ours = nullptr;
  const prometheus::MetricFamily* other = nullptr;
};

FamilyType type_of(const FamilyRef& family) {
  return family.ours != nullptr ? family.ours->type : family_type(*family.other);
}

std::size_t size_of(const FamilyRef& family) {
  return family.ours != nullptr ? family.ours->series.size() : family.other->metric.size();
}

std::vector<FamilyRef> sorted_families(const SampleFamilies& ours,
                                       std::span<const prometheus::MetricFamily> others) {
  std::vector<FamilyRef> families;
  families.reserve(ours.families.size() + others.size());
  for (const SampleFamily& family : ours.families) {
    families.push_back({family.name, &family, nullptr});
  }
  for (const prometheus::MetricFamily& family : others) {
    if (!family.metric.empty()) families.push_back({family.name, nullptr, &family});
  }
  std::stable_sort(families.begin(), families.end(),
                   [](const FamilyRef& a, const FamilyRef& b) { return a.name < b.name; });
  return families;
}

std::size_t write_series(const SampleFamily& family, std::size_t budget, TextWriter& writer) {
  const std::size_t written = std::min(budget, family.series.size());
  for (const Series& series : std::span(family.series).first(written)) {
    writer.add(series.labels, series.value);
  }
  return family.series.size() - written;
}

// Writes what goes by one name: a sample's family, or the others that have the type of the first.
// Returns the number of series left out.
std::size_t write_family(std::span<const FamilyRef> same_name, std::size_t budget,
                         TextWriter& writer) {
  const FamilyRef& first = same_name.front();
  const FamilyType type = type_of(first);
  writer.begin_family(first.name, first.ours != nullptr ? first.ours->help : first.other->help,
                      type);
  std::size_t left_out = 0;
  std::vector<const prometheus::MetricFamily*> mergeable;
  for (const FamilyRef& family : same_name) {
    if (first.other != nullptr && type_of(family) == type) {
      mergeable.push_back(family.other);
    } else if (&family != &first) {
      left_out += size_of(family);
    }
  }
  left_out += first.ours != nullptr ? write_series(*first.ours, budget, writer)
                                    : write_metrics(mergeable, budget, writer);
  return left_out;
}

}  // namespace

RenderedText render(const Sample& sample, std::span<const prometheus::MetricFamily> others,
                    const RenderOptions& options) {
  const SampleFamilies ours = sample_families(sample, options);
  const std::vector<FamilyRef> families = sorted_families(ours, others);
  std::size_t lines = 0;
  for (const FamilyRef& family : families) lines += size_of(family) + 2;

  RenderedText result;
  result.text.reserve(lines * kTypicalLineBytes);
  TextWriter writer(options.format, result.text);
  for (auto begin = families.begin(); begin != families.end();) {
    const auto end = std::find_if(
        begin, families.end(), [&](const FamilyRef& family) { return family.name != begin->name; });
    const std::size_t left_out =
        write_family(std::span(begin, end), options.max_series_per_family, writer);
    if (left_out > 0) result.dropped[std::string(begin->name)] += left_out;
    begin = end;
  }
  writer.finish();
  return result;
}

}  // namespace plumbline
