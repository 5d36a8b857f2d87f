// A record of udev's database, /run/udev/data/b8:0: lines "E:KEY=VALUE" among others.
//
// Source:  src/libsystemd/sd-device/device-private.c. Values are udev's, made from what the device
//   says of itself: untrusted.
// Errors:  lines of another shape are passed over. Threads: pure; views point into the text.
#pragma once

#include <string_view>

namespace plumbline {

// The value of a property; empty when the record has none.
std::string_view udev_property(std::string_view text, std::string_view key);

}  // namespace plumbline
