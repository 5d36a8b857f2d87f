#!/usr/bin/env python3
"""The exposition of the real binary on each fixture host, byte for byte.

    golden_test.py PLUMBLINE SOURCE_ROOT [--update]

What differs from run to run (durations, times of day, the process itself, the build) keeps its
series and loses its value. Of hosts in ABRIDGED only some devices are kept in full; the rest of a
family stands as its number of lines and their hash, so that each byte still counts.
"""

import argparse
import difflib
import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TIMEOUT_SECONDS = 60
SHOWN_LINES = 80

VARYING = re.compile(r"(process_\w+|\w+_duration_seconds(_\w+)?|\w+_timestamp_seconds"
                     r"|plumbline_build_info)(?=[{ ])")
ABRIDGED = {"osd_60_nvme_5_14"}
KEPT = re.compile(r'(device|name|master)="(sd[ab]\d?|md\d+(p\d)?|nvme(0|5|41)(c\d+)?n1'
                  r'|dm-(0|1|82|83)|bond0(\.100)?|eno1|lo)"|cpu="(0|127|all)"')
DEVICE_OR_CPU = re.compile(r'[{,](device|name|cpu)="')


def normalized(line):
    match = VARYING.match(line)
    if match is None:
        return line
    if match[1] == "plumbline_build_info":
        return "plumbline_build_info{VARIES} 1"
    return f"{line.rpartition(' ')[0]} VARIES"


def abridged(lines):
    """Consecutive lines of a family that are not kept become one line with their hash."""
    result, hidden = [], []

    def flush():
        if hidden:
            digest = hashlib.sha256("\n".join(hidden).encode()).hexdigest()[:16]
            family = re.match(r"\w+", hidden[0])[0]
            result.append(f"({len(hidden)} more of {family}, sha256 {digest})")
            hidden.clear()

    for line in lines:
        if not line.startswith("#") and DEVICE_OR_CPU.search(line) and not KEPT.search(line):
            if hidden and re.match(r"\w+", hidden[0])[0] != re.match(r"\w+", line)[0]:
                flush()
            hidden.append(line)
        else:
            # What is kept among what is not stands before the hash of its family.
            if line.startswith("#"):
                flush()
            result.append(line)
    flush()
    return result


def exposition(binary, tree):
    command = [binary, "agent", "--once", f"--path.procfs={tree}/proc", f"--path.sysfs={tree}/sys",
               f"--path.rootfs={tree}", f"--path.udev.data={tree}/udev/data"]
    done = subprocess.run(command, capture_output=True, timeout=TIMEOUT_SECONDS, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} exited {done.returncode}:\n{done.stderr.decode()}")
    # A path of the tree would be another in each run.
    return done.stdout.decode().replace(str(tree), "TREE")


def check(host, text, golden, update):
    lines = [normalized(line) for line in text.splitlines()]
    if host in ABRIDGED:
        lines = abridged(lines)
    now = "".join(f"{line}\n" for line in lines)
    before = golden.read_text() if golden.exists() else ""
    if update:
        golden.write_text(now)
    if now == before or update:
        print(f"{host}: {len(text.splitlines())} lines, {'written' if update else 'as before'}")
        return True
    print(f"{host}: differs from {golden.name}; if it is meant, run this test with --update")
    difference = difflib.unified_diff(before.splitlines(), lines, str(golden.name), "now", n=1,
                                      lineterm="")
    for number, line in enumerate(difference):
        if number == SHOWN_LINES:
            print("... and more")
            break
        print(line)
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("binary")
    parser.add_argument("source_root", type=Path)
    parser.add_argument("--update", action="store_true", help="write the goldens anew")
    arguments = parser.parse_args()
    sys.path.insert(0, str(arguments.source_root / "tests" / "fixtures"))
    import make_fixtures

    passed = True
    with tempfile.TemporaryDirectory(prefix="plumbline-golden-") as scratch:
        for host in make_fixtures.HOSTS:
            tree = Path(scratch) / host
            make_fixtures.build(host).write(tree)
            golden = arguments.source_root / "tests" / "golden" / f"{host}.prom"
            passed = check(host, exposition(arguments.binary, tree), golden,
                           arguments.update) and passed
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
