#include "collectors/parse/udev_data.h"

#include <string>

#include "doctest/doctest.h"

using namespace plumbline;

namespace {

constexpr std::string_view kRecord =
    "S:disk/by-id/wwn-0x5000c500a0b1c2d3\n"
    "I:3117946\n"
    "E:ID_MODEL=ST8000NM0055\n"
    "E:ID_SERIAL=ST8000NM0055_ZA1\n"
    "E:ID_SERIAL_SHORT=ZA1\n"
    "E:EMPTY=\n"
    "E:EQUALS=a=b=c\n"
    "G:systemd";

}  // namespace

TEST_CASE("a property is found by its whole key") {
  CHECK(udev_property(kRecord, "ID_MODEL") == "ST8000NM0055");
  CHECK(udev_property(kRecord, "ID_SERIAL") == "ST8000NM0055_ZA1");
  CHECK(udev_property(kRecord, "ID_SERIAL_SHORT") == "ZA1");
  CHECK(udev_property(kRecord, "EQUALS") == "a=b=c");
}

TEST_CASE("a property that is absent or empty has no value") {
  CHECK(udev_property(kRecord, "EMPTY").empty());
  CHECK(udev_property(kRecord, "ID").empty());
  CHECK(udev_property(kRecord, "ID_SERIAL_SHORTER").empty());
  CHECK(udev_property(kRecord, "").empty());
  CHECK(udev_property("", "ID_MODEL").empty());
}

TEST_CASE("garbage, cut lines and binary text hold no property") {
  CHECK(udev_property("E:ID_MODEL", "ID_MODEL").empty());
  CHECK(udev_property("E:", "ID_MODEL").empty());
  CHECK(udev_property("ID_MODEL=x", "ID_MODEL").empty());
  CHECK(udev_property(std::string("E:\0=\xff\nE:ID_MODEL=m\n", 19), "ID_MODEL") == "m");
}
