"""Programs under measurement: started on a free loopback port, their processor time and memory
read from outside, stopped by their own process id."""

import re
import subprocess
import time
from pathlib import Path

START_SECONDS = 30
STOP_SECONDS = 10
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

    What is opened at fewer than all ticks but one is inventory, which ticks do not read. Raises
    RuntimeError with the reason where strace cannot tell.
    """
    output = Path(scratch) / "strace.txt"
    traced = ["strace", "-f", "--seccomp-bpf", "-e", "trace=openat", "-o", str(output), *command]
    with (Path(scratch) / "strace.log").open("w", encoding="utf-8") as log:
        tracer = subprocess.Popen(traced, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    time.sleep(4.5 * interval_seconds)
    text = output.read_text(encoding="utf-8") if output.exists() else ""
    if tracer.poll() is not None or not text:
        tracer.kill()
        tracer.wait()
        raise RuntimeError("strace could not trace the agent")
    subprocess.run(["kill", "-TERM", text.split(maxsplit=1)[0]], check=False)
    tracer.wait()
    opened = {}
    for path, result in re.findall(r'openat\([^"]*"([^"]+)"[^\n]*?\) = (-?\d+)', text):
        if int(result) >= 0:
            opened[path] = opened.get(path, 0) + 1
    ticks = max((count for path, count in opened.items() if path.endswith("/proc/stat")), default=0)
    if ticks < 3:
        raise RuntimeError(f"strace saw {ticks} ticks, too few")
    return sorted(path for path, count in opened.items() if count >= ticks - 1)
