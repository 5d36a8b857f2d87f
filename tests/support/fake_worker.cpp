// A worker that measures nothing and behaves as the request's target says: what the tests of the
// agent's side start in the place of plumbline-worker.
//
// Targets: good, stops (waits for the end of its input, then a result), silent (waits for it and
// says nothing), deaf (never ends), babbles, long_line, garbage, dies, killed, wrong_version,
// descriptors (names in its hello what it was given), stalls (starts, then nothing any more).

#include <dirent.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>

#include "probes/protocol/message.h"

namespace {

using plumbline::Message;

void say(const std::string& line) {
  const std::string whole = line + "\n";
  std::size_t written = 0;
  while (written < whole.size()) {
    const ssize_t length = write(STDOUT_FILENO, whole.data() + written, whole.size() - written);
    if (length <= 0) std::exit(1);  // Nobody listens any more.
    written += static_cast<std::size_t>(length);
  }
}

void say(const Message& message) { say(plumbline::encode(message)); }

std::string read_line() {
  std::string line;
  char character = 0;
  while (read(STDIN_FILENO, &character, 1) == 1 && character != '\n') line += character;
  return line;
}

void await_end_of_input() {
  char character = 0;
  while (read(STDIN_FILENO, &character, 1) > 0) {
  }
}

[[noreturn]] void stay() {
  for (;;) pause();
}

// "0 1 2 | LC_ALL=C | own group".
std::string surroundings() {
  std::string text;
  DIR* directory = opendir("/proc/self/fd");
  while (const dirent* entry = readdir(directory)) {
    const std::string name = entry->d_name;
    if (name[0] != '.' && name != std::to_string(dirfd(directory))) text += name + " ";
  }
  closedir(directory);
  text += "|";
  for (char** variable = environ; *variable != nullptr; ++variable) {
    text += " " + std::string(*variable);
  }
  return text + (getpgrp() == getpid() ? " | own group" : " | the asker's group");
}

plumbline::Hello hello() {
  return {.worker = "fake_worker", .version = "0", .pid = static_cast<std::int64_t>(getpid())};
}

plumbline::Started started(const plumbline::Request& request) {
  plumbline::Started message;
  message.target = request.target;
  message.engine = plumbline::EngineKind::kPsync;
  message.is_direct = true;
  message.size_bytes = 1 << 20;
  message.region_bytes = 1 << 20;
  return message;
}

plumbline::ProbeResult result(const plumbline::Request& request) {
  plumbline::ProbeResult message;
  message.outcome = plumbline::Outcome::kOk;
  message.target = request.target;
  message.runtime_seconds = 1;
  plumbline::OperationResult& read = message[plumbline::Operation::kRead];
  for (std::uint64_t request_number = 1; request_number <= 100; ++request_number) {
    read.service.add(request_number * 1000);
    read.response.add(request_number * 1000);
  }
  read.ios = 100;
  read.bytes = 409600;
  return message;
}

void behave(const plumbline::Request& request) {
  const std::string& target = request.target;
  if (target == "silent") return await_end_of_input();
  if (target == "deaf") stay();
  if (target == "garbage") return say("this is no message");
  if (target == "long_line") {
    say(std::string(2 * plumbline::kMostLineBytes, 'x'));
    stay();
  }
  if (target == "descriptors") {
    plumbline::Hello message = hello();
    message.worker = surroundings();
    return say(Message(message));
  }
  if (target == "wrong_version") {
    std::string line = plumbline::encode(Message(hello()));
    const std::string version = "\"protocol\":" + std::to_string(plumbline::kProtocolVersion);
    line.replace(line.find(version), version.size(), "\"protocol\":99");
    return say(line);
  }
  say(Message(hello()));
  if (target == "dies") std::exit(3);
  if (target == "killed") raise(SIGKILL);
  say(Message(started(request)));
  if (target == "stalls") stay();
  while (target == "babbles") say(Message(plumbline::Progress{}));
  say(Message(plumbline::Progress{}));
  plumbline::ProbeResult message = result(request);
  if (target == "stops") {
    await_end_of_input();
    message.outcome = plumbline::Outcome::kAborted;
    message.reason = "stopped";
  }
  say(Message(message));
}

}  // namespace

int main() {
  const auto request = plumbline::decode_request(read_line());
  if (!request) {
    std::fprintf(stderr, "fake_worker: %s\n", request.error().context.c_str());
    return 2;
  }
  behave(*request);
  return 0;
}
