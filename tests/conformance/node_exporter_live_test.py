#!/usr/bin/env python3
"""Debian's node_exporter and plumbline on the same trees: equal wherever both have a series.

    node_exporter_live_test.py PLUMBLINE FIXTURES_DIRECTORY

node_exporter is started on a free loopback port for each tree, scraped once and stopped.
"""

import math
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import exposition
import plumbline
from comparison import EXTRA, MISSING, VALUE, Rule, compare, report

PEER = "prometheus-node-exporter"
START_SECONDS = 10

# Without procfs and sysfs roots alone these would tell of the live host: netlink for the counters
# of interfaces, and every collector that is not named.
PEER_FLAGS = """--collector.disable-defaults --collector.cpu --collector.cpu.guest --collector.stat
    --collector.stat.softirq --collector.loadavg --collector.meminfo --collector.vmstat
    --collector.pressure --collector.diskstats --collector.netdev --no-collector.netdev.netlink
    --collector.netdev.device-exclude= --collector.netclass --collector.bonding
    --collector.netstat --collector.softnet --web.listen-address=127.0.0.1:0""".split()

SUBSYSTEMS = re.compile(r"node_(disk|network|memory|pressure|softnet|netstat|vmstat|cpu|bonding"
                        r"|softirqs|procs|load\d|intr|context_switches|forks|boot_time)")
INFOS = {"node_disk_info": "device", "node_disk_device_mapper_info": "device",
         "node_network_info": "device"}
HEAD = re.compile(r"nvme(\d+)n(\d+)")


class Tree:
    """What the sysfs of a tree says about a name: the ground on which plumbline decides."""

    def __init__(self, root):
        self.root = Path(root)

    def block(self, device, attribute):
        path = self.root / "sys/class/block" / device / attribute
        return path.read_text().strip() if path.exists() else None

    def is_partition(self, device):
        return self.block(device, "partition") is not None

    def is_hidden(self, device):
        return self.block(device, "hidden") == "1"

    def is_memory_or_loop(self, device):
        return re.fullmatch(r"(loop|zram|ram)\d+", device) is not None

    def is_removable(self, device):
        return self.block(device, "removable") == "1"

    def udev(self, device, key):
        record = self.root / "udev/data" / f"b{self.block(device, 'dev')}"
        lines = record.read_text().splitlines() if record.exists() else []
        return next((line.partition("=")[2] for line in lines if line.startswith(f"E:{key}=")), "")

    def has_cpu(self, cpu):
        return f"\ncpu{cpu} " in (self.root / "proc/stat").read_text()

    def paths_of(self, head):
        match = HEAD.fullmatch(head)
        if match is None:
            return []
        pattern = f"nvme{match[1]}c*n{match[2]}"
        return [path.name for path in (self.root / "sys/block").glob(pattern)]


def rules_for(tree, peer):
    def disk(difference):
        return difference.labels["device"] if difference.metric.startswith("node_disk_") else None

    def sums_paths(difference):
        """One path: its value exactly. Several: their sum, whose last digit hangs on the order."""
        paths = tree.paths_of(disk(difference) or "")
        values = [peer.get((difference.metric, frozenset({("device", path)}))) for path in paths]
        if difference.kind != VALUE or not paths or None in values or difference.peer != 0:
            return False
        if len(values) == 1:
            return difference.ours == values[0]
        return math.isclose(difference.ours, sum(values), rel_tol=1e-14)

    def label(difference, name):
        return difference.kind == VALUE and difference.metric == f"node_disk_info.{name}"

    def missing_disk(test):
        return lambda d: d.kind == MISSING and disk(d) is not None and test(disk(d))

    return [
        Rule("a partition that node_exporter's pattern of names lets through",
             missing_disk(tree.is_partition)),
        Rule("a hidden path of a multipath NVMe disk: folded into its head",
             missing_disk(tree.is_hidden)),
        Rule("a multipath head, which counts nothing before Linux 6.3: the sum of its paths",
             sums_paths),
        Rule("a RAM disk or loop device is no storage of the host",
             missing_disk(tree.is_memory_or_loop)),
        Rule("an optical drive or card reader", missing_disk(tree.is_removable)),
        Rule("a whole disk whose name node_exporter takes for a partition's",
             lambda d: d.kind == EXTRA and disk(d) is not None
             and re.fullmatch(r"(h|s|v|xv)d[a-z]\d+", disk(d)) is not None
             and not tree.is_partition(disk(d))),
        Rule("a speed of -1 Mbit/s is not known, not -125000 bytes a second",
             lambda d: d.kind == MISSING and d.metric == "node_network_speed_bytes"
             and d.peer == -125000),
        Rule("a duplex that the driver does not know is absent, not a word",
             lambda d: d.kind == VALUE and d.metric == "node_network_info.duplex"
             and d.peer == "unknown" and d.ours == ""),
        Rule("an offline CPU has no series; node_exporter fills the gap with zeros",
             lambda d: d.kind == MISSING and d.metric.startswith("node_cpu_") and d.peer == 0
             and not tree.has_cpu(d.labels["cpu"])),
        Rule("what udev does not know, sysfs does",
             lambda d: any(label(d, name) for name in ("model", "serial", "revision"))
             and d.peer == "" and d.ours != ""),
        Rule("the serial number that the disk itself tells, as newer node_exporters have it",
             lambda d: label(d, "serial")
             and d.peer == tree.udev(disk(d), "ID_SERIAL_SHORT")
             and d.ours == tree.udev(disk(d), "SCSI_IDENT_SERIAL")),
    ]


