#include "agent/exposition/sample_families.h"

#include <utility>

namespace plumbline {

SampleFamilies sample_families(const Sample& sample, const RenderOptions& options) {
  FamilyBuilder builder(options.raw_prefix);
  add_cpu_families(sample, options, builder);
  add_disk_families(sample, options, builder);
  add_link_families(sample, options, builder);
  if (sample.load) builder.add_table(kLoadFields, {{"", &*sample.load}});
  if (sample.memory) builder.add_table(kMemoryFields, {{"", &*sample.memory}});
  if (sample.pressure) builder.add_table(kPressureFields, {{"", &*sample.pressure}});
  if (sample.vm) builder.add_untyped_table(kVmFields, *sample.vm);
  if (sample.protocols) builder.add_untyped_table(kProtocolFields, *sample.protocols);
  return std::move(builder).take();
}

}  // namespace plumbline
