#include "agent/prober/token.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

#include "collectors/file_error.h"

namespace plumbline {
namespace {

constexpr mode_t kTokenPermissions = 0640;

}  // namespace

Result<ProbeToken> ProbeToken::open(const std::string& state_dir) {
  const std::string path = state_dir + "/probe.token";
  Fd file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, kTokenPermissions));
  if (!file.is_open()) return file_error(path, errno);
  return ProbeToken(std::move(file));
}

bool ProbeToken::try_take() {
  int taken = 0;
  do {
    taken = ::flock(file_.get(), LOCK_EX | LOCK_NB);
  } while (taken != 0 && errno == EINTR);
  // A file system without locks (ENOLCK) is no reason not to probe.
  return taken == 0 || errno != EWOULDBLOCK;
}

void ProbeToken::give_back() { ::flock(file_.get(), LOCK_UN); }

}  // namespace plumbline
