"""What the faulty disks need of the machine, and their plugin, compiled when it is first needed."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
_HEADER = Path("/usr/include/nbdkit-plugin.h")
_PROGRAMS = {"nbdkit": "nbdkit", "nbdfuse": "libnbd-bin", "fusermount3": "fuse3", "cc": "gcc",
             "setpriv": "util-linux", "unshare": "util-linux"}


def loop_skip_reason():
    """Why no loop device can be made here; empty where one can."""
    if os.geteuid() != 0:
        return "needs root for loop devices"
    try:
        with open("/dev/loop-control", "rb", buffering=0):
            return ""
    except OSError as error:
        return f"no loop devices here: {error}"


def skip_reason():
    """Why no faulty disk can be made here; empty where one can."""
    missing = [f"{program} (package {package})" for program, package in _PROGRAMS.items()
               if shutil.which(program) is None]
    if not _HEADER.exists():
        missing.append(f"{_HEADER} (package nbdkit-plugin-dev)")
    if missing:
        return f"not installed: {', '.join(missing)}"
    if reason := loop_skip_reason():
        return reason
    try:
        os.close(os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC))
    except OSError as error:
        return f"no FUSE here: {error}"
    tried = subprocess.run(["unshare", "--mount", "true"], capture_output=True, text=True,
                           check=False)
    return f"no mount namespaces here: {tried.stderr.strip()}" if tried.returncode else ""


def plugin(build_directory):
    """The compiled plugin, in `build_directory`/lab; several processes may ask at once."""
    source = HERE / "faulty.c"
    made = Path(build_directory) / "lab" / "faulty.so"
    if made.exists() and made.stat().st_mtime >= source.stat().st_mtime:
        return made
    made.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=made.parent, prefix="faulty.") as fresh:
        subprocess.run(["cc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-shared",
                        "-fPIC", str(source), "-o", fresh.name, "-lm"], check=True)
        os.chmod(fresh.name, 0o755)
        os.replace(fresh.name, made)
        Path(fresh.name).touch()  # Which the context manager removes.
    return made
