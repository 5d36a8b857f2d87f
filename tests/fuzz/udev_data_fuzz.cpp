// A record of udev's database, and the handlers of an interrupt: both are strings of a device's or
// driver's own choice.

#include "collectors/parse/udev_data.h"

#include "collectors/parse/irq_actions.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumbline;
  const std::string_view text = text_of(data, size);
  for (const char* key : {"ID_MODEL", "ID_SERIAL", "ID_SERIAL_SHORT", "DM_NAME", ""}) {
    const std::string_view value = udev_property(text, key);
    require(value.find('\n') == std::string_view::npos);
  }
  const std::string kind = interrupt_kind(text);
  require(!kind.empty() && kind.size() <= 32);
  require(kind.find_first_of(" \n,") == std::string::npos);
  return 0;
}
