#include "collectors/protocols.h"

#include <optional>
#include <string>
#include <string_view>

#include "collectors/parse/keyed.h"
#include "collectors/parse/snmp.h"

namespace plumbline {

Status ProtocolsCollector::collect(CollectContext& context, Sample& part) {
  ProtocolCounters counters;
  bool has_any = false;
  std::optional<Error> failure;
  const auto add = [&](const std::string& path, auto parse) {
    const auto text = context.source.read(path, context.buffer);
    const Status status = text ? parse(*text) : Status(text.error());
    if (status) {
      has_any = true;
    } else if (status.error().code == ErrorCode::kNotFound) {
      if (!failure) failure = status.error();
    } else {
      context.item_errors.push_back(status.error());
    }
  };
  for (const std::string path : {"/proc/net/snmp", "/proc/net/netstat"}) {
    add(path, [&](std::string_view text) {
      return parse_snmp(text, path, counters, context.item_errors);
    });
  }
  add("/proc/net/snmp6",
      [&](std::string_view text) { return parse_snmp6(text, counters, context.item_errors); });
  if (has_any) {
    part.protocols = counters;
    return ok();
  }
  if (!context.item_errors.empty()) return context.item_errors.back();
  return failure ? *failure : Error{ErrorCode::kNotFound, 0, "/proc/net: no protocol counters"};
}

}  // namespace plumbline
