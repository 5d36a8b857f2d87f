"""The rows of probe_bench whose truth is known beforehand: stalls, errors, the gate, hung disks, a
fleet, safety."""

import hashlib
import math
import os
import re
import statistics
import subprocess
import time
from pathlib import Path

from devices import PlainLoop
from probe_rows import DEFAULT_GATE, DEFAULT_PROBE, Row, percent

HERE = Path(__file__).resolve().parent
LOCAL_ENGINES = ("io_uring", "libaio", "psync")

# Of the stall: the spec's own figures, 1.7 s at 100 requests a second.
STALL_SECONDS = 1.7
STALL_RATE = 100
STALL_RUN_SECONDS = 5
STALL_BEGINS_AFTER = 1.0

ERROR_RATE = 0.01
ERROR_REQUESTS = 5000
NORMAL_95 = 1.96

FOREGROUND_BYTES = 65536
PROBE_BYTES = 4096
GATE_SECONDS = 0.1
GATE_REQUESTS = 2

MOST_ERROR_PERCENT = 0.79
HISTOGRAM_LINE = re.compile(r".* error (?P<error>[\d.]+) % .*beyond the maximum: (?P<beyond>\w+)")

HUNG_INTERVAL_SECONDS = 2
HUNG_SCRAPES = 300
HUNG_P99_SECONDS = 0.05
STOP_SECONDS = 2


def stall_rows(bench):
    """A pause by nbdkit's filter. Arrivals that fall due in it wait for its end, so that of a run
    of T seconds with a stall of S, the share q of all responses takes at most S - (1 - q) T."""
    for process in ("linear", "poisson"):
        errors = {90: [], 99: []}
        excess = []
        for _ in range(bench.pairs):
            with bench.faulty_disk(read_us=1000, sigma_percent=10, pausable=True) as disk:
                document, stalled, ended = _run_with_stall(bench, disk, process)
                job = document["jobs"][0]
                seconds = job["read"]["runtime"] * 1e-3
                for share, values in errors.items():
                    expected = (ended - stalled) - (1 - share / 100) * seconds
                    seen = job["read"]["lat_ns"]["percentile"][f"{share:.6f}"] * 1e-9
                    values.append(seen / expected - 1)
                excess.append(_beyond_what_was_due(disk.journal(ended), ended))
        for share, values in errors.items():
            middle = statistics.median(values)
            worst = max(values, key=abs)
            yield Row(f"stall of {STALL_SECONDS} s, {process}, response p{share}",
                      "within 5 % of analytic", percent(middle), f"worst {percent(worst)}",
                      abs(middle) <= 0.05)
        if process == "linear":
            yield Row("requests beyond one a slot, after a stall", "0",
                      f"{max(excess)}", f"{len(excess)} stalls", max(excess) <= 0)


def _run_with_stall(bench, disk, process):
    keys = {"rw": "randread", "bs": "4k", "iodepth": 1, "rate_iops": STALL_RATE,
            "rate_process": process, "time_based": 1, "runtime": STALL_RUN_SECONDS,
            "randrepeat": 0}
    with bench.running(disk.path, **keys) as running:
        bench.wait_for(lambda: disk.journal(), "the probe reads")
        began = disk.journal()[0].seconds
        time.sleep(max(0.0, began + STALL_BEGINS_AFTER - time.monotonic()))
        disk.pause()
        stalled = time.monotonic()
        time.sleep(STALL_SECONDS)
        ended = time.monotonic()
        disk.resume()
        running.wait()
        return running.document(), stalled, ended


def _beyond_what_was_due(journal, since):
    """The most by which requests exceed one a slot from `since` on. A slot is as long as the rate
    says; the request that was held and the slot that had begun are one each beside that."""
    return max((number - 1 - math.ceil((one.seconds - since) * STALL_RATE)
                for number, one in enumerate(journal, 1)), default=0)


def error_rows(bench):
    requests = ERROR_REQUESTS if bench.pairs > 1 else ERROR_REQUESTS // 10
    with bench.faulty_disk(error_rate=ERROR_RATE) as disk:
        run = bench.peers.plumbline(disk.path, may_fail=True, rw="randread", bs="4k", iodepth=4,
                                    number_ios=requests, continue_on_error="all", randrepeat=0)
    errors = run.job["plumbline"]["read"]["errors"]
    issued = run.requests + errors
    half = NORMAL_95 * math.sqrt(issued * ERROR_RATE * (1 - ERROR_RATE))
    low, high = issued * ERROR_RATE - half, issued * ERROR_RATE + half
    outcome = run.job["plumbline"]["outcome"]
    yield Row("errors of a disk that fails 1 %", f"{low:.0f} .. {high:.0f} of {issued}, no abort",
              f"{errors}, outcome {outcome}", "",
              low <= errors <= high and issued >= requests)


def gate_rows(bench):
    """From the first request of the foreground that reached the disk to the probe's last."""
    for rate in (DEFAULT_PROBE["rate_iops"], 200):
        is_default = rate == DEFAULT_PROBE["rate_iops"]
        further, lasted = [], []
        for _ in range(bench.pairs):
            after = _left_after(bench, rate)
            further.append(len(after))
            lasted.append(max(after, default=0.0))
        yield Row(f"gate at {rate} requests/s: further requests",
                  f"<= {GATE_REQUESTS}" if is_default else "",
                  f"{statistics.median(further):.0f}", f"most {max(further)}",
                  max(further) <= GATE_REQUESTS if is_default else None)
        yield Row(f"gate at {rate} requests/s: out after", f"<= {GATE_SECONDS * 1e3:.0f} ms",
                  f"{statistics.median(lasted) * 1e3:.0f} ms", f"most {max(lasted) * 1e3:.0f} ms",
                  max(lasted) <= GATE_SECONDS)


