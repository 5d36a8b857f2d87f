#include "agent/prober/keeper.h"

#include <future>
#include <thread>

#include "doctest/doctest.h"
#include "probe_results.h"
#include "trace_files.h"

namespace plumbline {
namespace {

constexpr double kNow = 1'700'000'000;

// A keeper that has read what there was.
struct LoadedKeeper {
  explicit LoadedKeeper(const std::string& state_dir)
      : keeper(std::make_unique<ProbeKeeper>(state_dir, kNow, [this] { loaded.set_value(); })) {
    loaded.get_future().wait();
    kept = keeper->take_loaded();
  }

  std::promise<void> loaded;
  std::unique_ptr<ProbeKeeper> keeper;
  std::optional<KeptProbes> kept;
};

}  // namespace

TEST_CASE("a first life finds nothing, the next what was kept of the last hour") {
  const TemporaryDirectory directory;
  {
    LoadedKeeper first(directory.path());
    REQUIRE(first.kept);
    CHECK_FALSE(first.kept->state);
    CHECK_FALSE(first.kept->damage);
    CHECK(first.kept->results.empty());
    CHECK_FALSE(first.keeper->take_loaded());
    first.keeper->keep_result({kNow - 3601, "sda", "default", read_result(1)});
    first.keeper->keep_result({kNow - 10, "sda", "default", read_result(2)});
    first.keeper->keep_result({kNow + 1000, "sda", "default", read_result(3)});
    first.keeper->keep_state({"boot", 5, {}});
  }
  const LoadedKeeper second(directory.path());
  REQUIRE(second.kept);
  REQUIRE(second.kept->state);
  CHECK(second.kept->state->boot_id == "boot");
  REQUIRE(second.kept->results.size() == 1);
  CHECK(second.kept->results[0].result == read_result(2));
}

TEST_CASE("a damaged state is told and does not hide the results") {
  const TemporaryDirectory directory;
  { LoadedKeeper(directory.path()).keeper->keep_result({kNow, "sda", "default", read_result(2)}); }
  write_file(directory / "probes.json", "banana");
  const LoadedKeeper keeper(directory.path());
  REQUIRE(keeper.kept);
  REQUIRE(keeper.kept->damage);
  CHECK(keeper.kept->damage->context.find("probes.json.damaged") != std::string::npos);
  CHECK(keeper.kept->results.size() == 1);
}

TEST_CASE("a state directory that is missing costs errors, nothing else") {
  std::uint64_t errors = 0;
  {
    LoadedKeeper keeper("/nonexistent/plumbline");
    keeper.keeper->keep_state({});
    while (keeper.keeper->errors() == 0) std::this_thread::yield();
    errors = keeper.keeper->errors();
    const auto change = keeper.keeper->take_change();
    REQUIRE(change);
    CHECK_FALSE(*change);
  }
  CHECK(errors == 1);
}

}  // namespace plumbline
