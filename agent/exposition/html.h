// Small pieces of HTML.
//
// Purpose: what comes from a device or a person is text here, never markup.
// Threads: pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

// Text content or a quoted attribute's value.
void append_html(std::string& out, std::string_view text);

// `decimals` digits after the point; "-" for what is not known.
std::string decimal_text(std::optional<double> value, int decimals);

// "2024-05-01 12:00:00 UTC"; "never" for 0.
std::string time_text(double unix_seconds);

// A table, built row by row.
class HtmlTable {
 public:
  // Appends to `out`, which outlives the table. The columns that follow `text_columns` are numbers.
  HtmlTable(std::string& out, std::string_view caption, const std::vector<std::string_view>& heads,
            std::size_t text_columns);

  void add_row(const std::vector<std::string>& cells);
  void finish();

 private:
  std::string& out_;
  const std::size_t text_columns_;
};

}  // namespace plumbline
