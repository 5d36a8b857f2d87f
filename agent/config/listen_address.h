// Where the HTTP server listens: "127.0.0.1:19283", "[::1]:19283", "localhost:19283", ":19283".
//
// Purpose: taking the text apart and telling whether other hosts can reach it. Names other than
//   localhost are not looked up: what a name means may change, what is served to whom may not.
// Errors:  kInvalid; the context says what is wrong, without the key.
// Threads: pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/result.h"

namespace plumbline {

struct ListenAddress {
  // A numeric address of version 4 or 6, without brackets; empty: every interface.
  std::string host;
  std::uint16_t port = 0;  // 0: one that is free.

  friend bool operator==(const ListenAddress&, const ListenAddress&) = default;
};

Result<ListenAddress> parse_listen_address(std::string_view text);

// Whether only this host can reach it.
bool is_loopback(const ListenAddress& address);

}  // namespace plumbline
