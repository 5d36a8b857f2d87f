#!/usr/bin/env python3
"""plumbline stat beside Debian's sysstat 12.6.1 on the same kernel files.

For every case of sysstat_fixtures.py, each column of each row of `plumbline stat` on a trace of the
case's moments is the text that iostat -x, mpstat -P ALL, sar -n DEV and sar -n EDEV print, to the last
digit. Where plumbline means to differ, the case says so with its reason (Case.intended); such a row
must be missing or different, or the reason is out of date.

Usage: sysstat_test.py PLUMBLINE [SEED]. Exit status 77: skipped, with the reason.
"""

import gzip
import json
import os
import subprocess
import sys
import tempfile

import sysstat_fixtures as fixtures
import sysstat_peer as peer

SKIPPED = 77
DEFAULT_SEED = 1261
INSIDE = "--inside-namespace"

# First title of a table: the kind of its rows.
TABLES = {"%usr": "cpu", "r/s": "disk", "rxpck/s": "link", "rxerr/s": "link"}
NAME_TITLES = ("CPU", "Device", "IFACE")


def reports_of(text):
    """The reports of a tool's output: for each, the printed cells by (kind, row, column).

    A report ends where a table that it already has begins again. Averages over all reports are left
    out: sar and mpstat print them at the end."""
    reports, titles, kind = [], None, None
    for line in text.splitlines():
        words = line.split()
        name_at = next((at for at in (0, 1) if words[at : at + 1] and words[at] in NAME_TITLES), None)
        if line.startswith("Average:"):
            titles = None
        elif name_at is not None:
            titles, kind = words[name_at + 1 :], TABLES[words[name_at + 1]]
            if not reports or any(key[0] == kind and key[2] == titles[0] for key in reports[-1]):
                reports.append({})
        elif not words:
            titles = None
        elif titles and len(words) > len(titles):
            row = words[-len(titles) - 1]
            for title, cell in zip(titles, words[-len(titles) :]):
                reports[-1][kind, row, title] = cell
    return reports


def write_trace(path, moments):
    known = {}
    with gzip.open(path, "wt", encoding="ascii") as trace:
        for moment in moments:
            files = moment.files()
            changed = {name: text for name, text in files.items() if known.get(name) != text}
            known.update(files)
            clocks = {"t": 1.79e9 + moment.uptime(), "mono": moment.uptime(), "boot": moment.uptime()}
            trace.write(json.dumps({**clocks, "files": changed}) + "\n")


def run_plumbline(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    if done.returncode != 0:
        raise RuntimeError(f"{command}: exit {done.returncode}: {done.stderr}")
    return done.stdout


class Comparison:
    def __init__(self):
        self.cells = 0
        self.differences = []

    def compare(self, what, expected, actual, intended):
        """Two lists of reports, cell by cell."""
        if len(expected) != len(actual):
            self.differences.append(f"{what}: {len(expected)} reports of sysstat, {len(actual)} of plumbline")
        different_rows = set()
        for at, (theirs, ours) in enumerate(zip(expected, actual)):
            for key in sorted(theirs.keys() | ours.keys()):
                self.cells += 1
                if theirs.get(key) == ours.get(key):
                    continue
                different_rows.add(key[:2])
                if key[:2] not in intended:
                    self.differences.append(
                        f"{what}, report {at + 1}: {' '.join(key)}:"
                        f" sysstat {theirs.get(key)}, plumbline {ours.get(key)}")
        kinds = {key[0] for report in expected for key in report}
        for row, reason in intended.items():
            if row[0] in kinds and row not in different_rows:
                self.differences.append(f"{what}: {' '.join(row)} does not differ any more: {reason}")


def compare_case(host, plumbline, case, trace_path, comparison):
    count = str(len(case.moments) - 1)
    # The first report of iostat is since boot.
    peers = {
        "iostat": (["iostat", "-x", "-d", "-p", "ALL", "1000", str(len(case.moments))], 1),
        "mpstat": (["mpstat", "-P", "ALL", "1000", count], 0),
        "sar": (["sar", "-n", "DEV", "-n", "EDEV", "1000", count], 0),
    }
    write_trace(trace_path, case.moments)
    sections = {"iostat": "-d", "mpstat": "-c", "sar": "-n"}
    for tool, (command, skipped_reports) in peers.items():
        if tool == "sar" and not case.moments[0].links or tool == "iostat" and not case.moments[0].disks:
            continue
        theirs = reports_of(host.run(command, case))[skipped_reports:]
        ours = run_plumbline([plumbline, "stat", sections[tool], "-P", "ALL", "--trace", trace_path])
        comparison.compare(f"{case.name}: {tool}", theirs, reports_of(ours), case.intended)


def roots_of(host):
    return [f"--path.procfs={host.root}/proc", f"--path.sysfs={host.root}/sys",
            f"--path.rootfs={host.root}", f"--path.udev.data={host.root}/udev"]


def compare_since_boot(host, plumbline, case, comparison):
    """Without an interval, on files and not on a trace; which devices are shown is iostat's choice."""
    still = fixtures.Case(case.name, case.moments[:1])
    theirs = reports_of(host.run(["iostat", "-x", "-d"], still))
    ours = run_plumbline([plumbline, "stat", "-d", *roots_of(host)])
    comparison.compare(f"{case.name}: iostat since boot", theirs, reports_of(ours), {})
    theirs = reports_of(host.run(["mpstat", "-P", "ALL"], still))
    ours = run_plumbline([plumbline, "stat", "-c", "-P", "ALL", *roots_of(host)])
    comparison.compare(f"{case.name}: mpstat since boot", theirs, reports_of(ours), {})


def compare_live(host, plumbline, case, comparison):
    """The loop over an interval, on files that change while it waits."""
    ours = host.run([plumbline, "stat", "-d", *roots_of(host), "2", "1"], case,
                    calls=peer.SIGTIMEDWAIT_CALLS, alarm=None)
    theirs = reports_of(host.run(["iostat", "-x", "-d", "1000", "2"], case))[1:]
    comparison.compare(f"{case.name}: iostat, live", theirs, reports_of(ours), {})


def run_inside(plumbline, seed, directory):
    host = peer.Host(directory)
    comparison = Comparison()
    trace_path = os.path.join(directory, "case.trace.ndjson.gz")
    cases = list(fixtures.cases(seed))
    for case in cases:
        compare_case(host, plumbline, case, trace_path, comparison)
    for case in (cases[0], cases[3], cases[6]):
        compare_since_boot(host, plumbline, case, comparison)
    compare_live(host, plumbline, cases[0], comparison)
    for difference in comparison.differences[:100]:
        print(difference)
    print(f"{len(cases)} cases of seed {seed}: {comparison.cells} cells compared,"
          f" {len(comparison.differences)} differences")
    return 1 if comparison.differences or comparison.cells == 0 else 0


def main(arguments):
    if arguments[:1] == [INSIDE]:
        plumbline, seed, directory = arguments[1:]
        return run_inside(plumbline, int(seed), directory)
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    reason = peer.reason_to_skip()
    if reason:
        print(f"SKIPPED: conformance with sysstat {peer.VERSION} was not tested: {reason}")
        return SKIPPED
    seed = arguments[1] if len(arguments) > 1 else str(DEFAULT_SEED)
    # The mounts live in the namespace and end with its last process; the directory is outside.
    with tempfile.TemporaryDirectory(prefix="plumbline-sysstat-") as directory:
        inside = [sys.executable, os.path.abspath(__file__), INSIDE, os.path.abspath(arguments[0])]
        command = ["unshare", "--mount", "--propagation", "private", *inside, seed, directory]
        return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
