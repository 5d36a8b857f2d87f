#include "collectors/parse/text.h"
#include "probes/job/draft.h"
#include "probes/job/fio_line.h"
#include "probes/job/job_file.h"
#include "probes/job/keys.h"
#include "probes/job/value.h"

namespace plumbline {
namespace {

constexpr std::size_t kMostDepth = 8;  // The bound of job_file.h.
// Of all includes together: eight levels of files that include each other twice and more would
// otherwise be read for hours.
constexpr std::size_t kMostIncludes = 100;

std::string directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

class FioParser {
 public:
  explicit FioParser(const JobFileAccess& access) : access_(access) {}

  void read(std::string_view text, const std::string& path, std::size_t depth) {
    if (text.size() > kMostFileBytes) {
      return faults_.add({path, 0}, "", "is longer than 1 MiB");
    }
    JobPlace place{path, 0};
    while (!faults_.is_full()) {
      const auto line = next_line(text);
      if (!line) return;
      ++place.line;
      const auto cut = cut_fio_line(*line, access_.environment);
      if (cut) {
        obey(*cut, place, depth);
      } else {
        faults_.add(place, "", cut.error().context);
      }
    }
  }

  ParsedJobs finish(const std::string& path) {
    finish_section();
    if (jobs_.empty() && faults_.empty()) faults_.add({path, 0}, "", "names no job");
    return parsed_jobs(std::move(jobs_), faults_);
  }

 private:
  void obey(const FioLine& line, const JobPlace& place, std::size_t depth) {
    switch (line.kind) {
      case FioLine::Kind::kNothing:
        return;
      case FioLine::Kind::kSection:
        return begin_section(line.name, place);
      case FioLine::Kind::kInclude:
        return include(line.name, place, depth);
      case FioLine::Kind::kKey:
        return assign(line, place);
    }
  }

  void begin_section(const std::string& name, const JobPlace& place) {
    finish_section();
    is_outside_ = false;
    if (name == "global") return;
    if (++sections_ > kMostJobs) {
      if (sections_ == kMostJobs + 1) faults_.add(place, "", "more than 1024 jobs");
      return;
    }
    section_ = global_;
    section_->place = place;
    assign_key(*section_, place, "name", name, faults_);
  }

  void finish_section() {
    if (section_) finish_job(std::move(*section_), faults_, jobs_);
    section_.reset();
  }

  void assign(const FioLine& line, const JobPlace& place) {
    if (is_outside_) {
      return faults_.add(place, line.name, "stands before the first [section]");
    }
    if (sections_ > kMostJobs) return;
    assign_key(section_ ? *section_ : global_, place, line.name, line.value, faults_);
  }

  void include(const std::string& name, const JobPlace& place, std::size_t depth) {
    if (depth == kMostDepth || includes_ == kMostIncludes) {
      return faults_.add(place, "include",
                         depth == kMostDepth ? "more than 8 files deep" : "more than 100 files");
    }
    ++includes_;
    const std::string path = name.starts_with('/') ? name : directory_of(place.path) + name;
    const auto text = access_.read_file(path);
    if (!text) return faults_.add(place, "include", printable_excerpt(text.error().context));
    read(*text, path, depth + 1);
  }

  const JobFileAccess& access_;
  JobFaults faults_;
  std::vector<Job> jobs_;
  JobDraft global_;
  std::optional<JobDraft> section_;
  std::size_t sections_ = 0;
  std::size_t includes_ = 0;
  bool is_outside_ = true;
};

// fio's own default is another than ours, so that a reader of the text should not have to know.
bool differs_from_fio(std::string_view name) {
  return name == "ioengine" || name == "direct" || name == "rate_process";
}

}  // namespace

ParsedJobs parse_fio_jobs(std::string_view text, const std::string& path,
                          const JobFileAccess& access) {
  FioParser parser(access);
  parser.read(text, path, 0);
  return parser.finish(path);
}

std::vector<std::pair<std::string, std::string>> said_options(const Job& job) {
  const Job unsaid;
  std::vector<std::pair<std::string, std::string>> options;
  for (const JobKey& key : job_keys()) {
    auto value = get_job_value(key, job, Spelling::kFio);
    const bool is_default = value == get_job_value(key, unsaid, Spelling::kFio);
    if (!value || key.name == "name" || (is_default && !differs_from_fio(key.name))) continue;
    options.emplace_back(key.name, std::move(*value));
  }
  return options;
}

std::string to_fio_text(const Job& job) {
  std::string text = '[' + escaped_for_fio(job.name) + "]\n";
  for (const auto& [key, value] : said_options(job)) {
    text += key + '=' + escaped_for_fio(value) + '\n';
  }
  return text;
}

}  // namespace plumbline
