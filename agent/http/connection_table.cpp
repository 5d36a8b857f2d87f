#include "agent/http/connection_table.h"

#include <sys/socket.h>

namespace plumbline {

bool ConnectionTable::admit(const std::string& address) {
  const std::lock_guard lock(mutex_);
  const auto same = open_by_address_.find(address);
  const bool address_full =
      same != open_by_address_.end() && same->second >= limits_.connections_per_address;
  const bool full = counts_.open >= limits_.connections;
  if ((!address_full && !full) || evict_one(address_full ? &address : nullptr)) return true;
  ++counts_.rejected;
  return false;
}

void ConnectionTable::opened(Id id, int descriptor, const std::string& address, SteadyTime now) {
  const std::lock_guard lock(mutex_);
  connections_[id] = {descriptor, address, Phase::kRequest, now, now + limits_.request_deadline};
  ++open_by_address_[address];
  ++counts_.open;
  ++counts_.accepted;
}

void ConnectionTable::request_began(Id id, SteadyTime now) { enter(id, Phase::kRequest, now); }

void ConnectionTable::answer_began(Id id, SteadyTime now) { enter(id, Phase::kAnswer, now); }

void ConnectionTable::request_completed(Id id, SteadyTime now) { enter(id, Phase::kIdle, now); }

void ConnectionTable::closed(Id id) {
  const std::lock_guard lock(mutex_);
  const auto found = connections_.find(id);
  if (found == connections_.end()) return;
  if (found->second.phase != Phase::kShutDown) forget(found->second);
  connections_.erase(found);
}

std::optional<SteadyTime> ConnectionTable::close_overdue(SteadyTime now) {
  const std::lock_guard lock(mutex_);
  std::optional<SteadyTime> next;
  for (auto& [id, connection] : connections_) {
    if (connection.phase == Phase::kShutDown) continue;
    if (connection.deadline <= now) {
      ++overdue_counter(connection.phase);
      shut_down(connection);
    } else if (!next || connection.deadline < *next) {
      next = connection.deadline;
    }
  }
  return next;
}

ConnectionCounts ConnectionTable::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

void ConnectionTable::enter(Id id, Phase phase, SteadyTime now) {
  const std::lock_guard lock(mutex_);
  const auto found = connections_.find(id);
  if (found == connections_.end() || found->second.phase == Phase::kShutDown) return;
  Connection& connection = found->second;
  // The first request has its deadline since the connection was opened.
  if (phase == Phase::kRequest && connection.phase == Phase::kRequest) return;
  connection.phase = phase;
  connection.since = now;
  connection.deadline = now + allowance(phase);
}

std::chrono::milliseconds ConnectionTable::allowance(Phase phase) const {
  if (phase == Phase::kAnswer) return limits_.answer_deadline;
  return phase == Phase::kIdle ? limits_.idle_deadline : limits_.request_deadline;
}

// Never blocks: it only tells the kernel. The server sees the end of the stream and closes.
void ConnectionTable::shut_down(Connection& connection) {
  if (connection.phase == Phase::kAnswer) {
    // The kernel would keep what the client does not read; it is thrown away instead.
    const linger at_once{1, 0};
    setsockopt(connection.descriptor, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  }
  shutdown(connection.descriptor, SHUT_RDWR);
  forget(connection);
  connection.phase = Phase::kShutDown;
}

void ConnectionTable::forget(const Connection& connection) {
  --counts_.open;
  const auto same = open_by_address_.find(connection.address);
  if (same != open_by_address_.end() && --same->second == 0) open_by_address_.erase(same);
}

// Shuts down the connection, of `address` if given, that has kept its request back for longest;
// without one, the one idle for longest. Never one that is being answered.
bool ConnectionTable::evict_one(const std::string* address) {
  Connection* victim = nullptr;
  for (auto& [id, connection] : connections_) {
    if (connection.phase != Phase::kRequest && connection.phase != Phase::kIdle) continue;
    if (address != nullptr && connection.address != *address) continue;
    const bool better = victim == nullptr ||
                        (victim->phase == connection.phase ? connection.since < victim->since
                                                           : connection.phase == Phase::kRequest);
    if (better) victim = &connection;
  }
  if (victim == nullptr) return false;
  shut_down(*victim);
  ++counts_.evicted;
  return true;
}

std::uint64_t& ConnectionTable::overdue_counter(Phase phase) {
  if (phase == Phase::kAnswer) return counts_.answer_overdue;
  return phase == Phase::kIdle ? counts_.idle_overdue : counts_.request_overdue;
}

}  // namespace plumbline
