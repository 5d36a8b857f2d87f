"""The same job by fio and by `plumbline probe`, and what either took.

Like for like: keys are fio's, and the same for both; the clock is CLOCK_MONOTONIC in both
(clocksource=clock_gettime); each forks a process for the job; no logs, no random map where the job
has none. Processor time is that of the whole tree of processes from the first to the last.
"""

import ctypes
import json
import os
import resource
import statistics
import subprocess
from dataclasses import dataclass
from pathlib import Path

TIMEOUT_SECONDS = 300
FIO_KEYS = {"clocksource": "clock_gettime", "direct": 1, "norandommap": 1}
PLUMBLINE_KEYS = {"direct": 1, "norandommap": 1}
_SET_CHILD_SUBREAPER = 36  # linux/prctl.h


@dataclass
class Outcome:
    document: dict        # Of the JSON output.
    cpu_seconds: float    # User and system, of all its processes.

    @property
    def job(self):
        return self.document["jobs"][0]

    @property
    def reads(self):
        return self.job["read"]

    @property
    def iops(self):
        return self.reads["iops"]

    @property
    def requests(self):
        return self.reads["total_ios"]

    def latency_seconds(self, percent):
        """Between the bins: their width, up to 1.6 %, is more than some targets tell apart."""
        bins = sorted((int(value), count) for value, count in self.reads["clat_ns"]["bins"].items())
        wanted = percent / 100 * sum(count for _, count in bins)
        below, before = 0, None
        for value, count in bins:
            middle = below + count / 2
            if middle >= wanted:
                break
            below, before = below + count, (middle, value)
        if before is not None and middle > before[0]:
            share = min(1.0, (wanted - before[0]) / (middle - before[0]))
            value = before[1] + share * (value - before[1])
        return value * 1e-9


class Peers:
    """Runs both programs; `directory` holds plumbline's binaries."""

    def __init__(self, directory, scratch):
        self._directory = Path(directory)
        self._scratch = scratch
        # Workers that outlive the command are waited for here, so that their time is counted.
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

    def fio(self, target, **keys):
        given = {"name": "bench", "filename": target, **FIO_KEYS, **keys}
        return self._run(["fio", "--output-format=json+",
                          *(f"--{key}={value}" for key, value in given.items())])

    @staticmethod
    def plumbline_arguments(target, **keys):
        given = {"name": "bench", "filename": target, **PLUMBLINE_KEYS, **keys}
        return ["--output-format=json+",
                *(f"--{key}={value}" for key, value in given.items())]

    def plumbline(self, target, may_fail=False, **keys):
        # Its turns are taken with nobody: the host's agent may be at work.
        return self._run([str(self._directory / "plumbline"), "probe",
                          f"--state-dir={self._scratch}",
                          *self.plumbline_arguments(target, **keys)], may_fail)

    def _run(self, command, may_fail=False):
        before = _children_seconds()
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_SECONDS,
                              cwd=self._scratch, check=False)
        _reap_adopted()
        used = _children_seconds() - before
        if done.returncode != 0 and not may_fail:
            raise RuntimeError(f"{' '.join(command)} exits {done.returncode}:\n"
                               f"{done.stdout[-500:]}{done.stderr[-2000:]}")
        # fio may print a warning before its JSON.
        return Outcome(json.loads(done.stdout[done.stdout.index("{"):]), used)


def _children_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _reap_adopted():
    """Waits for workers whose parent has ended; other children are the disks' servers."""
    for task in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split():
        try:
            if Path(f"/proc/{task}/comm").read_text().startswith("plumbline"):
                os.waitpid(int(task), 0)
        except OSError:
            pass  # It is gone already.


def interleaved(pairs, *sides):
    """`pairs` rounds of every side once, each round in another order; a list a side."""
    results = [[] for _ in sides]
    for number in range(pairs):
        order = [(number + place) % len(sides) for place in range(len(sides))]
        for side in order if number % 2 == 0 else reversed(order):
            results[side].append(sides[side]())
    return results


def ratios(ours, theirs):
    return [one / other for one, other in zip(ours, theirs)]


def spread(values):
    """The middle half, as a share of the median; 0 of fewer than four."""
    if len(values) < 4:
        return 0.0
    low, middle, high = statistics.quantiles(values, n=4)
    return (high - low) / middle


def own_noise(values):
    """A/A: the median of how far a run is from the same side's run before it."""
    changes = [abs(one / other - 1) for one, other in zip(values[1:], values)]
    return statistics.median(changes) if changes else 0.0