def _left_after(bench, rate):
    """Seconds, from the foreground's first request on, of the probe's that came still."""
    with bench.faulty_disk(read_us=500) as disk:
        keys = {**DEFAULT_PROBE, **DEFAULT_GATE, "rate_iops": rate, "runtime": 60}
        with bench.running(disk.path, **keys) as probe:
            bench.wait_for(lambda: len(disk.journal()) > 5, "the probe reads")
            bench.peers.fio(disk.path, rw="randread", bs=FOREGROUND_BYTES, ioengine="psync",
                            time_based=1, runtime=1, randrepeat=0)
            probe.interrupt()
        journal = disk.journal()
    arrived = min(one.seconds for one in journal if one.length == FOREGROUND_BYTES)
    return [one.seconds - arrived for one in journal
            if one.length == PROBE_BYTES and one.seconds > arrived]


def hung_rows(bench):
    for engine in LOCAL_ENGINES:
        healthy, hung, stuck, back = [], [], 0, None
        with bench.faulty_disk(read_us=200) as disk:
            with bench.agent(disk.path, ioengine=engine, rw="randread", bs="4k", number_ios=20,
                             rate_iops=200, x_every=f"{HUNG_INTERVAL_SECONDS}s",
                             x_timeout="7s") as agent:
                bench.wait_for(lambda: agent.outcomes("ok") > 0, "a first result")
                healthy = agent.scrape_seconds(HUNG_SCRAPES)
                disk.set(hang=1)
                bench.wait_for(lambda: agent.stuck_workers() > 0, "a stuck worker")
                hung = agent.scrape_seconds(HUNG_SCRAPES)
                stuck = agent.stuck_workers()
                done = agent.outcomes("ok")
                released = time.monotonic()
                disk.set(hang=0)
                bench.wait_for(lambda: agent.outcomes("ok") > done, "a result after the hang")
                back = time.monotonic() - released
                disk.set(hang=1)
                bench.wait_for(lambda: agent.stuck_workers() > 0, "a stuck worker again")
                stopped = agent.stop_seconds()
        p99 = [statistics.quantiles(values, n=100)[98] for values in (hung, healthy)]
        yield Row(f"hung disk, {engine}: /metrics p99", "< 50 ms", f"{p99[0] * 1e3:.1f} ms",
                  f"before {p99[1] * 1e3:.1f} ms", p99[0] < HUNG_P99_SECONDS)
        yield Row(f"hung disk, {engine}: stuck workers", "1", f"{stuck:.0f}", "", stuck == 1)
        yield Row(f"hung disk, {engine}: a result again", f"<= {HUNG_INTERVAL_SECONDS} s + jitter",
                  f"{back:.1f} s", "", back <= 1.1 * HUNG_INTERVAL_SECONDS + 0.5)
        yield Row(f"hung disk, {engine}: stop", "< 2 s", f"{stopped:.2f} s", "",
                  stopped < STOP_SECONDS)


def fleet_rows(bench):
    done = subprocess.run([bench.directory / "schedule_bench", "1000"], capture_output=True,
                          text=True, check=True)
    ratio = float(done.stdout.split()[-1])
    yield Row("1,000 hosts: most starts in 10 s", "<= 2.00 x the mean", f"{ratio:.2f}",
              done.stdout.split(";")[1].strip().rpartition(",")[0], ratio <= 2)


def histogram_rows(bench):
    done = subprocess.run([bench.directory / "histogram_bench"], capture_output=True, text=True,
                          check=True)
    worst, beyond = [], 0
    for line in done.stdout.splitlines():
        if match := HISTOGRAM_LINE.match(line):
            worst.append(float(match["error"]))
            beyond += match["beyond"] != "no"
    yield Row("percentile error, 10^7 values", f"<= {MOST_ERROR_PERCENT} %, none above the maximum",
              f"{max(worst)} %, {beyond} above", f"{len(worst)} shapes",
              max(worst) <= MOST_ERROR_PERCENT and beyond == 0)


def safety_rows(bench):
    written, changed = 0, 0
    for read_only in (False, True):
        with PlainLoop(read_only=read_only) as loop:
            before = _state(loop)
            for engine in LOCAL_ENGINES:
                bench.peers.plumbline(loop.path, rw="randread", bs="4k", ioengine=engine,
                                      iodepth=4, number_ios=500)
            after = _state(loop)
            changed += before[0] != after[0]
            written += after[1] - before[1]
    with bench.faulty_disk(read_us=50) as disk:
        for engine in LOCAL_ENGINES:
            bench.peers.plumbline(disk.path, rw="randread", bs="4k", ioengine=engine, iodepth=4,
                                  number_ios=500)
        written += disk.control.count("bytes_written")
    yield Row("bytes written to a target", "0", f"{written}",
              f"{changed} checksums changed; strace: e2e.probe_safety",
              written == 0 and changed == 0)


def _state(loop):
    """Checksum, and bytes written by Documentation/block/stat.rst."""
    digest = hashlib.sha256()
    with open(loop.path, "rb", buffering=0) as device:
        os.posix_fadvise(device.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        while block := device.read(1 << 20):
            digest.update(block)
    sectors = int(Path(f"/sys/block/{loop.name}/stat").read_text().split()[6])
    return digest.hexdigest(), 512 * sectors
