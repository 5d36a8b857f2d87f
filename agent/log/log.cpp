#include "agent/log/log.h"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <string_view>
#include <utility>

namespace plumbline {
namespace {

// %q: the message as a quoted string that JSON and logfmt readers both take.
class QuotedMessage final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&,
              spdlog::memory_buf_t& out) override {
    constexpr std::string_view kHex = "0123456789abcdef";
    out.push_back('"');
    for (const char character : message.payload) {
      const auto byte = static_cast<unsigned char>(character);
      if (character == '"' || character == '\\') {
        out.push_back('\\');
        out.push_back(character);
      } else if (byte < 0x20) {
        constexpr std::string_view kEscape = "\\u00";
        out.append(kEscape.data(), kEscape.data() + kEscape.size());
        out.push_back(kHex[byte >> 4]);
        out.push_back(kHex[byte & 0xf]);
      } else {
        out.push_back(character);
      }
    }
    out.push_back('"');
  }

  std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<QuotedMessage>();
  }
};

spdlog::level::level_enum level_of(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarn:
      return spdlog::level::warn;
    case LogLevel::kError:
      return spdlog::level::err;
  }
  return spdlog::level::info;
}

}  // namespace

void set_up_log(LogLevel level, LogFormat format) {
  auto formatter = std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::utc);
  formatter->add_flag<QuotedMessage>('q').set_pattern(
      format == LogFormat::kJson ? R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l","msg":%q})"
                                 : "time=%Y-%m-%dT%H:%M:%S.%eZ level=%l msg=%q");
  auto logger = std::make_shared<spdlog::logger>("plumbline",
                                                 std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger->set_formatter(std::move(formatter));
  logger->set_level(level_of(level));
  logger->flush_on(spdlog::level::debug);
  spdlog::set_default_logger(std::move(logger));
}

}  // namespace plumbline
