#include <doctest/doctest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <utility>
#include <vector>

#include "agent/process/clocks.h"
#include "agent/workers/worker.h"
#include "tests/unit/fake_workers.h"

namespace plumbline {
namespace {

// Far beyond what a test takes, and less than the test's own limit.
constexpr double kPatienceSeconds = 60;

struct Heard {
  std::vector<Message> messages;
  std::optional<Error> error;
};

// All that it says until it ends or is at fault.
Heard listen_to(Worker& worker) {
  Heard heard;
  const double deadline = monotonic_seconds() + kPatienceSeconds;
  while (!worker.has_ended() && monotonic_seconds() < deadline) {
    pollfd waited{worker.descriptor(), POLLIN, 0};
    poll(&waited, 1, 1000);
    auto said = worker.take();
    if (!said) {
      heard.error = said.error();
      return heard;
    }
    for (Message& message : *said) heard.messages.push_back(std::move(message));
  }
  return heard;
}

bool dies_in_time(Worker& worker) {
  const double deadline = monotonic_seconds() + kPatienceSeconds;
  while (!worker.is_gone() && monotonic_seconds() < deadline) poll(nullptr, 0, 1);
  return worker.is_gone();
}

std::unique_ptr<Worker> started(const FakeWorkers& workers, const std::string& how) {
  auto worker = Worker::start({.directory = workers.directory(), .socket = {}}, behaving(how));
  REQUIRE_MESSAGE(worker, worker.error().context);
  return std::move(*worker);
}

TEST_CASE("a worker says hello, started, progress and its result, and is gone") {
  const FakeWorkers workers;
  const auto worker = started(workers, "good");
  const Heard heard = listen_to(*worker);
  CHECK_FALSE(heard.error);
  REQUIRE(heard.messages.size() == 4);
  CHECK(std::holds_alternative<Hello>(heard.messages[0]));
  CHECK(std::holds_alternative<Started>(heard.messages[1]));
  CHECK(std::holds_alternative<Progress>(heard.messages[2]));
  CHECK(std::get<ProbeResult>(heard.messages[3])[Operation::kRead].ios == 100);
  CHECK(dies_in_time(*worker));
  CHECK(worker->how_it_ended() == "exit status 0");
  CHECK_FALSE(worker->has_unsent());
}

TEST_CASE("a worker gets its stream, the asker's standard error and nothing else") {
  int leaked = dup(STDERR_FILENO);  // Not closed on exec, as a careless library's.
  const FakeWorkers workers;
  const auto worker = started(workers, "descriptors");
  const Heard heard = listen_to(*worker);
  REQUIRE(heard.messages.size() == 1);
  CHECK(std::get<Hello>(heard.messages[0]).worker == "0 1 2 | LC_ALL=C | own group");
  close(leaked);
}

TEST_CASE("a missing executable names the engine and itself") {
  Request request = behaving("good");
  request.job.engine = EngineKind::kLibaio;
  const auto worker = Worker::start({.directory = "/nonexistent", .socket = {}}, request);
  REQUIRE_FALSE(worker);
  CHECK(worker.error().code == ErrorCode::kNotFound);
  CHECK(worker.error().context ==
        "engine libaio needs the worker /nonexistent/plumbline-worker: No such file or directory");
}

TEST_CASE("what is no message ends the worker and is told") {
  const FakeWorkers workers;
  const auto worker = started(workers, "garbage");
  const Heard heard = listen_to(*worker);
  REQUIRE(heard.error);
  CHECK(heard.error->code == ErrorCode::kMalformed);
  CHECK(worker->has_ended());
  CHECK(dies_in_time(*worker));
}

TEST_CASE("a message of another version ends the worker") {
  const FakeWorkers workers;
  const auto worker = started(workers, "wrong_version");
  const Heard heard = listen_to(*worker);
  REQUIRE(heard.error);
  CHECK(heard.error->code == ErrorCode::kMalformed);
}

TEST_CASE("a babbling worker is killed and told") {
  const FakeWorkers workers;
  const auto worker = started(workers, "babbles");
  const Heard heard = listen_to(*worker);
  REQUIRE(heard.error);
  CHECK(heard.error->code == ErrorCode::kTooLarge);
  CHECK(heard.error->context.find("babbles") != std::string::npos);
  CHECK(dies_in_time(*worker));
  CHECK(heard.messages.size() < 10000);
}

TEST_CASE("a line beyond the bound is not kept") {
  const FakeWorkers workers;
  const auto worker = started(workers, "long_line");
  const Heard heard = listen_to(*worker);
  REQUIRE(heard.error);
  CHECK(heard.error->code == ErrorCode::kTooLarge);
  CHECK(dies_in_time(*worker));
}

TEST_CASE("how a worker died is told in words") {
  const FakeWorkers workers;
  for (const auto& [how, words] :
       {std::pair{"dies", "exit status 3"}, std::pair{"killed", "killed by signal 9"}}) {
    const auto worker = started(workers, how);
    const Heard heard = listen_to(*worker);
    CHECK_FALSE(heard.error);
    CHECK(heard.messages.size() == 1);
    CHECK(dies_in_time(*worker));
    CHECK(worker->how_it_ended() == words);
  }
}

TEST_CASE("a worker that is asked to stop gives what it has") {
  const FakeWorkers workers;
  const auto worker = started(workers, "stops");
  worker->request_stop();
  const Heard heard = listen_to(*worker);
  REQUIRE(heard.messages.size() == 4);
  const auto& result = std::get<ProbeResult>(heard.messages.back());
  CHECK(result.outcome == Outcome::kAborted);
  CHECK(result.reason == "stopped");
}

TEST_CASE("a worker that says nothing ends with nothing said") {
  const FakeWorkers workers;
  const auto worker = started(workers, "silent");
  auto said = worker->take();
  REQUIRE(said);
  CHECK(said->empty());
  CHECK_FALSE(worker->has_ended());
  worker->request_stop();
  CHECK(listen_to(*worker).messages.empty());
  CHECK(dies_in_time(*worker));
}

TEST_CASE("a deaf worker is killed, by its owner or by its end") {
  const FakeWorkers workers;
  auto worker = started(workers, "deaf");
  CHECK_FALSE(worker->is_gone());
  worker->kill();
  CHECK(worker->has_ended());
  CHECK(dies_in_time(*worker));
  CHECK(worker->how_it_ended() == "killed by signal 9");

  worker = started(workers, "deaf");
  const double before = monotonic_seconds();
  worker.reset();
  CHECK(monotonic_seconds() - before < 1);
}

// A socket whose path is the test's own, as systemd's plumbline-worker.socket.
class Listener {
 public:
  explicit Listener(const std::string& path) : socket_(socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    REQUIRE(bind(socket_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    REQUIRE(listen(socket_.get(), 1) == 0);
  }
  Fd accept_one() { return Fd(accept(socket_.get(), nullptr, nullptr)); }

 private:
  Fd socket_;
};

TEST_CASE("with a socket the request goes to whom the service manager starts") {
  const FakeWorkers workers;
  const std::string path = workers.directory() + "/socket";
  Listener listener(path);
  const auto worker = Worker::start({.directory = {}, .socket = path}, behaving("good"));
  REQUIRE(worker);
  Fd peer = listener.accept_one();
  char first = 0;
  CHECK(read(peer.get(), &first, 1) == 1);
  CHECK(first == '{');

  const std::string line = encode(Message(Hello{.worker = "w", .version = "1", .pid = 7})) + "\n";
  REQUIRE(write(peer.get(), line.data(), line.size()) == static_cast<ssize_t>(line.size()));
  const auto said = (*worker)->take();
  REQUIRE(said);
  REQUIRE(said->size() == 1);
  CHECK(std::get<Hello>(said->front()).pid == 7);
  CHECK_FALSE((*worker)->is_gone());
  peer = Fd();
  CHECK(listen_to(**worker).messages.empty());
  CHECK((*worker)->is_gone());
  CHECK((*worker)->how_it_ended().empty());
}

TEST_CASE("a socket that is not there, or whose path is too long, is told") {
  const auto missing = Worker::start({.directory = {}, .socket = "/nonexistent/s"}, behaving("x"));
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ErrorCode::kNotFound);
  const auto longer =
      Worker::start({.directory = {}, .socket = std::string(200, 's')}, behaving("x"));
  REQUIRE_FALSE(longer);
  CHECK(longer.error().code == ErrorCode::kInvalid);
}

TEST_CASE("the program's own directory is that of its executable") {
  CHECK(own_directory() == std::filesystem::read_symlink("/proc/self/exe").parent_path());
}

}  // namespace
}  // namespace plumbline
