#!/usr/bin/env python3
"""The systemd units hold their exposure scores, and systemd finds nothing wrong with them.

usage: unit_files_test.py DIRECTORY    exit 77: skipped, systemd-analyze is missing
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# Out of 10; what is left is what each needs: the agent the host's network and the kernel's log, a
# worker the disks.
EXPOSURE_LIMITS = {"plumbline.service": 1.5, "plumbline-worker@.service": 0.8}
SKIPPED = 77


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    return done.returncode, done.stdout.strip()


def exposure_fault(unit):
    limit = EXPOSURE_LIMITS[unit.name]
    status, output = run("systemd-analyze", "security", "--offline=true", "--no-pager",
                         f"--threshold={round(limit * 10)}", str(unit))
    print(output.splitlines()[-1])
    if status == 0:
        return None
    open_doors = [line for line in output.splitlines() if not line.startswith("✓")]
    return "\n".join([f"{unit}: more exposed than {limit}:", *open_doors])


def verify_fault(units):
    """The programs need not be installed where this runs: /bin/true stands in for them."""
    with tempfile.TemporaryDirectory() as directory:
        copies = []
        for unit in units:
            copies.append(pathlib.Path(directory) / unit.name)
            text = unit.read_text(encoding="utf-8")
            copies[-1].write_text(re.sub(r"/usr/bin/plumbline\S*", "/bin/true", text),
                                  encoding="utf-8")
        status, output = run("systemd-analyze", "verify", "--man=no", *map(str, copies))
    return None if status == 0 and not output else output


def main():
    if not shutil.which("systemd-analyze"):
        print("SKIPPED: systemd-analyze is not installed, nobody judged the unit")
        return SKIPPED
    units = sorted(path for path in pathlib.Path(sys.argv[1]).iterdir()
                   if path.suffix in (".service", ".socket"))
    services = [unit for unit in units if unit.suffix == ".service"]
    faults = [exposure_fault(unit) for unit in services] + [verify_fault(units)]
    faults = list(filter(None, faults))
    if {unit.name for unit in services} != set(EXPOSURE_LIMITS):
        faults.append(f"services {[unit.name for unit in services]}, limits {list(EXPOSURE_LIMITS)}")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
