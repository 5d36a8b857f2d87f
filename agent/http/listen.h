// The socket that the HTTP server listens on.
//
// Errors:  kInvalid for an address that cannot be understood, kIo for one that cannot be had (the
//   port is busy, the address is no address of this host); the context names the address.
// Threads: any.
#pragma once

#include <cstdint>
#include <string>

#include "collectors/fd.h"
#include "model/result.h"

namespace plumbline {

struct ListenSocket {
  Fd descriptor;  // Non-blocking and listening.
  std::uint16_t port = 0;
};

// "HOST:PORT" as agent/config/listen_address.h reads it; port 0 is any that is free.
Result<ListenSocket> listen_on(const std::string& address);

}  // namespace plumbline
