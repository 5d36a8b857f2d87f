#!/usr/bin/env python3
"""The agent's own probes: their series, their schedule, their gate, their budgets, their canary.

    probe_agent_test.py PLUMBLINE SOURCE_ROOT
"""

import os
import stat
import subprocess
import time
import zlib
from pathlib import Path

import suite
from agent_process import wait_until
from probe_runs import wait_for_worker

INTERVAL_SECONDS = 2
JOB = "often"
SOON_SECONDS = 1  # Of what is there from the first sample on, which the prober waits for.
QUICK = {"rw": "randread", "bs": "4k", "number_ios": 20, "rate_iops": 200,
         "x_every": f"{INTERVAL_SECONDS}s"}
# The foreground asks for blocks of another size, by which the journal knows it.
FOREGROUND_BYTES = 65536
PROBE_BYTES = 4096
GATE_SECONDS = 0.1
GATE_REQUESTS = 2
SKIPS_BEFORE_FORCED = 6
CANARY_BYTES = 64 << 20
LOOKS = 1  # Whether a disk can be opened is found out by a read before its first round.
OUTCOMES = {"ok", "skipped", "aborted", "stuck", "error", "invalid"}


class Probing(suite.EndToEnd):
    def probing(self, *targets, wrapper=(), state="state", **keys):
        """An agent that has one job for these targets."""
        job = self.scratch / "job.fio"
        job.write_text(f"[{JOB}]\n" + "".join(
            f"{key}={value}\n" for key, value in {**QUICK, **keys}.items()))
        kept = self.scratch / state
        kept.mkdir(exist_ok=True)
        agent = self.start(f"--probes.targets={','.join(targets)}", f"--probes.job-file={job}",
                           "--history.enabled=false", state=kept, wrapper=wrapper)
        agent.labels = {"target": os.path.basename(targets[0]), "job": JOB}
        return agent

    @staticmethod
    def outcomes(agent, outcome):
        return agent.value("plumbline_probe_runs_total", outcome=outcome, **agent.labels) or 0

    @staticmethod
    def told_outcomes(agent):
        return {dict(labels)["outcome"] for metric, labels in agent.scrape()
                if metric == "plumbline_probe_runs_total" and
                ("target", agent.labels["target"]) in labels}

    def wait_for_outcome(self, agent, outcome, count=1, seconds=60):
        wait_until(lambda: self.outcomes(agent, outcome) >= count,
                   f"{count} outcomes {outcome}\n{agent.log()}", seconds)

    def foreground(self, disk, seconds, **keys):
        """fio, whose requests come from its start to its end."""
        suite.require_programs(self, "fio")
        given = {"name": "foreground", "filename": disk.path, "rw": "randread",
                 "bs": FOREGROUND_BYTES, "direct": 1, "ioengine": "psync", "time_based": 1,
                 "runtime": seconds, "clocksource": "clock_gettime",
                 "thread": 1, **keys}  # One process, which can be ended.
        process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "fio",
             *(f"--{key}={value}" for key, value in given.items())],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.scratch)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process


