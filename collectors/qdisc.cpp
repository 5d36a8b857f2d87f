#include "collectors/qdisc.h"

#include <utility>

namespace plumbline {

Status QdiscCollector::collect(CollectContext&, Sample& part) {
  if (netlink_ == nullptr) {
    return Error{ErrorCode::kUnavailable, 0, "qdisc: needs netlink, which path roots rule out"};
  }
  auto qdiscs = netlink_->qdiscs();
  if (!qdiscs) return qdiscs.error();
  part.qdiscs = std::move(*qdiscs);
  return ok();
}

}  // namespace plumbline
