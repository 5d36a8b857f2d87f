// The two text formats that Prometheus reads.
//
// Purpose: families and their series become text, appended to one string: no stream, no locale, no
//   copy of a label that is written more than once.
// Source:  Prometheus text format 0.0.4; OpenMetrics 1.0 (counters named without "_total" in their
//   HELP and TYPE lines, type info, "# EOF").
// Units:   values are written as they are; every finite double reads back as the same bits, NaN as
// a
//   NaN.
// Errors:  none. Bytes that are no UTF-8, and NUL, become U+FFFD, for Prometheus refuses the whole
//   scrape otherwise; a label value longer than kLabelValueBytes is cut.
// Threads: a writer belongs to one thread; the functions are pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace plumbline {

enum class TextFormat { kPrometheus, kOpenMetrics };

enum class FamilyType { kCounter, kGauge, kInfo, kUnknown, kHistogram, kSummary };

inline constexpr std::size_t kLabelValueBytes = 1024;

// Shortest text that reads back as `value`; whole numbers up to 2^53 without an exponent.
void append_number(std::string& out, double value);

// As OpenMetrics wants the labels "le" and "quantile": 1.0, 0.5, 1e+06, +Inf. Used in both formats,
// so that a bucket has the same name in both.
void append_canonical_number(std::string& out, double value);

// name="value", escaped, preceded by a comma unless `labels` is empty.
void append_label(std::string& labels, std::string_view name, std::string_view value);

class TextWriter {
 public:
  // Appends to `out`, which outlives the writer.
  TextWriter(TextFormat format, std::string& out) : format_(format), out_(out) {}

  // Starts a family with the full name of its samples (x_total, x_info). A counter whose name does
  // not end in "_total", which OpenMetrics cannot express, is written as of unknown type; so is an
  // info family whose name does not end in "_info".
  void begin_family(std::string_view name, std::string_view help, FamilyType type);

  // A sample of the family; `labels` as append_label made them.
  void add(std::string_view labels, double value, std::int64_t timestamp_milliseconds = 0);

  // A part of a histogram or summary: suffix "_bucket", "_sum", "_count" or "".
  void add_part(std::string_view suffix, std::string_view labels, double value,
                std::int64_t timestamp_milliseconds = 0);

  // Ends the exposition.
  void finish();

 private:
  void append_sample_end(std::string_view labels, double value,
                         std::int64_t timestamp_milliseconds);

  TextFormat format_;
  std::string& out_;
  std::string name_;
};

}  // namespace plumbline
