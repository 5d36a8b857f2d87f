#include "probes/job/keys.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "model/nearest.h"
#include "probes/job/key_members.h"
#include "probes/job/s3_options.h"
#include "probes/job/value_syntax.h"

namespace plumbline {
namespace {

using namespace key_members;  // Of this table alone.

// In the order of their enums.
constexpr std::array<std::string_view, 6> kPatterns = {"read",      "write", "randread",
                                                       "randwrite", "rw",    "randrw"};
constexpr std::array<JobSynonym, 1> kPatternSynonyms = {{{"readwrite", 4}}};
constexpr std::string_view kNoTrim = "trimming throws data away";
constexpr std::array<JobRefusal, 4> kPatternRefusals = {
    {{"trim", kNoTrim}, {"randtrim", kNoTrim}, {"trimwrite", kNoTrim}, {"randtrimwrite", kNoTrim}}};
constexpr std::array<std::string_view, 6> kEngines = {"io_uring", "libaio", "psync",
                                                      "rbd",      "s3",     "tcp"};
constexpr std::array<JobRefusal, 1> kEngineRefusals = {
    {{"http", "fio's http with http_mode=s3 is called s3 here"}}};
constexpr std::array<std::string_view, 2> kArrivals = {"linear", "poisson"};
constexpr std::array<std::string_view, 4> kTolerances = {"none", "read", "write", "all"};
constexpr std::array<JobSynonym, 3> kToleranceSynonyms = {{{"0", 0}, {"1", 3}, {"io", 3}}};
constexpr std::array<JobRefusal, 1> kToleranceRefusals = {{{"verify", "nothing is verified here"}}};

constexpr double kMostBytes = static_cast<double>(kMostSizeBytes);
constexpr double kMostCount = 4294967295;        // Enough for requests that take a century.
constexpr double kMostSeconds = 366.0 * 86'400;  // A year: longer is a slip of the unit.
constexpr double kLeastSeconds = 1e-6;           // fio's own resolution of times.
constexpr double kMostDepth = 1024;              // More than a device's queue holds.
constexpr double kMostClones = 256;              // Each is a process.
constexpr double kMostLatencySeconds = 3600;     // No kernel timeout is longer.
constexpr JobRange kTimes = {kLeastSeconds, kMostSeconds};
constexpr JobRange kTimesOrNone = {0, kMostSeconds};
constexpr JobRange kRatios = {0, 1};
constexpr JobRange kSizes = {1, kMostBytes};

constexpr JobKey kKeys[] = {
    {.name = "name", .member = text<&Job::name>(), .help = "Name of the job"},
    {.name = "filename",
     .member = JobSpecial{get_filenames, set_filenames},
     .help = "Targets, with ':' between them",
     .is_text = true,
     .separator = ':'},
    {.name = "directory",
     .member = JobSpecial{get_directory, set_directory},
     .help = "Directory of the targets; without filename, of files named after the job",
     .is_text = true},
    {.name = "rw",
     .member = choice<&Job::pattern>(),
     .help = "What is done, and whether in sequence or at random",
     .alias = "readwrite",
     .choices = kPatterns,
     .synonyms = kPatternSynonyms,
     .refusals = kPatternRefusals},
    {.name = "rwmixread",
     .member = percent<&Job::read_ratio>(),
     .help = "Percentage of reads of a mixed pattern",
     .range = kRatios},
    {.name = "rwmixwrite",
     .member = JobSpecial{get_write_percent, set_write_percent},
     .help = "Percentage of writes of a mixed pattern"},
    {.name = "bs",
     .member = JobSpecial{get_block_sizes, set_block_sizes},
     .help = "Size of a request: READ,WRITE or one for both",
     .alias = "blocksize",
     .separator = ','},
    {.name = "bssplit",
     .member = JobSpecial{get_block_split, set_block_split},
     .help = "Sizes of requests with the percentage of each",
     .separator = ','},
    {.name = "percentage_random",
     .member = percent<&Job::random_ratio>(),
     .help = "Percentage of a random pattern's requests that are at random",
     .range = kRatios},
    {.name = "size",
     .member = extent<&Job::size>(),
     .help = "Length of the region, in bytes or N% of the target",
     .range = kSizes,
     .zero_is_none = true},
    {.name = "offset",
     .member = extent<&Job::offset>(),
     .help = "Where the region begins, in bytes or N% of the target",
     .alias = "fileoffset",
     .range = {0, kMostBytes}},
    {.name = "io_size",
     .member = extent<&Job::io_size>(),
     .help = "Bytes after which the job ends, or N% of size",
     .alias = "io_limit",
     .range = kSizes,
     .zero_is_none = true},
    {.name = "number_ios",
     .member = count<&Job::number_ios>(),
     .help = "Requests after which the job ends",
     .range = {1, kMostCount},
     .zero_is_none = true},
    {.name = "iodepth",
     .member = count<&Job::iodepth>(),
     .help = "Requests in flight at most",
     .range = {1, kMostDepth}},
    {.name = "numjobs",
     .member = count<&Job::numjobs>(),
     .help = "Copies of the job that run at once",
     .range = {1, kMostClones}},
    {.name = "ioengine",
     .member = choice<&Job::engine>(),
     .help = "How requests are issued",
     .choices = kEngines,
     .refusals = kEngineRefusals},
    {.name = "direct",
     .member = flag<&Job::direct>(),
     .help = "Pass the page cache (O_DIRECT); unlike fio's, on unless said otherwise"},
    {.name = "runtime",
     .member = time<&Job::runtime_seconds>(),
     .help = "Time after which the job ends",
     .alias = "timeout",
     .range = kTimes,
     .zero_is_none = true},
    {.name = "time_based",
     .member = flag<&Job::time_based>(),
     .help = "Run for all of runtime, over the region again and again",
     .may_stand_alone = true},
    {.name = "ramp_time",
     .member = time<&Job::ramp_seconds>(),
     .help = "Time at the beginning that is not measured",
     .range = kTimesOrNone},
    {.name = "startdelay",
     .member = time<&Job::start_delay_seconds>(),
     .help = "Time to wait before the job starts",
     .range = kTimesOrNone},
    {.name = "loops",
     .member = count<&Job::loops>(),
     .help = "Times to go over the region",
     .range = {1, kMostCount}},
    {.name = "rate",
     .member = JobSpecial{get_rate, set_rate},
     .help = "Bytes per second at most: READ,WRITE or one for each",
     .separator = ','},
    {.name = "rate_iops",
     .member = JobSpecial{get_rate_iops, set_rate_iops},
     .help = "Requests per second at most: READ,WRITE or one for each",
     .separator = ','},
    {.name = "rate_process",
     .member = choice<&Job::arrivals>(),
     .help = "How the starts of a rate are spread; unlike fio's, poisson unless said otherwise",
     .choices = kArrivals},
    {.name = "thinktime",
     .member = time<&Job::think_seconds>(TimeUnit::kMicroseconds),
     .help = "Time to wait after each request, in microseconds",
     .range = kTimesOrNone},
    {.name = "norandommap",
     .member = flag<&Job::norandommap>(),
     .help = "Random offsets may repeat before all have been visited",
     .may_stand_alone = true},
    {.name = "random_distribution",
     .member = JobSpecial{get_distribution, set_distribution},
     .help = "How random offsets are spread: random, zipf:THETA, pareto:H, normal:DEVIATION"},
    {.name = "randrepeat",
     .member = flag<&Job::randrepeat>(),
     .help = "The same random offsets in every run"},
    {.name = "randseed",
     .member = count<&Job::random_seed>(),
     .help = "What random offsets begin from",
     .range = {0, kMostBytes}},
    {.name = "percentile_list",
     .member = JobSpecial{get_percentiles, set_percentiles},
     .help = "Percentiles to tell, with ':' between them",
     .separator = ':'},
    {.name = "group_reporting",
     .member = flag<&Job::group_reporting>(),
     .help = "One result for the copies of a job",
     .may_stand_alone = true},
    {.name = "stonewall",
     .member = flag<&Job::stonewall>(),
     .help = "Wait for the jobs before this one",
     .alias = "wait_for_previous",
     .may_stand_alone = true},
    {.name = "ss",
     .member = JobSpecial{get_steady_state, set_steady_state},
     .help = "End when this is steady: iops, iops_slope, bw or bw_slope, and a limit",
     .alias = "steadystate"},
    {.name = "ss_dur",
     .member = steady_state_time<&SteadyState::duration_seconds>(),
     .help = "How long it has to be steady",
     .alias = "steadystate_duration",
     .range = kTimesOrNone},
    {.name = "ss_ramp",
     .member = steady_state_time<&SteadyState::ramp_seconds>(),
     .help = "Time before it is looked at",
     .alias = "steadystate_ramp_time",
     .range = kTimesOrNone},
    {.name = "max_latency",
     .member = time<&Job::max_latency_seconds>(TimeUnit::kMicroseconds),
     .help = "Latency that ends the job, in microseconds",
     .range = {kLeastSeconds, kMostLatencySeconds},
     .zero_is_none = true},
    {.name = "continue_on_error",
     .member = choice<&Job::continue_on_error>(),
     .help = "Errors that are counted and do not end the job",
     .choices = kTolerances,
     .synonyms = kToleranceSynonyms,
     .refusals = kToleranceRefusals},
    {.name = "cpus_allowed",
     .member = JobSpecial{get_cpus, set_cpus},
     .help = "Processors that the job may run on",
     .separator = ','},
    {.name = "pool", .member = remote_text<&RemoteTarget::pool>(), .help = "Ceph pool (rbd)"},
    {.name = "rbdname",
     .member = remote_text<&RemoteTarget::rbd_name>(),
     .help = "Image in the pool (rbd)"},
    {.name = "clientname",
     .member = remote_text<&RemoteTarget::client_name>(),
     .help = "Ceph user (rbd)"},
    {.name = "clustername",
     .member = remote_text<&RemoteTarget::cluster_name>(),
     .help = "Ceph cluster (rbd)"},
    {.name = "http_host",
     .member = remote_text<&RemoteTarget::http_host>(),
     .help = "Host of the service (s3)"},
    {.name = "http_s3_key", .member = s3_option<0>(), .help = "Secret key (s3)"},
    {.name = "http_s3_keyid", .member = s3_option<1>(), .help = "Access key's id (s3)"},
    {.name = "http_s3_region", .member = s3_option<2>(), .help = "Region (s3)"},
    {.name = "http_s3_sse_customer_algorithm",
     .member = s3_option<3>(),
     .help = "Algorithm of server-side encryption (s3)"},
    {.name = "http_s3_sse_customer_key",
     .member = s3_option<4>(),
     .help = "Key of server-side encryption (s3)"},
    {.name = "http_s3_storage_class", .member = s3_option<5>(), .help = "Storage class (s3)"},
    {.name = "x_every",
     .member = time<&Job::every_seconds>(),
     .help = "Time from one start of a periodic job to the next",
     .range = kTimes,
     .zero_is_none = true},
    {.name = "x_splay",
     .member = percent<&Job::splay_ratio>(),
     .help = "Percentage of the interval by which a start moves at random",
     .range = kRatios},
    {.name = "x_timeout",
     .member = time<&Job::timeout_seconds>(),
     .help = "Time after which a worker that does not answer is given up",
     .range = kTimes,
     .zero_is_none = true},
    {.name = "x_budget_bytes_day",
     .member = count<&Job::budget_bytes_per_day>(),
     .help = "Bytes a day that the job may read and write",
     .range = {0, kMostBytes}},
    {.name = "x_gate_pressure",
     .member = percent<&Job::gate_pressure_ratio>(),
     .help = "Percentage of io pressure, not of our own making, above which the job waits",
     .range = kRatios},
    {.name = "x_gate_iops",
     .member = JobSpecial{get_gate_iops, set_gate_iops},
     .help = "Requests per second of others above which the job waits"},
    {.name = "x_stop",
     .member = JobSpecial{get_stop_rule, set_stop_rule},
     .help = "End when this percentile is known to this width, as p95:10%"},
    {.name = "x_allow_write",
     .member = flag<&Job::allow_write>(),
     .help = "Write, into files that the probe made itself",
     .may_stand_alone = true},
};

}  // namespace

std::span<const JobKey> job_keys() { return kKeys; }

const JobKey* find_job_key(std::string_view name) {
  if (name.empty()) return nullptr;
  const auto* found = std::ranges::find_if(
      kKeys, [name](const JobKey& key) { return key.name == name || key.alias == name; });
  return found == std::end(kKeys) ? nullptr : found;
}

std::string_view nearest_job_key(std::string_view name) {
  std::vector<std::string_view> known;
  for (const JobKey& key : kKeys) {
    known.push_back(key.name);
    if (!key.alias.empty()) known.push_back(key.alias);
  }
  // Keys are small letters only, so that capitals are no distance.
  std::string lowered(name);
  for (char& character : lowered) {
    if (character >= 'A' && character <= 'Z') {
      character = static_cast<char>(character - 'A' + 'a');
    }
  }
  return nearest_name(lowered, known);
}

}  // namespace plumbline
