"""Runs the plumbline binary on a tree, and finds what tests share."""

import os
import subprocess
import sys
from pathlib import Path

SKIPPED = 77  # SKIP_RETURN_CODE of the tests.
TIMEOUT_SECONDS = 60


def skip(reason):
    print(f"SKIPPED: {reason}")
    sys.exit(SKIPPED)


def run(binary, tree, *flags):
    """`agent --once` on the host in `tree`, under node_exporter's own names."""
    command = [str(binary), "agent", "--once", f"--path.procfs={tree}/proc",
               f"--path.sysfs={tree}/sys", f"--path.udev.data={tree}/udev/data",
               "--metrics.raw-prefix=node", *flags]
    return subprocess.run(command, capture_output=True, timeout=TIMEOUT_SECONDS, check=False)


def expose(binary, tree, *flags):
    """The exposition of a run that has to succeed."""
    done = run(binary, tree, *flags)
    if done.returncode != 0:
        print(f"{' '.join(done.args)} exited {done.returncode}:\n{done.stderr.decode()}")
        sys.exit(1)
    return done.stdout.decode()


def peers_directory(source_root):
    """Where the peers' material lies: $PLUMBLINE_SHARED, else beside the source tree."""
    shared = os.environ.get("PLUMBLINE_SHARED")
    return (Path(shared) if shared else Path(source_root).parent / "shared") / "peers"
