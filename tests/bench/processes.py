"""Programs under measurement: started on a free loopback port, their processor time and memory
read from outside, stopped by their own process id."""

import os
import re
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path

START_SECONDS = 30
STOP_SECONDS = 10
TRACED_TICKS = 7.5
FEWEST_TICKS = 5
CPUCLOCK_SCHED = 2  # kernel, include/linux/posix-timers.h: the low bits of a process's clock id.


class Program:
    """A server that tells its port in its log."""

    def __init__(self, name, command, port_pattern, scratch):
        self.name = name
        self.log = Path(scratch) / f"{name}.log"
        with self.log.open("w", encoding="utf-8") as output:
            self.process = subprocess.Popen(command, stdout=output, stderr=output,
                                            stdin=subprocess.DEVNULL)
        try:
            self.port = self._wait_for_port(port_pattern)
        except RuntimeError:
            self.stop()
            raise

    def _wait_for_port(self, pattern):
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            match = re.search(pattern, self.log.read_text(encoding="utf-8"))
            if match:
                return int(match[1])
            time.sleep(0.02)
        raise RuntimeError(f"{self.name} did not start:\n{self.log.read_text(encoding='utf-8')}")

    def cpu_seconds(self):
        """Processor time of all threads, those that ended included, to the nanosecond.

        The process's own clock, as clock_getcpuclockid(3) makes its id: /proc/PID/stat counts in
        steps of 10 ms, /proc/PID/schedstat knows the main thread alone.
        """
        return time.clock_gettime(((~self.process.pid) << 3) | CPUCLOCK_SCHED)

    def memory_bytes(self):
        """VmRSS and RssAnon of proc_pid_status(5)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return {key: int(re.search(rf"^{key}:\s+(\d+) kB", status, re.MULTILINE)[1]) * 1024
                for key in ("VmRSS", "RssAnon")}

    def stop(self):
        if self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def files_of_a_tick(command, interval_seconds, scratch):
    """The files and directories that `command`, the agent, opens at every tick, by strace.

    What is opened in fewer than half of the ticks is inventory, which ticks do not read (it is read
    once, a second time where that is late for its deadline under strace). Raises RuntimeError with
    the reason where strace cannot tell.
    """
    output = Path(scratch) / "strace.txt"
    output.unlink(missing_ok=True)
    traced = ["strace", "-f", "--seccomp-bpf", "-e", "trace=openat", "-o", str(output), *command]
    with (Path(scratch) / "strace.log").open("w", encoding="utf-8") as log:
        tracer = subprocess.Popen(traced, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    time.sleep(TRACED_TICKS * interval_seconds)
    text = output.read_text(encoding="utf-8") if output.exists() else ""
    if tracer.poll() is None and text:
        os.kill(int(text.split(maxsplit=1)[0]), signal.SIGTERM)  # The agent; strace ends with it.
    else:
        tracer.kill()
    tracer.wait()
    opened = opened_files(output.read_text(encoding="utf-8") if text else "")
    ticks = max((count for path, count in opened.items() if path.endswith("/proc/stat")), default=0)
    if ticks < FEWEST_TICKS:
        raise RuntimeError(f"strace saw {ticks} ticks, too few")
    return sorted(path for path, count in opened.items() if count >= max(3, ticks / 2))


def opened_files(text):
    """How often strace saw each file opened with success; threads interrupt each other's lines."""
    opened, unfinished = Counter(), {}
    for line in text.splitlines():
        thread = line.split(maxsplit=1)[0]
        path = re.search(r'openat\([^"]*"([^"]+)"', line)
        if path and line.endswith("<unfinished ...>"):
            unfinished[thread] = path[1]
            continue
        name = path[1] if path else unfinished.pop(thread, None)
        result = re.search(r"\) += (-?\d+)", line)
        if name and result and int(result[1]) >= 0:
            opened[name] += 1
    return opened
