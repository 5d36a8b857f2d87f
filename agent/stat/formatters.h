// The formats behind make_formatter: see format.h for what they write.
#pragma once

#include <memory>

#include "agent/stat/format.h"

namespace plumbline {

std::unique_ptr<ReportFormatter> make_text_formatter();
std::unique_ptr<ReportFormatter> make_json_formatter();
std::unique_ptr<ReportFormatter> make_csv_formatter();

}  // namespace plumbline
