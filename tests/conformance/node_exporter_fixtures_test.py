#!/usr/bin/env python3
"""plumbline on node_exporter's own fixture trees gives node_exporter's own values.

    node_exporter_fixtures_test.py PLUMBLINE SOURCE_ROOT
"""

import re
import sys
import tarfile
import tempfile
from pathlib import Path

import exposition
import plumbline
from comparison import EXTRA, MISSING, Rule, compare, report

ARCHIVE = "node_exporter-fixtures.tar.xz"

# What FIELD.md names, without the prefix, as far as these trees hold it. The list stands here in
# full so that the test cannot pass by comparing nothing.
DISK = """reads_completed_total reads_merged_total read_bytes_total read_time_seconds_total
    writes_completed_total writes_merged_total written_bytes_total write_time_seconds_total io_now
    io_time_seconds_total io_time_weighted_seconds_total discards_completed_total
    discards_merged_total discarded_sectors_total discard_time_seconds_total flush_requests_total
    flush_requests_time_seconds_total info device_mapper_info""".split()
NETWORK = """up carrier carrier_changes_total carrier_up_changes_total carrier_down_changes_total
    speed_bytes mtu_bytes transmit_queue_length info""".split()
MEMORY = """Active_anon Active Active_file AnonHugePages AnonPages Bounce Buffers Cached CommitLimit
    Committed_AS DirectMap2M DirectMap4k Dirty HardwareCorrupted Hugepagesize Inactive_anon Inactive
    Inactive_file KernelStack Mapped MemFree MemTotal Mlocked NFS_Unstable PageTables SReclaimable
    SUnreclaim Shmem Slab SwapCached SwapFree SwapTotal Unevictable VmallocChunk VmallocTotal
    VmallocUsed WritebackTmp Writeback""".split()
PRESSURE = "cpu_waiting io_waiting io_stalled memory_waiting memory_stalled irq_stalled".split()
SOFTNET = """processed_total dropped_total times_squeezed_total cpu_collision_total
    received_rps_total flow_limit_count_total backlog_len""".split()
NETSTAT = """Icmp6_InErrors Icmp6_InMsgs Icmp6_OutMsgs Icmp_InErrors Icmp_InMsgs Icmp_OutMsgs
    Ip6_InOctets Ip6_OutOctets IpExt_InOctets IpExt_OutOctets Ip_Forwarding TcpExt_ListenDrops
    TcpExt_ListenOverflows TcpExt_SyncookiesFailed TcpExt_SyncookiesRecv TcpExt_SyncookiesSent
    TcpExt_TCPOFOQueue TcpExt_TCPRcvQDrop TcpExt_TCPTimeouts Tcp_ActiveOpens Tcp_CurrEstab
    Tcp_InErrs Tcp_InSegs Tcp_OutRsts Tcp_OutSegs Tcp_PassiveOpens Tcp_RetransSegs Udp6_InDatagrams
    Udp6_InErrors Udp6_NoPorts Udp6_OutDatagrams Udp6_RcvbufErrors Udp6_SndbufErrors
    UdpLite6_InErrors UdpLite_InErrors Udp_InDatagrams Udp_InErrors Udp_NoPorts Udp_OutDatagrams
    Udp_RcvbufErrors Udp_SndbufErrors""".split()
VMSTAT = "oom_kill pgfault pgmajfault pgpgin pgpgout pswpin pswpout".split()
OTHERS = """cpu_seconds_total cpu_guest_seconds_total load1 load5 load15 memory_HugePages_Total
    memory_HugePages_Free memory_HugePages_Rsvd memory_HugePages_Surp bonding_slaves bonding_active
    softirqs_total intr_total context_switches_total forks_total boot_time_seconds procs_running
    procs_blocked""".split()

FAMILIES = [f"node_{name}" for name in [
    *(f"disk_{name}" for name in DISK), *(f"network_{name}" for name in NETWORK),
    *(f"memory_{name}_bytes" for name in MEMORY),
    *(f"pressure_{name}_seconds_total" for name in PRESSURE),
    *(f"softnet_{name}" for name in SOFTNET), *(f"netstat_{name}" for name in NETSTAT),
    *(f"vmstat_{name}" for name in VMSTAT), *OTHERS]]

# Of the same subsystems in e2e-output.txt, and why they are not compared.
NOT_COMPARED = {
    r"node_network_(receive|transmit)_(compressed|drop|errs|fifo|frame|multicast|nohandler|carrier"
    r"|colls)_total": "counters of a live lo: the trees have no net/dev",
    r"node_network_(address_assign_type|device_id|dormant|flags|iface_id|iface_link"
    r"|iface_link_mode|name_assign_type|net_dev_group|protocol_type)": "not in FIELD.md",
    r"node_disk_(ata_|filesystem_)\w+": "not in FIELD.md",
    r"node_memory_numa_\w+": "not in FIELD.md",
    r"node_cpu_(bug_info|core_throttles|flag_info|frequency|info|isolated|package_throttles|scaling"
    r"|vulnerabilities)\w*": "not in FIELD.md",
    r"node_softirqs_functions_total": "not in FIELD.md",
}

RULES = [
    Rule("softnet_stat has 11 columns here and does not tell the queue's length: absent, where "
         "node_exporter says 0",
         lambda d: d.kind == MISSING and d.metric == "node_softnet_backlog_len" and d.peer == 0),
    Rule("node_exporter ran with --collector.netclass.ignored-devices=(dmz|int)",
         lambda d: d.kind == EXTRA and d.metric.startswith("node_network_")
         and d.labels["device"] in ("dmz", "int")),
]


def check_that_nothing_is_left_out(peer):
    """A family that a newer e2e-output.txt brings must be put on one of the two lists."""
    prefixes = ("disk_", "network_", "memory_", "pressure_", "softnet_", "netstat_", "vmstat_",
                "cpu_", "load", "bonding_", "softirqs_", "procs_")
    skipped = re.compile("|".join(f"(?:{pattern})" for pattern in NOT_COMPARED))
    unknown = sorted({metric for metric, _ in peer
                      if metric.startswith(tuple(f"node_{prefix}" for prefix in prefixes))
                      and metric not in FAMILIES and not skipped.fullmatch(metric)})
    for metric in unknown:
        print(f"FAIL {metric} is neither compared nor excused")
    return not unknown


def main():
    binary, source_root = sys.argv[1:]
    archive = plumbline.peers_directory(source_root) / ARCHIVE
    if not archive.exists():
        plumbline.skip(f"{archive} is not there; set PLUMBLINE_SHARED to the folder above peers/")
    with tempfile.TemporaryDirectory(prefix="plumbline-conformance-") as tree:
        with tarfile.open(archive) as packed:
            packed.extractall(tree)
        peer = exposition.parse((Path(tree) / "e2e-output.txt").read_text())
        ours = exposition.parse(plumbline.expose(binary, tree))
    complete = check_that_nothing_is_left_out(peer)
    outcome = compare(peer, ours, FAMILIES, RULES)
    report(f"node_exporter's fixtures, {len(FAMILIES)} families", outcome, RULES)
    sys.exit(0 if complete and outcome.passed() else 1)


if __name__ == "__main__":
    main()