class Series(Probing):
    def test_state_at_once_and_a_result_within_an_interval(self):
        disk = self.faulty_disk(read_us=200)
        began = time.monotonic()
        agent = self.probing(disk.path)
        wait_until(lambda: self.told_outcomes(agent) == OUTCOMES, "the series of the state",
                   SOON_SECONDS)
        agent.wait_for("plumbline_probe_stuck_workers", 0, SOON_SECONDS, target=disk.name)
        self.wait_for_outcome(agent, "ok")
        # The first round is due within an interval; the worker and a busy machine take theirs.
        self.assertLess(time.monotonic() - began, 3 * INTERVAL_SECONDS)
        scrape = agent.scrape()
        for kind in ("service", "response"):
            self.assertGreaterEqual(scrape.value(
                "plumbline_probe_latency_seconds_count", op="read", kind=kind, **agent.labels), 20)
        for metric in ("plumbline_probe_iops", "plumbline_probe_bandwidth_bytes_per_second"):
            self.assertGreater(scrape.value(metric, op="read", **agent.labels), 0, metric)
        self.assertEqual(scrape.value("plumbline_probe_bytes_total", op="write", **agent.labels),
                         0)
        self.assertEqual(scrape.value("plumbline_probe_bytes_total", op="read", **agent.labels)
                         % PROBE_BYTES, 0)
        self.assertGreater(scrape.value("plumbline_probe_budget_remaining_bytes",
                                        op="read", **agent.labels), 0)
        self.assertAlmostEqual(
            scrape.value("plumbline_probe_last_success_timestamp_seconds", **agent.labels),
            time.time(), delta=60)
        self.assert_stops_cleanly(agent)

    def test_promtool_finds_nothing(self):
        suite.require_programs(self, "promtool")
        disk = self.faulty_disk(read_us=200)
        agent = self.probing(disk.path)
        self.wait_for_outcome(agent, "ok")
        text = agent.get("/metrics").body
        done = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True,
                              check=False)
        complaints = [line for line in (done.stdout + done.stderr).decode().splitlines()
                      if "plumbline_probe" in line]
        self.assertEqual(complaints, [])
        self.assert_stops_cleanly(agent)

    def test_percentiles_are_held_back_until_the_sample_allows_them(self):
        disk = self.faulty_disk(read_us=100)
        agent = self.probing(disk.path, number_ios=40)
        self.wait_for_outcome(agent, "ok")

        def percentiles():
            return {dict(labels)["percentile"] for metric, labels in agent.scrape()
                    if metric == "plumbline_probe_percentile_seconds"}
        self.assertFalse(percentiles() & {"99", "99.9"}, "40 requests tell no p99")
        # Runs of the last hour are pooled.
        self.wait_for_outcome(agent, "ok", 3)
        wait_until(lambda: "95" in percentiles(),
                   "p95 of 120 requests")
        self.assert_stops_cleanly(agent)


class Gate(Probing):
    def test_the_probe_leaves_at_once_when_the_foreground_comes(self):
        disk = self.faulty_disk(read_us=500)
        agent = self.probing(disk.path, number_ios=200, rate_iops=20, x_every="12s")
        wait_until(lambda: disk.control.count("reads") > 5, "the probe is at work", 120)
        self.foreground(disk, seconds=5)
        self.wait_for_outcome(agent, "aborted")
        journal = disk.journal()
        arrived = min(one.seconds for one in journal if one.length == FOREGROUND_BYTES)
        after = [one.seconds - arrived for one in journal
                 if one.length == PROBE_BYTES and one.seconds > arrived]
        self.assertLessEqual(len(after), GATE_REQUESTS, after)
        # The journal is the disk's; this process's pauses are not in it, but the worker's are.
        self.assertLess(max(after, default=0), 2 * GATE_SECONDS)
        self.assert_stops_cleanly(agent)

    def test_a_busy_disk_is_seen_all_the_same(self):
        disk = self.faulty_disk(read_us=500)
        busy = self.foreground(disk, seconds=300)
        wait_until(lambda: disk.control.count("reads") > 10, "the foreground is there")
        agent = self.probing(disk.path)
        self.wait_for_outcome(agent, "ok", seconds=120)
        self.assertIsNone(busy.poll())
        left = self.outcomes(agent, "skipped") + self.outcomes(agent, "aborted")
        self.assertGreaterEqual(left, SKIPS_BEFORE_FORCED)
        self.assertGreater(agent.value("plumbline_probe_skips_total", reason="foreground",
                                       **agent.labels), 0)
        self.assertEqual(agent.value("plumbline_probe_flag", flag="foreground_busy",
                                     **agent.labels), 1)
        self.assert_stops_cleanly(agent)

    def test_one_device_of_a_host_at_a_time(self):
        disks = [self.faulty_disk(read_us=500) for _ in range(2)]
        agent = self.probing(*(disk.path for disk in disks), number_ios=100, rate_iops=200)
        wait_until(lambda: all(disk.control.count("reads") >= 200 for disk in disks),
                   "both are probed", 120)
        self.assert_stops_cleanly(agent)
        spans = sorted(span for disk in disks for span in self.rounds(disk))
        for (_, end), (begin, _) in zip(spans, spans[1:]):
            self.assertGreaterEqual(begin, end)

    @staticmethod
    def rounds(disk):
        """(begin, end) of every round of the journal: requests that follow each other closely."""
        times = [one.seconds for one in disk.journal() if one.length == PROBE_BYTES]
        spans = [[times[0], times[0]]]
        for moment in times[1:]:
            if moment - spans[-1][1] > 0.5:
                spans.append([moment, moment])
            spans[-1][1] = moment
        return spans


