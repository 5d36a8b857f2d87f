// The connections of the HTTP server: how many, from where, and until when.
//
// Purpose: the bounds that libmicrohttpd does not have. Its timeout counts inactivity, so that a
//   client that sends a byte now and then holds a connection for ever; and at its limit it stops to
//   accept, so that such clients lock everybody out. Here each phase of a connection has a
//   deadline, and at a limit the connection that has kept its request back for longest makes room.
// Lifetimes: a descriptor is known from opened() to closed(), and is shut down under the lock that
//   closed() takes: never after the server has closed it and its number names another file.
// Threads: all functions may be called from any thread; the caller tells the time (steady_clock).
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace plumbline {

using SteadyTime = std::chrono::steady_clock::time_point;

struct ConnectionLimits {
  std::size_t connections = 256;
  std::size_t connections_per_address = 32;
  std::chrono::milliseconds request_deadline{10'000};  // To send the request line and headers.
  std::chrono::milliseconds answer_deadline{30'000};   // To read the answer.
  // Between requests: longer than the longest scrape interval in use, a minute.
  std::chrono::milliseconds idle_deadline{150'000};
};

struct ConnectionCounts {
  std::size_t open = 0;
  std::uint64_t accepted = 0;
  std::uint64_t rejected = 0;         // At a limit with nobody to make room.
  std::uint64_t evicted = 0;          // Made room for another.
  std::uint64_t request_overdue = 0;  // Closed at request_deadline.
  std::uint64_t answer_overdue = 0;
  std::uint64_t idle_overdue = 0;
};

class ConnectionTable {
 public:
  using Id = const void*;

  explicit ConnectionTable(const ConnectionLimits& limits) : limits_(limits) {}

  // Whether a connection from `address` may be opened; makes room if that is what it takes.
  bool admit(const std::string& address);

  void opened(Id id, int descriptor, const std::string& address, SteadyTime now);
  void request_began(Id id, SteadyTime now);  // Its request line is there.
  void answer_began(Id id, SteadyTime now);   // Its headers are there too.
  void request_completed(Id id, SteadyTime now);
  void closed(Id id);

  // Shuts down what is overdue; returns the next deadline, if any.
  std::optional<SteadyTime> close_overdue(SteadyTime now);

  ConnectionCounts counts() const;

 private:
  enum class Phase { kRequest, kAnswer, kIdle, kShutDown };

  struct Connection {
    int descriptor = -1;
    std::string address;
    Phase phase = Phase::kRequest;
    SteadyTime since;
    SteadyTime deadline;
  };

  void enter(Id id, Phase phase, SteadyTime now);
  std::chrono::milliseconds allowance(Phase phase) const;
  void shut_down(Connection& connection);
  void forget(const Connection& connection);
  bool evict_one(const std::string* address);
  std::uint64_t& overdue_counter(Phase phase);

  const ConnectionLimits limits_;
  mutable std::mutex mutex_;  // Guards what follows.
  std::unordered_map<Id, Connection> connections_;
  std::map<std::string, std::size_t> open_by_address_;
  ConnectionCounts counts_;
};

}  // namespace plumbline
