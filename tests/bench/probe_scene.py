"""What the rows of probe_bench are measured with: disks, probes in the background, an agent."""

import contextlib
import time
from dataclasses import dataclass
from pathlib import Path

from agent_process import Agent, wait_until
from devices import FaultyDisk
from probe_peers import Peers
from probe_runs import Running

PATIENCE_SECONDS = 120
JOB = "bench"


@dataclass
class Scene:
    peers: Peers
    directory: Path     # Of the binaries.
    scratch: Path
    pairs: int          # Rounds of every comparison.
    seconds: float      # How long a run of a comparison lasts.

    def faulty_disk(self, **options):
        return FaultyDisk(self.directory.parent, **options)

    @staticmethod
    def wait_for(condition, what):
        return wait_until(condition, what, PATIENCE_SECONDS)

    @contextlib.contextmanager
    def running(self, target, **keys):
        """A `plumbline probe` in the background, killed at the end where it still runs."""
        probe = Running(self.directory / "plumbline", self.scratch,
                        self.peers.plumbline_arguments(target, **keys))
        try:
            yield probe
        finally:
            probe.kill()

    @contextlib.contextmanager
    def beside(self, target, **keys):
        """A probe that is at work from the beginning to the end."""
        reads = Path(f"/sys/block/{Path(target).name}/stat")

        def count():
            return int(reads.read_text().split()[0])
        before = count()
        with self.running(target, **keys) as probe:
            self.wait_for(lambda: count() > before, "the probe reads")
            yield probe
            probe.interrupt()

    @contextlib.contextmanager
    def agent(self, target, **keys):
        job = self.scratch / "agent.fio"
        job.write_text(f"[{JOB}]\n" + "".join(f"{key}={value}\n" for key, value in keys.items()))
        state = self.scratch / f"state-{time.monotonic_ns()}"
        agent = Agent(self.directory / "plumbline", self.scratch,
                      [f"--state-dir={state}", f"--probes.targets={target}",
                       f"--probes.job-file={job}", "--history.enabled=false"])
        try:
            yield ProbingAgent(agent.wait_until_serving(), Path(target).name)
        finally:
            agent.kill()


class ProbingAgent:
    """What its metrics say of the one job on the one target."""

    def __init__(self, agent, target):
        self._agent = agent
        self._target = target

    def outcomes(self, outcome):
        return self._agent.value("plumbline_probe_runs_total", target=self._target, job=JOB,
                                 outcome=outcome) or 0

    def stuck_workers(self):
        return self._agent.value("plumbline_probe_stuck_workers", target=self._target) or 0

    def scrape_seconds(self, count):
        taken = []
        for _ in range(count):
            began = time.perf_counter()
            self._agent.get("/metrics")
            taken.append(time.perf_counter() - began)
        return taken

    def stop_seconds(self):
        return self._agent.stop()[1]
