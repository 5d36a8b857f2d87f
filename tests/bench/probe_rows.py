"""The rows of probe_bench that put plumbline beside fio, run by run."""

import os
import statistics
from dataclasses import dataclass

from probe_peers import interleaved, own_noise, ratios, spread

UNWRITTEN_BYTES = 1 << 30
# A narrow spread: p99 of two thousand requests then is known to half a percent.
AGREEMENT_DISK = {"read_us": 2000, "sigma_percent": 5}
# The disk of the foreground: fast enough that a probe's 20 requests a second could be felt.
FOREGROUND_DISK = {"read_us": 400, "sigma_percent": 25, "channels": 8}
# A round under default rails: 20 requests a second, one at a time.
DEFAULT_PROBE = {"rw": "randread", "bs": "4k", "iodepth": 1, "rate_iops": 20, "time_based": 1}
# Of probes/rails/defaults.h; on the command line a job without these has no gate.
DEFAULT_GATE = {"x_gate_iops": 100, "x_gate_pressure": 80}


@dataclass
class Row:
    what: str
    target: str
    measured: str
    spread: str = ""
    reached: bool | None = None  # None: there is no target.


def percent(ratio, digits=1):
    return f"{100 * ratio:+.{digits}f} %"


def milliseconds(seconds):
    """A time as job files of both programs take it: fio cuts fractions of a second off."""
    return f"{round(seconds * 1000)}ms"


def unwritten_file(bench):
    """Extents that were allocated and never written: no device below takes part."""
    path = bench.scratch / "unwritten"
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        os.posix_fallocate(descriptor, 0, UNWRITTEN_BYTES)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    return path


def speed_rows(bench):
    """IOPS, and processor time of a request without what starting and ending takes."""
    path = unwritten_file(bench)
    for depth in (1, 32):
        keys = {"rw": "randread", "bs": "4k", "ioengine": "io_uring", "iodepth": depth,
                "size": UNWRITTEN_BYTES, "randrepeat": 0}
        one = {**keys, "number_ios": 1}
        keys.update(time_based=1, runtime=milliseconds(bench.seconds))
        sides = (lambda: bench.peers.plumbline(path, **keys), lambda: bench.peers.fio(path, **keys))
        starts = interleaved(min(bench.pairs, 5), lambda: bench.peers.plumbline(path, **one),
                             lambda: bench.peers.fio(path, **one))
        ours, theirs, tuned = interleaved(bench.pairs, *sides, lambda: bench.peers.fio(
            path, **keys, fixedbufs=1, registerfiles=1))  # Options of an engine come after it.
        yield _ratio_row(f"IOPS, io_uring, depth {depth}", [run.iops for run in ours],
                         [run.iops for run in theirs], ">= 0.98 x fio, stretch 1.05",
                         lambda ratio: ratio >= 0.98, lambda value: f"{value:,.0f}")
        begun = [statistics.median(run.cpu_seconds for run in side) for side in starts]
        used = [[(run.cpu_seconds - start) / run.requests for run in side]
                for side, start in zip((ours, theirs), begun)]
        yield _ratio_row(f"processor time a request, depth {depth}", *used, "<= 0.90 x fio",
                         lambda ratio: ratio <= 0.9, lambda value: f"{value * 1e6:.2f} us")
        yield _ratio_row("the same IOPS, fio's files and buffers registered too",
                         [run.iops for run in ours], [run.iops for run in tuned], "", None,
                         lambda value: f"{value:,.0f}")
    path.unlink()


def _ratio_row(what, ours, theirs, target, is_reached, form):
    quotients = ratios(ours, theirs)
    ratio = statistics.median(quotients)
    return Row(what, target, f"{ratio:.3f} ({form(statistics.median(ours))} : "
               f"{form(statistics.median(theirs))})",
               f"{100 * spread(quotients):.1f} %, A/A {100 * own_noise(theirs):.1f} %",
               is_reached(ratio) if is_reached else None)


def agreement_rows(bench):
    keys = {"rw": "randread", "bs": "4k", "ioengine": "io_uring", "iodepth": 1, "randrepeat": 0,
            "time_based": 1, "runtime": milliseconds(bench.seconds / 2)}
    # Many short pairs: what else the machine does for seconds then strikes both sides of a pair.
    with bench.faulty_disk(**AGREEMENT_DISK) as disk:
        ours, theirs = interleaved(4 * bench.pairs,
                                   lambda: bench.peers.plumbline(disk.path, **keys),
                                   lambda: bench.peers.fio(disk.path, **keys))
    for share, limit in ((50, 0.01), (99, 0.05)):
        values = [[run.latency_seconds(share) for run in side] for side in (ours, theirs)]
        yield _ratio_row(f"agreement on a 2 ms disk, p{share}", *values,
                         f"within {100 * limit:.0f} %",
                         lambda ratio, limit=limit: abs(ratio - 1) <= limit,
                         lambda value: f"{value * 1e3:.3f} ms")


def foreground_rows(bench):
    """What a foreground notices: of the round as it is by default, which the gate ends at once, and
    of one that is forced, whose gate stays open (one in seven on a disk that is always busy).
    Short runs, as above."""
    with bench.faulty_disk(**FOREGROUND_DISK) as disk:
        def foreground():
            return bench.peers.fio(disk.path, rw="randread", bs="16k", ioengine="psync",
                                   time_based=1, runtime=milliseconds(bench.seconds / 2),
                                   randrepeat=0)

        def beside(**gate):
            with bench.beside(disk.path, **DEFAULT_PROBE, runtime=milliseconds(2 * bench.seconds), **gate):
                return foreground()
        alone, again, gated, forced = interleaved(
            4 * bench.pairs, foreground, foreground, lambda: beside(**DEFAULT_GATE), beside)
    for share, limit in ((50, 0.005), (99, 0.02)):
        base, other, *probed = ([run.latency_seconds(share) for run in side]
                                for side in (alone, again, gated, forced))
        noise = statistics.median(abs(ratio - 1) for ratio in ratios(other, base))
        for name, values in zip(("default rails", "a forced round"), probed):
            quotients = ratios(values, base)
            added = statistics.median(quotients) - 1
            yield Row(f"foreground p{share}, {name}",
                      f"<= {percent(limit)}" if name == "default rails" else "",
                      percent(added, 2),
                      f"{100 * spread(quotients):.1f} %, A/A {percent(noise, 2)}",
                      added <= limit if name == "default rails" else None)
