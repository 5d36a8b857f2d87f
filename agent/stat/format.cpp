#include "agent/stat/format.h"

#include "agent/stat/formatters.h"

namespace plumbline {

std::unique_ptr<ReportFormatter> make_formatter(ReportFormat format) {
  switch (format) {
    case ReportFormat::kJson:
      return make_json_formatter();
    case ReportFormat::kCsv:
      return make_csv_formatter();
    case ReportFormat::kText:
      break;
  }
  return make_text_formatter();
}

}  // namespace plumbline