class State(Probing):
    def test_a_budget_survives_a_restart(self):
        disk = self.faulty_disk(read_us=100)
        limit = 45 * PROBE_BYTES
        agent = self.probing(disk.path, x_budget_bytes_day=limit)
        labels = {**agent.labels, "op": "read"}
        # Two rounds of 20 fit, a third does not.
        wait_until(lambda: (agent.value("plumbline_probe_skips_total", reason="budget",
                                        **agent.labels) or 0) > 0, "the budget is used up")
        left = agent.value("plumbline_probe_budget_remaining_bytes", **labels)
        self.assertEqual(left, limit - 40 * PROBE_BYTES)
        self.assertLessEqual(disk.control.count("reads"), 40 + LOOKS)
        self.assert_stops_cleanly(agent)

        agent = self.probing(disk.path, x_budget_bytes_day=limit)
        agent.wait_for("plumbline_probe_budget_remaining_bytes", left, **labels)
        wait_until(lambda: (agent.value("plumbline_probe_skips_total", reason="budget",
                                        **agent.labels) or 0) > 0, "it is still used up")
        self.assertLessEqual(disk.control.count("reads"), 40 + 2 * LOOKS)
        self.assert_stops_cleanly(agent)

    def test_a_killed_agent_has_spent_what_it_reserved(self):
        disk = self.faulty_disk(read_us=100)
        limit = 1000 * PROBE_BYTES
        agent = self.probing(disk.path, number_ios=100, rate_iops=20, x_budget_bytes_day=limit)
        wait_for_worker(agent.process.pid)
        wait_until(lambda: disk.control.count("reads") > 0, "a round has begun")
        agent.kill()
        seen = disk.control.count("reads")
        agent = self.probing(disk.path, number_ios=100, rate_iops=20, x_budget_bytes_day=limit)
        left = wait_until(lambda: agent.value("plumbline_probe_budget_remaining_bytes", op="read",
                                              **agent.labels), "the budget is told")
        self.assertLessEqual(left, limit - (seen - LOOKS) * PROBE_BYTES)
        self.assert_stops_cleanly(agent)

    def test_only_the_canary_is_written_where_no_disk_can_be_opened(self):
        if not self.in_namespaces("--mount", "--propagation", "private"):
            return
        forbid_disks(self)
        state = self.scratch / "state"
        state.mkdir()
        job = self.scratch / "job.fio"
        job.write_text(f"[{JOB}]\n" + "".join(f"{key}={value}\n" for key, value in QUICK.items()))
        agent = self.start(f"--probes.job-file={job}", "--history.enabled=false", state=state)
        agent.labels = {"target": "canary", "job": JOB}
        self.wait_for_outcome(agent, "ok", seconds=120)
        self.assert_stops_cleanly(agent)
        large = [path for path in state.rglob("*")
                 if path.is_file() and path.stat().st_size >= 1 << 20]
        self.assertEqual(len(large), 1, large)
        found = large[0].stat()
        self.assertEqual(found.st_size, CANARY_BYTES)
        self.assertGreaterEqual(found.st_blocks * 512, CANARY_BYTES, "it has holes")
        # Incompressible, and made once: rounds read it.
        content = large[0].read_bytes()
        self.assertGreater(len(zlib.compress(content[:1 << 20], 1)), 1_000_000)
        agent = self.start(f"--probes.job-file={job}", "--history.enabled=false", state=state)
        agent.labels = {"target": "canary", "job": JOB}
        self.wait_for_outcome(agent, "ok")
        self.assert_stops_cleanly(agent)
        self.assertEqual(large[0].stat().st_mtime_ns, found.st_mtime_ns)
        self.assertEqual(large[0].read_bytes(), content)


def forbid_disks(case):
    """In a mount namespace of this test's own: no disk of the host may be opened."""
    closed = case.scratch / "closed"
    closed.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "nodev", "tmpfs", str(closed)], check=True)
    case.addCleanup(subprocess.run, ["umount", "--lazy", str(closed)], check=True)
    for node in Path("/dev").iterdir():
        if node.is_block_device():
            try:
                os.mknod(closed / node.name, 0o600 | stat.S_IFBLK, node.stat().st_rdev)
            except OSError as error:
                case.skipTest(f"no device node can be made here: {error}")
            subprocess.run(["mount", "--bind", str(closed / node.name), str(node)], check=True)


if __name__ == "__main__":
    suite.main()
