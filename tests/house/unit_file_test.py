#!/usr/bin/env python3
"""The systemd unit holds its exposure score, and systemd finds nothing wrong with it.

usage: unit_file_test.py UNIT...    exit 77: skipped, systemd-analyze is missing
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

# Out of 10; what is left is what the agent needs: the host's network and the kernel's log.
EXPOSURE_LIMIT = 1.5
SKIPPED = 77


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    return done.returncode, done.stdout.strip()


def exposure_fault(unit):
    threshold = str(round(EXPOSURE_LIMIT * 10))
    status, output = run("systemd-analyze", "security", "--offline=true", "--no-pager",
                         f"--threshold={threshold}", str(unit))
    print(output.splitlines()[-1])
    if status == 0:
        return None
    open_doors = [line for line in output.splitlines() if not line.startswith("✓")]
    return "\n".join([f"{unit}: more exposed than {EXPOSURE_LIMIT}:", *open_doors])


def verify_fault(unit):
    """The program need not be installed where this runs: /bin/true stands in for it."""
    with tempfile.TemporaryDirectory() as directory:
        copy = pathlib.Path(directory) / unit.name
        text = unit.read_text(encoding="utf-8")
        copy.write_text(text.replace("/usr/bin/plumbline", "/bin/true"), encoding="utf-8")
        status, output = run("systemd-analyze", "verify", "--man=no", str(copy))
    return None if status == 0 and not output else f"{unit}: {output}"


def main():
    if not shutil.which("systemd-analyze"):
        print("SKIPPED: systemd-analyze is not installed, nobody judged the unit")
        return SKIPPED
    faults = []
    for name in sys.argv[1:]:
        unit = pathlib.Path(name)
        faults += filter(None, (exposure_fault(unit), verify_fault(unit)))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
