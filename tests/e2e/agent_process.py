"""A running agent: on a port of the kernel's choice, watched from outside, always stopped."""

import http.client
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "conformance"))

import exposition  # noqa: E402

# How long anything may take that has no bound of its own; the machine may be busy.
PATIENCE_SECONDS = 60
POLL_SECONDS = 0.02
STOP_SECONDS = 2  # The bound of a clean stop.

# Metrics that tell of the agent, not of the host.
OF_ITSELF = re.compile(r"process_|plumbline_(http|render|exposition|series|history|ticks?|collector"
                       r"|config|build|page|gzip|scrape|resets|link_rates_rejected|probe"
                       r"|device_last_seen)_")

_SERVES = re.compile(r"serves metrics on .*, port (\d+)")
# What this process cannot undo because it was killed, the kernel does.
_DIES_WITH_US = ["setpriv", "--pdeathsig", "KILL"]


def wait_until(condition, what, seconds=PATIENCE_SECONDS):
    """The first true value of condition(); looked at again and again until the deadline."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"after {seconds} s still not: {what}")
        time.sleep(POLL_SECONDS)


def tree_flags(tree):
    return [f"--path.procfs={tree}/proc", f"--path.sysfs={tree}/sys",
            f"--path.rootfs={tree}", f"--path.udev.data={tree}/udev/data"]


class Scrape(dict):
    """(metric, labels) -> value, with the labels as keywords: scrape.value("up", job="x")."""

    @classmethod
    def of(cls, text):
        return cls(exposition.parse(text))

    def value(self, metric, **labels):
        return self.get((metric, frozenset(labels.items())))

    def metrics(self):
        return {metric for metric, _ in self}


class Agent:
    def __init__(self, binary, scratch, flags, environment=None, wrapper=()):
        """`wrapper` is a command that executes the agent in its own place."""
        self.command = [*wrapper, str(binary), "agent", "--web.listen-address=127.0.0.1:0", *flags]
        self.log_path = Path(scratch) / f"agent-{time.monotonic_ns()}.log"
        with self.log_path.open("wb") as log:
            self.process = subprocess.Popen(
                _DIES_WITH_US + self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, **(environment or {})})
        self.port = None

    def wait_until_serving(self):
        """Until a first sample can be scraped."""
        def port():
            if self.process.poll() is not None:
                raise AssertionError(f"{' '.join(self.command)} exited "
                                     f"{self.process.returncode}:\n{self.log()}")
            return _SERVES.search(self.log())

        try:
            self.port = int(wait_until(port, "the agent serves")[1])
            wait_until(lambda: self.get("/metrics").status == 200, "there is a sample")
        except BaseException:
            self.kill()
            raise
        return self

    def log(self):
        return self.log_path.read_text(errors="replace")

    def connection(self, timeout=PATIENCE_SECONDS):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def get(self, path, headers=None, method="GET", timeout=PATIENCE_SECONDS):
        """The answer, its body in `body`."""
        connection = self.connection(timeout)
        try:
            connection.request(method, path, headers=headers or {})
            answer = connection.getresponse()
            answer.body = answer.read()
            return answer
        finally:
            connection.close()

    def scrape(self):
        answer = self.get("/metrics")
        if answer.status != 200:
            raise AssertionError(f"/metrics answers {answer.status}: {answer.body[:200]!r}")
        return Scrape.of(answer.body.decode())

    def value(self, metric, **labels):
        return self.scrape().value(metric, **labels)

    def wait_for(self, metric, expected, seconds=PATIENCE_SECONDS, **labels):
        """Until a series has the value; None means that it has to be gone."""
        wait_until(lambda: self.value(metric, **labels) == expected,
                   f"{metric}{labels} == {expected}\n{self.log()}", seconds)

    def wait_for_ticks(self, count):
        """Until `count` more samples were begun and published; the last of their scrapes."""
        first = self.value("plumbline_ticks_total")

        def later():
            scrape = self.scrape()
            return scrape if scrape.value("plumbline_ticks_total") >= first + count else None
        return wait_until(later, f"{count} more ticks")

    def threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def is_running(self):
        return self.process.poll() is None

    def send(self, number):
        self.process.send_signal(number)

    def wait(self, seconds=PATIENCE_SECONDS):
        return self.process.wait(timeout=seconds)

    def stop(self):
        """(exit status, seconds) of a clean stop."""
        began = time.monotonic()
        self.send(signal.SIGTERM)
        status = self.wait()
        return status, time.monotonic() - began

    def kill(self):
        if self.is_running():
            self.process.kill()
        self.process.wait()
