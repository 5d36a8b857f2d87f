#!/usr/bin/env python3
"""Faulty disks in one's hand.

    lab.py [COUNT] [KNOB=VALUE ...]

Brings up COUNT disks (one unless told otherwise), prints their paths and keeps them until standard
input ends or an empty line comes. A line `loop5 read_us=20000 hang=0` sets knobs of a disk.
"""

import argparse
import contextlib
import os
import sys
from pathlib import Path

from control import KNOBS
from devices import FaultyDisk
from requirements import skip_reason

_BUILD = Path(__file__).resolve().parent.parent.parent / "build"


def knobs_of(words):
    pairs = [word.partition("=") for word in words]
    if wrong := [word for (name, _, value), word in zip(pairs, words)
                 if name not in KNOBS or not value.isdigit()]:
        raise ValueError(f"{', '.join(wrong)}: must be KNOB=NUMBER with a knob of "
                         f"{', '.join(KNOBS)}")
    return {name: int(value) for name, _, value in pairs}


def obey(disks, line):
    name, *words = line.split()
    try:
        disks[os.path.basename(name)].set(**knobs_of(words))
    except KeyError:
        print(f"{name}: none of {', '.join(disks)}", file=sys.stderr)
    except ValueError as error:
        print(error, file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", nargs="?", type=int, default=1)
    parser.add_argument("knobs", nargs="*", metavar="KNOB=VALUE")
    parser.add_argument("--size-mib", type=int, default=256)
    arguments = parser.parse_args()
    if reason := skip_reason():
        sys.exit(f"lab.py: {reason}")
    try:
        knobs = knobs_of(arguments.knobs)
    except ValueError as error:
        parser.error(str(error))
    with contextlib.ExitStack() as stack:
        disks = {}
        for _ in range(arguments.count):
            disk = stack.enter_context(
                FaultyDisk(_BUILD, arguments.size_mib << 20, **knobs))
            disks[disk.name] = disk
        print(*(disk.path for disk in disks.values()), flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            for line in sys.stdin:
                if not line.strip():
                    break
                obey(disks, line)


if __name__ == "__main__":
    main()
