#!/usr/bin/env python3
"""What probes cost and what they are worth, beside Debian's fio in one run.

    probe_bench.py BIN_DIRECTORY [--pairs N] [--only ROW] [--fast]

README.md says how. Prints each row's target, what was measured and its spread; exits 0 whether
targets are reached or not, 77 where the peer is missing.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / name) for name in ("lab", "e2e")]

import probe_fault_rows  # noqa: E402
import probe_rows  # noqa: E402
import requirements  # noqa: E402
from probe_peers import Peers  # noqa: E402
from probe_scene import Scene  # noqa: E402
from report import print_table  # noqa: E402

SKIPPED = 77
ROWS = {
    "speed": probe_rows.speed_rows,
    "histogram": probe_fault_rows.histogram_rows,
    "agreement": probe_rows.agreement_rows,
    "stall": probe_fault_rows.stall_rows,
    "errors": probe_fault_rows.error_rows,
    "foreground": probe_rows.foreground_rows,
    "gate": probe_fault_rows.gate_rows,
    "hung": probe_fault_rows.hung_rows,
    "fleet": probe_fault_rows.fleet_rows,
    "safety": probe_fault_rows.safety_rows,
}
NEED_DISKS = {"agreement", "stall", "errors", "foreground", "gate", "hung", "safety"}


def words_of(row):
    verdict = {True: "reached", False: "missed", None: ""}[row.reached]
    return [row.what, row.target, row.measured, row.spread, verdict]


def measure(scene, names, missing):
    rows = []
    for name in names:
        if missing and name in NEED_DISKS:
            rows.append(probe_rows.Row(name, "", "NOT MEASURED", missing))
            continue
        began = time.monotonic()
        for row in ROWS[name](scene):
            rows.append(row)
            print("  ".join(filter(None, words_of(row))), flush=True)
        print(f"  ({name}: {time.monotonic() - began:.0f} s)", flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("directory", type=Path, help="where the binaries are")
    parser.add_argument("--pairs", type=int, default=10, help="rounds of every comparison")
    parser.add_argument("--only", choices=ROWS, action="append", help="these rows alone")
    parser.add_argument("--fast", action="store_true", help="does it run at all?")
    arguments = parser.parse_args()
    if shutil.which("fio") is None:
        print("SKIPPED: fio is not installed: nothing to compare with")
        sys.exit(SKIPPED)
    missing = requirements.skip_reason()
    if missing:
        print(f"NO DISKS: {missing}")
    pairs, seconds = (1, 0.5) if arguments.fast else (arguments.pairs, 3)
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} CPUs; medians of {pairs} "
          f"pairs, runs of {seconds} s\n")
    # Beside the binaries: /tmp may be memory, which is no disk to compare on.
    directory = arguments.directory.resolve()
    with tempfile.TemporaryDirectory(prefix="bench-", dir=directory.parent) as scratch:
        scene = Scene(Peers(directory, scratch), directory, Path(scratch), pairs, seconds)
        rows = measure(scene, arguments.only or ROWS, missing)
    print_table("plumbline probe beside fio", ["", "target", "measured", "spread", ""],
                [words_of(row) for row in rows])


if __name__ == "__main__":
    main()
