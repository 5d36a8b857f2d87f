#include "agent/config/keys.h"

#include <algorithm>
#include <set>

#include "agent/config/value.h"
#include "doctest/doctest.h"

using plumbline::Config;
using plumbline::config_keys;
using plumbline::Key;
using plumbline::nearest_key;

TEST_CASE("every path, flag and variable stands in one row") {
  std::set<std::string> names;
  for (const Key& key : config_keys()) {
    CHECK(names.insert(std::string(key.path)).second);
    CHECK(names.insert(std::string(key.flag)).second);
    CHECK(names.insert(environment_name(key)).second);
    CHECK(key.flag.starts_with("--"));
    CHECK_FALSE(key.help.empty());
  }
}

TEST_CASE("the rows of a group stand together") {
  std::set<std::string_view> closed;
  std::string_view group;
  for (const Key& key : config_keys()) {
    const std::string_view own = key.path.substr(0, key.path.find('.'));
    if (own == group) continue;
    CHECK(closed.insert(own).second);
    group = own;
  }
}

TEST_CASE("every default is a value that its own row takes") {
  for (const Key& key : config_keys()) {
    CAPTURE(key.path);
    Config config;
    CHECK(set_value(key, get_value(key, Config{}), config).has_value());
    CHECK(config == Config{});
  }
}

TEST_CASE("no two rows share a member") {
  for (const Key& key : config_keys()) {
    CAPTURE(key.path);
    Config config;
    auto other = get_value(key, config);
    if (other.is_boolean()) {
      other = !other.get<bool>();
    } else if (other.is_number_float()) {
      other = key.range.least;
    } else if (other.is_number()) {
      other = static_cast<std::uint64_t>(key.range.least);
    } else if (other.is_array()) {
      other = {"x"};
    } else {
      other = key.choices.empty()
                  ? "other"
                  : std::string(*std::ranges::find_if(key.choices, [&](std::string_view choice) {
                      return choice != other.get_ref<const std::string&>();
                    }));
    }
    REQUIRE(set_value(key, other, config).has_value());
    for (const Key& row : config_keys()) {
      CHECK((get_value(row, config) != get_value(row, Config{})) == (row.path == key.path));
    }
  }
}

TEST_CASE("a variable is named after its flag") {
  CHECK(environment_name(*plumbline::find_key("web.listen_address")) ==
        "PLUMBLINE_WEB_LISTEN_ADDRESS");
  CHECK(environment_name(*plumbline::find_key("path.udev_data")) == "PLUMBLINE_PATH_UDEV_DATA");
  CHECK(environment_name(*plumbline::find_key("state_dir")) == "PLUMBLINE_STATE_DIR");
}

TEST_CASE("groups are told from keys") {
  CHECK(plumbline::is_key_group("web"));
  CHECK_FALSE(plumbline::is_key_group("we"));
  CHECK_FALSE(plumbline::is_key_group("state_dir"));
  CHECK_FALSE(plumbline::is_key_group("web.listen_address"));
  CHECK(plumbline::find_key("web") == nullptr);
}

TEST_CASE("a mistyped key finds its way home") {
  CHECK(nearest_key("web.listen_adress") == "web.listen_address");
  CHECK(nearest_key("web.listenAddress") == "web.listen_address");
  CHECK(nearest_key("tick.intervall_seconds") == "tick.interval_seconds");
  CHECK(nearest_key("wbe") == "web");
  CHECK(nearest_key("metric") == "metrics");
}

TEST_CASE("a key in the wrong group finds its own") {
  CHECK(nearest_key("listen_address") == "web.listen_address");
  CHECK(nearest_key("agent.raw_prefix") == "metrics.raw_prefix");
}

TEST_CASE("a key that is like no other gets no suggestion") {
  CHECK(nearest_key("banana").empty());
  CHECK(nearest_key("").empty());
  CHECK(nearest_key(std::string(100'000, 'w')).empty());
}
