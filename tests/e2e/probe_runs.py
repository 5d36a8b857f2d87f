"""`plumbline probe` in tests: its options, its output, runs that are looked at while they last."""

import hashlib
import json
import os
import signal
import subprocess
import time
from pathlib import Path

from agent_process import PATIENCE_SECONDS, wait_until

LOCAL_ENGINES = ("io_uring", "libaio", "psync")
_DIES_WITH_US = ["setpriv", "--pdeathsig", "KILL"]


def options(target, **keys):
    """One job on the command line: fio's keys by keyword."""
    given = {"name": "test", "filename": target, "rw": "randread", "bs": "4k", **keys}
    return [f"--{key}={value}" for key, value in given.items()]


def job_text(sections):
    """fio's job file of {section: {key: value}}."""
    lines = []
    for section, keys in sections.items():
        lines.append(f"[{section}]")
        lines += [f"{key}={value}" for key, value in keys.items()]
    return "\n".join(lines) + "\n"


def reads_of(document, job=0):
    return document["jobs"][job]["read"]


class Running:
    """A probe that lasts, in a process group of its own."""

    def __init__(self, binary, scratch, arguments, tracer=()):
        self._output = Path(scratch) / f"probe-{time.monotonic_ns()}.out"
        self._errors = self._output.with_suffix(".err")
        with self._output.open("wb") as output, self._errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [*_DIES_WITH_US, *tracer, str(binary), "probe", f"--state-dir={scratch}",
                 *arguments],
                stdin=subprocess.DEVNULL, stdout=output, stderr=errors)

    def interrupt(self):
        """(exit status, seconds until it had ended) of Ctrl-C."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=PATIENCE_SECONDS), time.monotonic() - began

    def wait(self):
        return self.process.wait(timeout=PATIENCE_SECONDS)

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def output(self):
        return self._output.read_text(errors="replace")

    def errors(self):
        return self._errors.read_text(errors="replace")

    def document(self):
        return json.loads(self.output())


def children_of(pid, name="plumbline-worker"):
    """The processes below `pid` that run `name`. Source: proc(5), the kernel cuts comm to 15."""
    found = []
    for task in Path("/proc").glob("[0-9]*"):
        try:
            text = (task / "stat").read_text()
        except OSError:
            continue
        command, rest = text[text.index("(") + 1:].rsplit(")", 1)
        if command == name[:15] and int(rest.split()[1]) == pid and rest.split()[0] != "Z":
            found.append(int(task.name))
    return found


def wait_for_worker(pid):
    return wait_until(lambda: children_of(pid), f"a worker of process {pid}")[0]


def device_counters(name):
    """reads completed, writes completed, sectors written. Documentation/block/stat.rst"""
    fields = Path(f"/sys/block/{name}/stat").read_text().split()
    return int(fields[0]), int(fields[4]), int(fields[6])


def checksum(path):
    """Of the whole device, past the page cache."""
    os.sync()
    digest = hashlib.sha256()
    with open(path, "rb", buffering=0) as device:
        os.posix_fadvise(device.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        while block := device.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
