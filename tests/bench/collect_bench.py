#!/usr/bin/env python3
"""What collecting costs: plumbline beside node_exporter, and beside the floor, in one run.

    collect_bench.py BIN_DIRECTORY [--fast]

On this host and on a simulated tree of 60 disks and 128 CPUs; README.md says how. Prints figures
beside their targets and exits 0 whether they are reached or not; 77 where the peer is missing.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "fixtures"))

import make_fixtures  # noqa: E402
from processes import Program, files_of_a_tick  # noqa: E402
from report import (mebibytes, microseconds, milliseconds, print_table, quantile,  # noqa: E402
                    verdict)
from scraper import Scraper  # noqa: E402

PEER = "prometheus-node-exporter"
SKIPPED = 77
LARGE_HOST = "osd_60_nvme_5_14"

# The collectors that plumbline has. --collector.stat gives what plumbline takes from /proc/stat.
PEER_COLLECTORS = """cpu stat loadavg meminfo vmstat pressure diskstats netdev netclass softnet
    netstat bonding""".split()
PEER_EQUAL = ["--collector.disable-defaults", "--collector.stat.softirq",
              "--collector.netdev.device-exclude=",
              *(f"--collector.{name}" for name in PEER_COLLECTORS)]

SLOT_SECONDS = 0.1  # The fast agent's tick; every scrape of either program is one slot after the last.
OUTLIER = 5  # A slot of more than so many medians is a re-reading of the inventory, not a tick.
SCRAPE_EVERY_TICKS = 15


class Host:
    """What is measured, the targets for its size, and the flags that lead both programs there."""

    def __init__(self, title, tree, core_percent, memory_bytes):
        self.title = title
        self.tree = tree
        self.core_percent = core_percent
        self.memory_bytes = memory_bytes
        roots = {"procfs": "proc", "sysfs": "sys", "udev.data": "udev/data"}
        self.flags = [f"--path.{name}={tree}/{where}" for name, where in roots.items()] if tree \
            else []
        own = ["--collector.qdisc"] if tree is None else ["--no-collector.netdev.netlink",
                                                          f"--path.rootfs={tree}"]
        self.peer_flags = self.flags + own


class Rounds:
    """The programs on one host, and rounds of windows of slots in which they are scraped."""

    def __init__(self, binary, host, scratch, slots):
        self.slots = slots
        self.programs = []
        agent = [binary, "agent", "--web.listen-address=127.0.0.1:0", *host.flags]
        peer = [PEER, "--web.listen-address=127.0.0.1:0", *host.peer_flags]
        try:
            self.steady = self._start("steady", [*agent, f"--state-dir={scratch}/steady"], scratch)
            self.fast = self._start("fast", [*agent, f"--state-dir={scratch}/fast",
                                             f"--tick.interval={SLOT_SECONDS}",
                                             "--history.enabled=false"], scratch)
            self.peer = self._start("peer", [*peer, *PEER_EQUAL], scratch)
            self.peer_default = self._start("peer_default", peer, scratch)
            self.scrapers = {
                ("peer", "gzip"): Scraper(self.peer), ("peer", "plain"): Scraper(self.peer, False),
                ("plumbline", "gzip"): Scraper(self.fast),
                ("plumbline", "plain"): Scraper(self.fast, False),
                ("peer_default", "gzip"): Scraper(self.peer_default)}
            self._phase = self._align()
        except BaseException:
            self.stop()
            raise
        self.cost = {key: [] for key in self.scrapers}  # Processor seconds a scrape, one a round.
        self.ticks = []           # Processor seconds a tick of the fast agent, one a round.
        self.steady_slots = []    # Processor seconds of each second of the steady agent.
        self._steady_mark = (time.monotonic(), self.steady.cpu_seconds())

    def _start(self, name, command, scratch):
        pattern = r"serves metrics on .*port (\d+)" if "agent" in command else \
            r'msg="Listening on" address=\S+:(\d+)'
        program = Program(name, command, pattern, scratch)
        self.programs.append(program)
        return program

    def stop(self):
        for program in self.programs:
            program.stop()

    def _align(self):
        """A moment half a tick after a snapshot: slots from there on meet a new one each."""
        scraper = Scraper(self.fast)
        deadline = time.monotonic() + 60
        seen = None
        while time.monotonic() < deadline:
            try:
                scraper.scrape()
                if seen is not None and scraper.ticks() > max(seen, 3):
                    break
                seen = scraper.ticks()
            except RuntimeError:
                pass  # No sample yet.
            time.sleep(SLOT_SECONDS / 20)
        scraper.close()
        return time.monotonic() + SLOT_SECONDS / 2

    def _note_second(self):
        now = time.monotonic()
        began, used = self._steady_mark
        if now - began >= 1:
            cpu = self.steady.cpu_seconds()
            self.steady_slots.append((cpu - used) / (now - began))
            self._steady_mark = (now, cpu)

    def _window(self, scraper, slots):
        """Processor seconds of both programs in each slot, and how many snapshots were met."""
        programs = [self.fast, scraper.program]
        clocks, snapshots = [], set()
        late = (time.monotonic() - self._phase) % SLOT_SECONDS
        next_slot = time.monotonic() + SLOT_SECONDS - late
        for slot in range(slots + 1):
            time.sleep(max(0.0, next_slot - time.monotonic()))
            next_slot = max(next_slot + SLOT_SECONDS, time.monotonic())
            clocks.append([program.cpu_seconds() for program in programs])
            if slot < slots:
                scraper.scrape()
                snapshots.add(scraper.ticks() if scraper.program is self.fast else slot)
            self._note_second()
        scraper.close()
        deltas = [[after - before for before, after in zip(*pair)]
                  for pair in zip(clocks, clocks[1:])]
        return [slot[0] for slot in deltas], [slot[1] for slot in deltas], len(snapshots)

    def round(self):
        alone = []
        for key in (("peer", "gzip"), ("peer", "plain"), ("peer_default", "gzip")):
            idle, busy, _ = self._window(self.scrapers[key], self.slots)
            alone += idle
            self.cost[key].append(statistics.fmean(busy))
        tick = statistics.fmean(without_outliers(alone))
        self.ticks.append(tick)
        for key in (("plumbline", "gzip"), ("plumbline", "plain")):
            slots, _, snapshots = self._window(self.scrapers[key], self.slots)
            extra = statistics.fmean(without_outliers(slots)) - tick
            self.cost[key].append(extra * self.slots / snapshots)

    def scrape_seconds(self, who, encoding="gzip"):
        return statistics.median(self.cost[who, encoding])


def without_outliers(slots):
    limit = OUTLIER * statistics.median(slots)
    return [slot for slot in slots if slot <= limit]


def print_processor(host, rounds):
    second = statistics.fmean(without_outliers(rounds.steady_slots))
    whole = statistics.fmean(rounds.steady_slots)
    rows = []
    for encoding in ("gzip", "plain"):
        peer, ours = (rounds.scrape_seconds(who, encoding) for who in ("peer", "plumbline"))
        rows.append([f"a scrape, {encoding}", microseconds(peer), microseconds(ours),
                     f"{ours / peer:.3f}", "<= 0.200", verdict(ours / peer, 0.2)])
    peer = rounds.scrape_seconds("peer")
    ours = rounds.scrape_seconds("plumbline") + SCRAPE_EVERY_TICKS * second
    rows.append([f"a scrape, gzip, and {SCRAPE_EVERY_TICKS} ticks at 1 Hz", microseconds(peer),
                 microseconds(ours), f"{ours / peer:.3f}", "<= 1.000", verdict(ours / peer, 1)])
    default = rounds.scrape_seconds("peer_default")
    rows.append(["the same, beside its default collectors", microseconds(default),
                 microseconds(ours), f"{ours / default:.3f}", "", ""])
    print_table("Processor time", ["", "node_exporter", "plumbline", "ratio", "target", ""], rows)
    rows = [["a second at 1 Hz, history written", f"{100 * second:.3f} %",
             f"<= {host.core_percent} %", verdict(100 * second, host.core_percent)]]
    if host.tree is not None:
        rows.append(["the same, inventory read again every 10 s", f"{100 * whole:.3f} %",
                     f"<= {host.core_percent} %", verdict(100 * whole, host.core_percent)])
    print_table(f"plumbline's share of a core, {len(rounds.steady_slots)} s",
                ["", "share", "target", ""], rows)


def print_scrapes(rounds):
    rows = []
    for who, name in (("peer", "node_exporter"), ("peer_default", "node_exporter, defaults"),
                      ("plumbline", "plumbline")):
        scraper = rounds.scrapers[who, "gzip"]
        p50, p99 = (quantile(scraper.seconds, share) for share in (0.5, 0.99))
        target = ["<= 5 ms", verdict(p99, 0.005)] if who == "plumbline" else ["", ""]
        rows.append([name, len(scraper.seconds), milliseconds(p50), milliseconds(p99),
                     scraper.series(), len(scraper.body), scraper.sent_bytes, *target])
    print_table("A scrape as a client sees it, gzip",
                ["", "scrapes", "p50", "p99", "series", "bytes", "gzip", "target p99", ""], rows)


def print_memory(host, rounds):
    peer, ours = rounds.peer.memory_bytes(), rounds.steady.memory_bytes()
    target = host.memory_bytes
    print_table("Resident memory after the run", ["", "node_exporter", "plumbline", "target", ""], [
        ["all (VmRSS)", mebibytes(peer["VmRSS"]), mebibytes(ours["VmRSS"]),
         f"<= {mebibytes(target)}", verdict(ours["VmRSS"], target)],
        ["its own (RssAnon)", mebibytes(peer["RssAnon"]), mebibytes(ours["RssAnon"]), "", ""]])


class Floor:
    """The bare loop over the files of one tick; `reason` says why there is none."""

    def __init__(self, directory, host, scratch):
        self.paced, self.bare, self.reason, self.files = [], [], "", 0
        program = Path(directory) / "plumbline_floor"
        interval = 0.8
        command = [str(Path(directory) / "plumbline"), "agent", "--web.listen-address=127.0.0.1:0",
                   f"--state-dir={scratch}/traced", f"--tick.interval={interval}",
                   f"--tick.collector-deadline={interval}", "--history.enabled=false", *host.flags]
        if not program.exists():
            self.reason = "plumbline_floor is not built"
        elif shutil.which("strace") is None:
            self.reason = "strace, which tells what a tick reads, is not installed"
        else:
            try:
                files = files_of_a_tick(command, interval, scratch)
            except RuntimeError as error:
                self.reason = str(error)
            else:
                self.files = len(files)
                netlink = ["--netlink"] if host.tree is None else []
                self._command = [str(program), *netlink, *files]

    def _run(self, *flags):
        done = subprocess.run([self._command[0], *flags, *self._command[1:]], capture_output=True,
                              text=True, check=True)
        return float(done.stdout.split()[1]) * 1e-6

    def round(self, slots):
        if self.reason:
            return
        self.paced.append(self._run("--rounds", str(slots), "--interval", str(SLOT_SECONDS)))
        self.bare.append(self._run("--rounds", str(10 * slots)))

    def print(self, tick):
        if self.reason:
            print(f"\nThe floor: NOT MEASURED: {self.reason}")
            return
        rows = []
        for name, measured in (("at the tick's pace", self.paced), ("in a loop, caches warm",
                                                                    self.bare)):
            floor = statistics.median(measured)
            rows.append([name, microseconds(floor), microseconds(tick), f"{tick / floor:.2f}",
                         "<= 2.00", verdict(tick / floor, 2)])
        print_table(f"The floor: {self.files} files of a tick, opened, read and closed",
                    ["", "floor", "tick at 10 Hz", "ratio", "target", ""], rows)


def measure(directory, host, scratch, count, slots):
    print(f"\n=== {host.title}")
    floor = Floor(directory, host, scratch)
    rounds = Rounds(str(Path(directory) / "plumbline"), host, scratch, slots)
    try:
        for _ in range(count):
            rounds.round()
            floor.round(slots)
        print_processor(host, rounds)
        floor.print(statistics.median(rounds.ticks))
        print_scrapes(rounds)
        print_memory(host, rounds)
    finally:
        rounds.stop()


def print_exposition(directory):
    program = Path(directory) / "exposition_bench"
    print("\n=== 5,000 series written, beside prometheus-cpp's serializer")
    if not program.exists():
        print("NOT MEASURED: exposition_bench is not built")
        return
    text = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    print(text.rstrip())
    series = int(text.split(" families, ")[1].split()[0])
    line = next(line for line in text.splitlines() if line.startswith("sample, text"))
    seconds = float(line.split("median")[1].split()[0]) * 1e-6 * 5000 / series
    print_table("Scaled to 5,000 series", ["", "median", "target", ""], [
        ["sample, text 0.0.4", milliseconds(seconds), "<= 1.00 ms", verdict(seconds, 1e-3)]])


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("directory", help="where the binaries are")
    parser.add_argument("--fast", action="store_true", help="a few seconds: does it run at all?")
    arguments = parser.parse_args()
    if shutil.which(PEER) is None:
        print(f"SKIPPED: {PEER} is not installed and not in PATH: nothing to compare with")
        sys.exit(SKIPPED)
    count, slots = (1, 4) if arguments.fast else (3, 20)
    small, large = Path("/sys/block"), make_fixtures.build(LARGE_HOST)
    disks = len(list(small.iterdir())) if small.exists() else 0
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} CPUs; "
          f"medians of {count} rounds of {slots} slots of {SLOT_SECONDS} s")
    with tempfile.TemporaryDirectory(prefix="plumbline-bench-") as scratch:
        tree = Path(scratch) / "tree"
        large.write(tree)
        measure(arguments.directory, Host(f"this host: {disks} disks, {os.cpu_count()} CPUs", None,
                                          0.3, 16 << 20), scratch, count, slots)
        measure(arguments.directory, Host("simulated: 60 disks, 128 CPUs", tree, 1.0, 64 << 20),
                scratch, count, slots)
    print_exposition(arguments.directory)


if __name__ == "__main__":
    main()
