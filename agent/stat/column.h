// Column tables: what the rows of a report's tables consist of.
//
// Purpose: the screen, JSON and CSV walk the same table, so that a new column is one row of it.
// Shapes:  a row is a struct with a name and one optional double a column, in the column's unit.
#pragma once

#include <optional>
#include <string_view>

namespace plumbline {

template <class Row>
struct Column {
  std::string_view title;  // As sysstat prints it; without '%' it is the key in JSON.
  std::optional<double> Row::*member = nullptr;
};

}  // namespace plumbline