def listening_address(log, process):
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        match = re.search(r'msg="Listening on" address=(\S+)', Path(log).read_text())
        if match:
            return match[1]
        if process.poll() is not None:
            break
        time.sleep(0.02)
    raise RuntimeError(f"{PEER} did not start:\n{Path(log).read_text()}")


def scrape_peer(tree, scratch):
    log = Path(scratch) / "node_exporter.log"
    command = [PEER, *PEER_FLAGS, f"--path.procfs={tree}/proc", f"--path.sysfs={tree}/sys",
               f"--path.rootfs={tree}", f"--path.udev.data={tree}/udev/data"]
    with log.open("w") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        address = listening_address(log, process)
        with urllib.request.urlopen(f"http://{address}/metrics", timeout=30) as answer:
            return answer.read().decode()
    finally:
        process.terminate()
        process.wait()


def check_host(binary, tree, host, scratch):
    peer = exposition.label_by_label(exposition.parse(scrape_peer(tree, scratch)), INFOS)
    # Beyond 32 CPUs plumbline shows their sum unless it is asked for each.
    text = plumbline.expose(binary, tree, "--metrics.per-cpu=always")
    ours = exposition.label_by_label(exposition.parse(text), INFOS)
    names = [{metric for metric, _ in side if SUBSYSTEMS.match(metric)} for side in (peer, ours)]
    rules = rules_for(Tree(tree), peer)
    outcome = compare(peer, ours, sorted(names[0] & names[1]), rules)
    report(f"{host}, {len(names[0] & names[1])} families that both have", outcome, rules)
    for side, only in ((PEER, names[0] - names[1]), ("plumbline", names[1] - names[0])):
        print(f"  families that only {side} has: {len(only)} ({' '.join(sorted(only))})")
    return outcome.passed() and names_are_expected(names[0] - names[1])


# Families of node_exporter that plumbline does not have at all.
LEFT_OUT = re.compile(
    r"node_network_(address_assign_type|device_id|dormant|flags|iface_id|iface_link"
    r"|iface_link_mode|name_assign_type|net_dev_group|protocol_type)|node_disk_(ata|filesystem)_.*"
    r"|node_network_speed_bytes")  # The last: a host whose links know no speed.


def names_are_expected(names):
    unexpected = sorted(name for name in names if not LEFT_OUT.fullmatch(name))
    for name in unexpected:
        print(f"  FAIL plumbline has no series of {name}")
    return not unexpected


def main():
    binary, fixtures = sys.argv[1:]
    if shutil.which(PEER) is None:
        plumbline.skip(f"{PEER} is not installed")
    sys.path.insert(0, fixtures)
    import make_fixtures

    passed = True
    with tempfile.TemporaryDirectory(prefix="plumbline-conformance-") as scratch:
        for host in make_fixtures.HOSTS:
            tree = Path(scratch) / host
            make_fixtures.build(host).write(tree)
            passed = check_host(binary, tree, host, scratch) and passed
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
