// Any bytes in a fio job file's place, which may include itself.
#include <cstddef>
#include <cstdint>
#include <string>

#include "jobs.h"

using namespace plumbline;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = text_of(data, size);
  const JobFileAccess access{[text](const std::string& path) -> Result<std::string> {
                               if (path == "self") return std::string(text);
                               return Error{ErrorCode::kNotFound, 0, path};
                             },
                             [](const std::string& name) -> std::optional<std::string> {
                               return name == "ONE" ? std::optional<std::string>("1")
                                                    : std::nullopt;
                             }};
  require_sound(parse_fio_jobs(text, "file", access));
  return 0;
}
