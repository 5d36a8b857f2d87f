// The table of a job's keys: one row for each.
//
// Purpose: the parsers of fio's form and of JSON, what prints either, the checks and every error
//   text walk this table, so that a new key is a member in job.h and a row in keys.cpp.
// Source:  names, aliases and base units are fio 3.33's (`fio --cmdhelp=KEY`); keys that begin with
//   x_ are ours.
// Shapes:  a member reads and writes one value of a Job. An optional member that the job does not
//   say is nullopt; rows with zero_is_none take fio's 0 for it.
// Units:   ranges are in the member's base unit: bytes, seconds, ratios, counts.
// Threads: the table is constant; the functions are pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "model/result.h"
#include "probes/job/job.h"
#include "probes/job/text_value.h"

namespace plumbline {

// 0 or 1; the key alone means 1 where the row says so.
struct JobFlag {
  bool (*get)(const Job&);
  void (*set)(Job&, bool);
};

// A whole number, or bytes; both take the suffixes of a size, as in fio.
struct JobCount {
  std::optional<std::uint64_t> (*get)(const Job&);
  void (*set)(Job&, std::optional<std::uint64_t>);
};

struct JobTime {
  std::optional<double> (*get)(const Job&);
  void (*set)(Job&, std::optional<double>);
  TimeUnit unit = TimeUnit::kSeconds;
};

struct JobPercent {
  std::optional<double> (*get)(const Job&);
  void (*set)(Job&, double ratio);
};

struct JobText {
  const std::string& (*get)(const Job&);
  void (*set)(Job&, std::string_view);
};

// Bytes or N%.
struct JobExtent {
  std::optional<Extent> (*get)(const Job&);
  void (*set)(Job&, const std::optional<Extent>&);
};

// A value that is one of JobKey::choices, by its number among them.
struct JobChoice {
  std::size_t (*get)(const Job&);
  void (*set)(Job&, std::size_t);
};

// A value with a syntax of its own. The error's context is what it must be, without the text.
struct JobSpecial {
  std::optional<std::string> (*get)(const Job&, Spelling);
  Status (*set)(Job&, std::string_view text);
};

struct JobRange {
  double least = 0;
  double most = 0;
};

// Another word for a choice, by its number.
struct JobSynonym {
  std::string_view word;
  std::size_t choice;
};

// A value that fio knows and this program will not have, and why.
struct JobRefusal {
  std::string_view word;
  std::string_view why;
};

struct JobKey {
  std::string_view name;
  std::variant<JobFlag, JobCount, JobTime, JobPercent, JobText, JobExtent, JobChoice, JobSpecial>
      member;
  std::string_view help;
  std::string_view alias{};
  JobRange range{};                             // Counts, times, percentages.
  std::span<const std::string_view> choices{};  // JobChoice, as they are printed.
  std::span<const JobSynonym> synonyms{};
  std::span<const JobRefusal> refusals{};
  bool zero_is_none = false;
  bool may_stand_alone = false;  // JobFlag: without a value.
  bool is_text = false;          // JobSpecial: a string in JSON, even where it looks like a number.
  char separator = '\0';         // JobSpecial: between the items of a list.
};

// Where a row's value is the same as another's and is not printed a second time (rwmixwrite beside
// rwmixread), its get() answers nullopt.
std::span<const JobKey> job_keys();

// The row with this name or alias; nothing where there is none.
const JobKey* find_job_key(std::string_view name);

// The name or alias that was probably meant; empty if none comes near.
std::string_view nearest_job_key(std::string_view name);

}  // namespace plumbline
