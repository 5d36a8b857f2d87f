#!/usr/bin/env python3
"""A fault in one file of a host costs what that file tells, and nothing else.

    bad_host_test.py PLUMBLINE SOURCE_ROOT [MUTATION ...]

Every mutation of tests/fixtures: the binary exits with 0 in time, its exposition is well formed,
and each series of the good host that does not come from the damaged file is there with its value.
"""

import argparse
import re
import sys
import tempfile
import time
from pathlib import Path

LIMIT_SECONDS = 10

# Damaged path -> the metrics that it tells, without the prefix. The longest match counts.
DISK, LINK = r"(disk|device)_", r"(network|link|qdisc|bonding)_"
TOLD_BY = {
    "proc": r"\w+",
    "proc/stat": r"cpu_|softirqs_|interrupts_|intr_|context_switches_|forks_|boot_time_|procs_",
    "proc/loadavg": r"load\d+",
    "proc/meminfo": r"memory_",
    "proc/vmstat": r"vmstat_",
    "proc/uptime": r"$^",
    "proc/pressure": r"pressure_",
    "proc/diskstats": DISK,
    "proc/net": rf"netstat_|softnet_|{LINK}",
    "proc/net/dev": LINK,
    "proc/net/snmp": r"netstat_",
    "proc/net/netstat": r"netstat_",
    "proc/net/snmp6": r"netstat_",
    "proc/net/softnet_stat": r"softnet_",
    "sys": rf"{DISK}|{LINK}|interrupts_|cpu_",
    "sys/block": DISK,
    "sys/class": rf"{DISK}|{LINK}",
    "sys/devices": rf"{DISK}|{LINK}",
    "sys/kernel/irq": r"interrupts_",
}
# These add a line or spoil another device's: what the good host had must all be there.
LOSES_NOTHING = re.compile(r"(long_name|hostile_name|no_newline):|extra_columns:proc/"
                           r"(diskstats|loadavg|net/dev|net/softnet_stat|pressure)")
# Of the agent itself.
SELF = re.compile(r"(node|plumbline)_(collector_|tick|ticks_|series_|build_info|scrape_|http_"
                  r"|config_|counter_resets)|process_|\w+_timestamp_seconds")
ONE_DEVICE = re.compile(r"sys/devices/.*/(block|net)/(\w+)/")


def told_metrics(path):
    for end in range(len(path), 0, -1):
        if path[:end] in TOLD_BY and (end == len(path) or path[end] == "/"):
            return re.compile(rf"(node|plumbline)_({TOLD_BY[path[:end]]})")
    raise KeyError(path)


def may_change(mutation, metric, labels):
    path = mutation.partition(":")[2]
    if SELF.match(metric):
        return True
    if LOSES_NOTHING.match(mutation) or not told_metrics(path).match(metric):
        return False
    device = ONE_DEVICE.match(path)
    return device is None or dict(labels).get("device", device[2]) == device[2]


def losses(mutation, good, bad):
    return [key for key, value in good.items()
            if bad.get(key) != value and not may_change(mutation, *key)]


def fault_of(binary, mutation, tree, good, tools):
    """What is wrong with the run on this tree, or nothing."""
    exposition, plumbline = tools
    started = time.monotonic()
    done = plumbline.run(binary, tree)
    if done.returncode != 0:
        return f"exited {done.returncode}: {done.stderr.decode(errors='replace')[-500:]}"
    if time.monotonic() - started > LIMIT_SECONDS:
        return f"took {time.monotonic() - started:.1f} s"
    try:
        bad = exposition.parse(done.stdout.decode())
    except (exposition.MalformedExposition, UnicodeDecodeError) as error:
        return f"malformed: {error}"
    lost = losses(mutation, good, bad)
    if lost:
        return f"{len(lost)} series lost or changed, such as {exposition.written(lost[0])}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("binary")
    parser.add_argument("source_root", type=Path)
    parser.add_argument("mutations", nargs="*", help="only these")
    arguments = parser.parse_args()
    sys.path[:0] = [str(arguments.source_root / "tests" / part)
                    for part in ("fixtures", "conformance")]
    import exposition
    import make_fixtures
    import plumbline

    failed = 0
    faults = make_fixtures.all_mutations()
    names = arguments.mutations or sorted(faults)
    with tempfile.TemporaryDirectory(prefix="plumbline-bad-host-") as scratch:
        tree = Path(scratch) / "host"
        healthy = make_fixtures.build(make_fixtures.CAPTURED[0])
        healthy.write(tree)
        good = exposition.parse(plumbline.expose(arguments.binary, tree))
        for name in names:
            damaged = healthy.copy()
            faults[name](damaged)
            damaged.replace(tree, healthy)
            fault = fault_of(arguments.binary, name, tree, good, (exposition, plumbline))
            healthy.replace(tree, damaged)
            if fault is not None:
                failed += 1
                print(f"FAIL {name}: {fault}")
    print(f"{len(names)} faults, {failed} failed; the good host has {len(good)} series")
    sys.exit(0 if failed == 0 and good else 1)


if __name__ == "__main__":
    main()
