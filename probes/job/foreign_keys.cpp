#include "probes/job/foreign_keys.h"

#include <algorithm>
#include <iterator>

namespace plumbline {
namespace {

constexpr auto kIgnored = ForeignVerdict::kIgnored;
constexpr auto kRefused = ForeignVerdict::kRefused;
constexpr auto kUnsupported = ForeignVerdict::kUnsupported;

constexpr std::string_view kReporting = "it changes what fio prints, not what is measured";
constexpr std::string_view kClock = "CLOCK_MONOTONIC is always used";
constexpr std::string_view kBuffers = "data written is always incompressible";
constexpr std::string_view kAlwaysSo = "it is used wherever it works";
constexpr std::string_view kOneFile = "a job's files are named by filename";

constexpr std::string_view kTrims = "trimming throws data away";
constexpr std::string_view kForeignData = "nothing is measured on data that others wrote and want";
constexpr std::string_view kPrograms = "a job file may not start programs";
constexpr std::string_view kWritesFiles = "a job may write nothing but its own target";
constexpr std::string_view kFillsUp = "it writes until a file system or device is full";
constexpr std::string_view kDeletes = "a probe deletes no files";
constexpr std::string_view kZones = "zones are reset and written by it";
constexpr std::string_view kHost = "a probe leaves the host's settings alone";
constexpr std::string_view kReplays = "it repeats I/O that somebody else recorded, writes too";
constexpr std::string_view kZeroes = "zeroes and repeated data make a result a lie";
constexpr std::string_view kNoDevices = "no device is ever written, mounted or not";

constexpr std::string_view kNotBuffered = "say direct=0 for the page cache";
constexpr std::string_view kNoCache = "with direct=1 there is no cache to drop";
constexpr std::string_view kReallyWritten = "files are really written, never preallocated";

constexpr ForeignKey kKeys[] = {
    {"description", kIgnored, "it is for people"},
    {"kb_base", kIgnored, "k is 1024", "1024"},
    {"unit_base", kIgnored, kReporting},
    {"clocksource", kIgnored, kClock},
    {"gtod_cpu", kIgnored, kClock},
    {"gtod_reduce", kIgnored, "latencies are always taken"},
    {"thread", kIgnored, "a worker is always a process"},
    {"fallocate", kIgnored, kReallyWritten, "none"},
    {"nrfiles", kIgnored, kOneFile, "1"},
    {"nr_files", kIgnored, kOneFile, "1"},
    {"refill_buffers", kIgnored, kBuffers},
    {"scramble_buffers", kIgnored, kBuffers},
    {"fixedbufs", kIgnored, kAlwaysSo},
    {"registerfiles", kIgnored, kAlwaysSo},
    {"http_mode", kIgnored, "s3 is the one that is spoken", "s3"},
    {"disk_util", kIgnored, kReporting},
    {"significant_figures", kIgnored, kReporting},
    {"clat_percentiles", kIgnored, kReporting},
    {"lat_percentiles", kIgnored, kReporting},
    {"slat_percentiles", kIgnored, kReporting},
    {"disable_lat", kIgnored, kReporting},
    {"disable_clat", kIgnored, kReporting},
    {"disable_slat", kIgnored, kReporting},
    {"disable_bw", kIgnored, kReporting},
    {"disable_bw_measurement", kIgnored, kReporting},
    {"error_dump", kIgnored, kReporting},

    {"fill_device", kRefused, kFillsUp},
    {"fill_fs", kRefused, kFillsUp},
    {"overwrite", kRefused, "it writes over files that are there"},
    {"file_append", kRefused, "it writes to files that are there"},
    {"allow_mounted_write", kRefused, kNoDevices},
    {"unlink", kRefused, kDeletes},
    {"unlink_each_loop", kRefused, kDeletes},
    {"exec_prerun", kRefused, kPrograms},
    {"exec_postrun", kRefused, kPrograms},
    {"profile", kRefused, "a job says by itself what it does"},
    {"pre_read", kRefused, "it reads the whole target at full speed beforehand"},
    {"ioscheduler", kRefused, kHost},
    {"cgroup", kRefused, kHost},
    {"cgroup_weight", kRefused, kHost},
    {"cgroup_nodelete", kRefused, kHost},
    {"uid", kRefused, kHost},
    {"gid", kRefused, kHost},
    {"lockmem", kRefused, "it takes memory from the host"},
    {"zero_buffers", kRefused, kZeroes},
    {"buffer_pattern", kRefused, kZeroes},
    {"read_iolog", kRefused, kReplays},
    {"opendir", kRefused, "it opens whatever lies in a directory"},
    {"create_only", kRefused, kWritesFiles},

    {"buffered", kUnsupported, kNotBuffered},
    {"invalidate", kUnsupported, kNoCache},
    {"bsrange", kUnsupported, "say bssplit"},
    {"blocksize_range", kUnsupported, "say bssplit"},
    {"cpumask", kUnsupported, "say cpus_allowed"},
    {"wait_for", kUnsupported, "say stonewall"},
    {"filesize", kUnsupported, "say size"},
};

// Families, by how a key begins.
constexpr ForeignKey kFamilies[] = {
    {"trim_", kRefused, kTrims},
    {"verify", kRefused, kForeignData},
    {"do_verify", kRefused, kForeignData},
    {"experimental_verify", kRefused, kForeignData},
    {"write_hint", kUnsupported},
    {"write_barrier", kUnsupported},
    {"write_", kRefused, kWritesFiles},
    {"zone", kRefused, kZones},
    {"read_beyond_wp", kRefused, kZones},
    {"max_open_zones", kRefused, kZones},
    {"job_max_open_zones", kRefused, kZones},
    {"ignore_zone_limits", kRefused, kZones},
    {"read_iolog", kRefused, kReplays},
    {"replay_", kRefused, kReplays},
    {"merge_blktrace_", kRefused, kReplays},
    {"dedupe_", kRefused, kZeroes},
    {"buffer_compress_", kRefused, kZeroes},
};

// Ascending.
constexpr std::string_view kOthers[] = {
    "allow_file_create",
    "allrandrepeat",
    "atomic",
    "ba",
    "block_error_percentiles",
    "blockalign",
    "blocksize_unaligned",
    "bs_is_seq_rand",
    "bs_unaligned",
    "busy_poll",
    "bwavgtime",
    "cmdprio",
    "cmdprio_bssplit",
    "cmdprio_class",
    "cmdprio_percentage",
    "cpus_allowed_policy",
    "create_fsync",
    "create_on_open",
    "create_serialize",
    "end_fsync",
    "exit_what",
    "exitall",
    "exitall_on_error",
    "fadvise_hint",
    "fdatasync",
    "file_service_type",
    "filename_format",
    "flow",
    "flow_id",
    "flow_sleep",
    "force_async",
    "fsync",
    "fsync_on_close",
    "hipri",
    "http_pass",
    "http_swift_auth_token",
    "http_user",
    "http_verbose",
    "https",
    "hugepage-size",
    "ignore_error",
    "io_submit_mode",
    "iodepth_batch",
    "iodepth_batch_complete",
    "iodepth_batch_complete_max",
    "iodepth_batch_complete_min",
    "iodepth_batch_submit",
    "iodepth_low",
    "iomem",
    "iomem_align",
    "iopsavgtime",
    "latency_percentile",
    "latency_run",
    "latency_target",
    "latency_window",
    "lockfile",
    "log_alternate_epoch",
    "log_alternate_epoch_clock_id",
    "log_avg_msec",
    "log_compression",
    "log_compression_cpus",
    "log_entries",
    "log_hist_coarseness",
    "log_hist_msec",
    "log_max_value",
    "log_offset",
    "log_prio",
    "log_store_compressed",
    "log_unix_epoch",
    "mem",
    "mem_align",
    "new_group",
    "nice",
    "nonvectored",
    "nowait",
    "numa_cpu_nodes",
    "numa_mem_policy",
    "offset_align",
    "offset_increment",
    "openfiles",
    "per_job_logs",
    "prio",
    "prioclass",
    "random_generator",
    "rate_cycle",
    "rate_ignore_thinktime",
    "rate_iops_min",
    "rate_min",
    "ratecycle",
    "ratemin",
    "rw_sequencer",
    "serialize_overlap",
    "sqthread_poll",
    "sqthread_poll_cpu",
    "stats",
    "sync",
    "sync_file_range",
    "thinktime_blocks",
    "thinktime_blocks_type",
    "thinktime_iotime",
    "thinktime_spin",
    "uncached",
    "unified_rw_reporting",
    "unique_filename",
    "userspace_reap",
};

}  // namespace

std::optional<ForeignKey> find_foreign_key(std::string_view name) {
  const auto* exact = std::ranges::find(kKeys, name, &ForeignKey::name);
  if (exact != std::end(kKeys)) return *exact;
  const auto* family = std::ranges::find_if(
      kFamilies, [name](const ForeignKey& key) { return name.starts_with(key.name); });
  if (family != std::end(kFamilies)) return *family;
  const auto* other = std::ranges::find(kOthers, name);
  if (other != std::end(kOthers)) return ForeignKey{.name = *other};
  return std::nullopt;
}

}  // namespace plumbline
