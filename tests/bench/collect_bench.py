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

# The fast agent's tick, and the pace of both programs' scrapes.
SLOT_SECONDS = 0.1
# A slot of more than so many medians is a re-reading of the inventory, not a tick.
OUTLIER = 5
SCRAPE_EVERY_TICKS = 15
START_SECONDS = 60
TRACED_TICK_SECONDS = 0.8  # Long enough for a first reading of everything under strace.
AGENT_PORT = r"serves metrics on .*port (\d+)"
PEER_PORT = r'msg="Listening on" address=\S+:(\d+)'


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


class Window:
    """Slots of one window: how long each was and what processor time it took in two programs."""

    def __init__(self, marks, snapshots):
        pairs = list(zip(marks, marks[1:]))
        self.seconds = [after[0] - before[0] for before, after in pairs]
        self.agent = [after[1] - before[1] for before, after in pairs]
        self.scraped = [after[2] - before[2] for before, after in pairs]
        self.snapshots = snapshots  # Different ones that the scrapes met.


def steady_rate(seconds, used):
    """Processor seconds a second without what is no tick, and the number of slots left out."""
    rates = [cpu / time for time, cpu in zip(seconds, used)]
    limit = OUTLIER * statistics.median(rates)
    kept = [(time, cpu) for time, cpu, rate in zip(seconds, used, rates) if rate <= limit]
    return (sum(cpu for _, cpu in kept) / sum(time for time, _ in kept)), len(rates) - len(kept)


class Rounds:
    """The programs on one host, and rounds of windows of slots in which they are scraped."""

    def __init__(self, binary, host, scratch, slots):
        self.slots = slots
        self.programs = []
        self._scratch = scratch
        agent = [binary, "agent", "--web.listen-address=127.0.0.1:0", *host.flags]
        peer = [PEER, "--web.listen-address=127.0.0.1:0", *host.peer_flags]
        try:
            self.steady = self._start("steady", AGENT_PORT,
                                      [*agent, f"--state-dir={scratch}/steady"])
            self.fast = self._start("fast", AGENT_PORT,
                                    [*agent, f"--state-dir={scratch}/fast",
                                     f"--tick.interval={SLOT_SECONDS}", "--history.enabled=false",
                                     "--metrics.per-cpu=always"])
            self.peer = self._start("peer", PEER_PORT, [*peer, *PEER_EQUAL])
            self.peer_default = self._start("peer_default", PEER_PORT, peer)
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
        self.ticks = []  # Processor seconds a tick of the fast agent, one a round.
        self.steady_marks = [(time.monotonic(), self.steady.cpu_seconds())]  # One a second.

    def _start(self, name, pattern, command):
        program = Program(name, command, pattern, self._scratch)
        self.programs.append(program)
        return program

    def stop(self):
        for program in self.programs:
            program.stop()

    def _align(self):
        """A moment half a tick after a snapshot: slots from there on meet a new one each."""
        scraper = Scraper(self.fast)
        deadline = time.monotonic() + START_SECONDS
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

    def _wait_for_slot(self):
        late = (time.monotonic() - self._phase) % SLOT_SECONDS
        time.sleep(SLOT_SECONDS - late)
        if time.monotonic() - self.steady_marks[-1][0] >= 1:
            self.steady_marks.append((time.monotonic(), self.steady.cpu_seconds()))

    def _window(self, scraper):
        """As many slots as a window has, a scrape in the middle between two ticks in each."""
        marks, snapshots = [], set()
        for slot in range(self.slots + 1):
            self._wait_for_slot()
            marks.append((time.monotonic(), self.fast.cpu_seconds(),
                          scraper.program.cpu_seconds()))
            if slot == self.slots:
                break
            scraper.scrape()
            snapshots.add(scraper.ticks() if scraper.program is self.fast else slot)
        scraper.close()
        return Window(marks, len(snapshots))

    def round(self):
        seconds, used = [], []
        for key in (("peer", "gzip"), ("peer", "plain"), ("peer_default", "gzip")):
            window = self._window(self.scrapers[key])
            self.cost[key].append(statistics.fmean(window.scraped))
            seconds += window.seconds
            used += window.agent
        alone, _ = steady_rate(seconds, used)
        self.ticks.append(alone * SLOT_SECONDS)
        for key in (("plumbline", "gzip"), ("plumbline", "plain")):
            window = self._window(self.scrapers[key])
            scraped, _ = steady_rate(window.seconds, window.agent)
            extra = (scraped - alone) * sum(window.seconds)
            self.cost[key].append(extra / window.snapshots)

    def scrape_seconds(self, who, encoding="gzip"):
        return statistics.median(self.cost[who, encoding])

    def steady_second(self):
        """Processor seconds a second of the steady agent without re-readings, with them, how many
        there were, and the seconds that were watched."""
        pairs = list(zip(self.steady_marks, self.steady_marks[1:]))
        seconds = [after[0] - before[0] for before, after in pairs]
        used = [after[1] - before[1] for before, after in pairs]
        rate, left_out = steady_rate(seconds, used)
        return rate, sum(used) / sum(seconds), left_out, sum(seconds)


def print_processor(host, rounds):
    second, whole, left_out, watched = rounds.steady_second()
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
    rows = [["ticks at 1 Hz, history written", f"{100 * second:.3f} %",
             f"<= {host.core_percent} %", verdict(100 * second, host.core_percent)]]
    if host.tree is not None:
        rows.append([f"the same, with the inventory read again {left_out} times", f"{100 * whole:.3f} %",
                     f"<= {host.core_percent} %", verdict(100 * whole, host.core_percent)])
    print_table(f"plumbline's share of a core, over {watched:.0f} s",
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
        self.paced, self.bare, self.ticks, self.reason, self.files = [], [], [], "", 0
        program = Path(directory) / "plumbline_floor"
        self._tick = Path(directory) / "plumbline_tick"
        self._roots = [] if host.tree is None else [
            f"{host.tree}/{root}" for root in ("proc", "sys", "udev/data")]
        interval = TRACED_TICK_SECONDS
        command = [str(Path(directory) / "plumbline"), "agent", "--web.listen-address=127.0.0.1:0",
                   f"--state-dir={scratch}/traced", f"--tick.interval={interval}",
                   f"--tick.collector-deadline={interval}", "--history.enabled=false", *host.flags]
        if not program.exists() or not self._tick.exists():
            self.reason = "plumbline_floor and plumbline_tick are not both built"
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
        done = subprocess.run([self._tick, str(10 * slots), *self._roots], capture_output=True,
                              text=True, check=True)
        self.ticks.append(float(done.stdout.split()[1]) * 1e-6)

    def print(self, tick):
        if self.reason:
            print(f"\nThe floor: NOT MEASURED: {self.reason}")
            return
        rows = []
        for name, floors, ours in (("at 10 Hz, caches cold", self.paced, tick),
                                   ("in a loop, caches warm", self.bare,
                                    statistics.median(self.ticks))):
            floor = statistics.median(floors)
            rows.append([name, microseconds(floor), microseconds(ours), f"{ours / floor:.2f}",
                         "<= 2.00", verdict(ours / floor, 2)])
        print_table(f"The floor: {self.files} files of a tick, opened, read and closed",
                    ["", "floor", "tick", "ratio", "target", ""], rows)


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
    count, slots = (1, 4) if arguments.fast else (3, 15)
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
