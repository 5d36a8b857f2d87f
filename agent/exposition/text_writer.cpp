#include "agent/exposition/text_writer.h"

#include <array>
#include <charconv>
#include <cmath>

#include "agent/exposition/utf8.h"

namespace plumbline {
namespace {

// Enough for the shortest form of any double (24 characters) and of any 64-bit integer.
constexpr std::size_t kNumberBytes = 32;
constexpr double kExactWholeNumbers = 9007199254740992.0;  // 2^53

constexpr std::string_view kTotalSuffix = "_total";
constexpr std::string_view kInfoSuffix = "_info";

bool append_if_not_finite(std::string& out, double value) {
  if (std::isfinite(value)) return false;
  out += std::isnan(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
  return true;
}

void append_integer(std::string& out, std::int64_t value) {
  std::array<char, kNumberBytes> text;
  const auto result = std::to_chars(text.data(), text.data() + text.size(), value);
  out.append(text.data(), result.ptr);
}

void append_escaped(std::string& out, std::string_view text, bool quotes_too) {
  for (const char character : text) {
    if (character == '\n') {
      out += "\\n";
    } else if (character == '\\' || (quotes_too && character == '"')) {
      out += '\\';
      out += character;
    } else {
      out += character;
    }
  }
}

bool needs_care(char character) {
  return character < ' ' || character > '~' || character == '\\' || character == '"';
}

// The escaped text of what came from a device, a person or a file.
void append_untrusted(std::string& out, std::string_view text, bool quotes_too) {
  for (const char character : text) {
    if (needs_care(character)) {
      append_escaped(out, valid_utf8(text), quotes_too);
      return;
    }
  }
  out += text;
}

std::string_view type_name(FamilyType type, TextFormat format) {
  const bool open_metrics = format == TextFormat::kOpenMetrics;
  switch (type) {
    case FamilyType::kCounter:
      return "counter";
    case FamilyType::kGauge:
      return "gauge";
    case FamilyType::kInfo:
      return open_metrics ? "info" : "gauge";
    case FamilyType::kUnknown:
      return open_metrics ? "unknown" : "untyped";
    case FamilyType::kHistogram:
      return "histogram";
    case FamilyType::kSummary:
      return "summary";
  }
  return "untyped";
}

FamilyType expressible(std::string_view name, FamilyType type) {
  if (type == FamilyType::kCounter && !name.ends_with(kTotalSuffix)) return FamilyType::kUnknown;
  if (type == FamilyType::kInfo && !name.ends_with(kInfoSuffix)) return FamilyType::kGauge;
  return type;
}

std::string_view family_name(std::string_view name, FamilyType type, TextFormat format) {
  if (format == TextFormat::kOpenMetrics) {
    if (type == FamilyType::kCounter) name.remove_suffix(kTotalSuffix.size());
    if (type == FamilyType::kInfo) name.remove_suffix(kInfoSuffix.size());
  }
  return name;
}

}  // namespace

void append_number(std::string& out, double value) {
  if (std::abs(value) <= kExactWholeNumbers && value == std::trunc(value) &&
      !(value == 0 && std::signbit(value))) {
    append_integer(out, static_cast<std::int64_t>(value));
    return;
  }
  if (append_if_not_finite(out, value)) return;
  std::array<char, kNumberBytes> text;
  const auto result = std::to_chars(text.data(), text.data() + text.size(), value);
  out.append(text.data(), result.ptr);
}

void append_canonical_number(std::string& out, double value) {
  if (append_if_not_finite(out, value)) return;
  const double size = std::abs(value);
  const bool scientific = value != 0 && (size < 1e-4 || size >= 1e6);
  std::array<char, kNumberBytes> text;
  const auto result =
      std::to_chars(text.data(), text.data() + text.size(), value,
                    scientific ? std::chars_format::scientific : std::chars_format::fixed);
  const std::string_view digits(text.data(), static_cast<std::size_t>(result.ptr - text.data()));
  out += digits;
  if (!scientific && digits.find('.') == std::string_view::npos) out += ".0";
}

void append_label(std::string& labels, std::string_view name, std::string_view value) {
  if (!labels.empty()) labels += ',';
  labels += name;
  labels += "=\"";
  append_untrusted(labels, value.substr(0, kLabelValueBytes), true);
  labels += '"';
}

void TextWriter::begin_family(std::string_view name, std::string_view help, FamilyType type) {
  name_ = name;
  const FamilyType written_type = expressible(name, type);
  const std::string_view family = family_name(name, written_type, format_);
  out_ += "# HELP ";
  out_ += family;
  out_ += ' ';
  append_untrusted(out_, help, format_ == TextFormat::kOpenMetrics);
  out_ += "\n# TYPE ";
  out_ += family;
  out_ += ' ';
  out_ += type_name(written_type, format_);
  out_ += '\n';
}

void TextWriter::add(std::string_view labels, double value, std::int64_t timestamp_milliseconds) {
  out_ += name_;
  append_sample_end(labels, value, timestamp_milliseconds);
}

void TextWriter::add_part(std::string_view suffix, std::string_view labels, double value,
                          std::int64_t timestamp_milliseconds) {
  out_ += name_;
  out_ += suffix;
  append_sample_end(labels, value, timestamp_milliseconds);
}

void TextWriter::append_sample_end(std::string_view labels, double value,
                                   std::int64_t timestamp_milliseconds) {
  if (!labels.empty()) {
    out_ += '{';
    out_ += labels;
    out_ += '}';
  }
  out_ += ' ';
  append_number(out_, value);
  if (timestamp_milliseconds != 0) {
    out_ += ' ';
    if (format_ == TextFormat::kOpenMetrics) {
      append_number(out_, static_cast<double>(timestamp_milliseconds) / 1000.0);
    } else {
      append_integer(out_, timestamp_milliseconds);
    }
  }
  out_ += '\n';
}

void TextWriter::finish() {
  if (format_ == TextFormat::kOpenMetrics) out_ += "# EOF\n";
}

}  // namespace plumbline
