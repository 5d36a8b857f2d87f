#!/usr/bin/env python3
"""A kernel file that never answers costs its own collector and one thread, and nothing else.

    blocked_collector_test.py PLUMBLINE SOURCE_ROOT
"""

import os
import time

import suite
from agent_process import PATIENCE_SECONDS, wait_until
from fuse_file import FuseFile
from suite import replace

FAST = ["--tick.interval=0.5", "--tick.collector-deadline=0.5"]
REQUESTS = 200
PAUSE_SECONDS = 0.01
P99_SECONDS = 0.05
TICKS = 10

# A file, and the collectors that read it when the agent starts.
PRESSURE = ("proc/pressure/io", ["pressure"])
SNMP = ("proc/net/snmp", ["protocols"])
DISKSTATS = ("proc/diskstats", ["disk", "disk_inventory"])
MEMINFO = ("proc/meminfo", ["memory"])


class Fifo:
    """A file of a tree that blocks whoever opens it, until released."""

    def __init__(self, path):
        self.path = path
        self.good = path.read_bytes()
        path.unlink()
        os.mkfifo(path)

    def release(self):
        """The file is as it was, and who is blocked sees the end of an empty one."""
        aside = self.path.with_name(f"{self.path.name}.aside")
        os.rename(self.path, aside)
        replace(self.path, self.good)
        os.close(os.open(aside, os.O_WRONLY | os.O_NONBLOCK))
        aside.unlink()


def p99_of_scrapes(agent):
    """Of 200 requests on one connection, spread over several ticks."""
    seconds = []
    connection = agent.connection()
    try:
        for _ in range(REQUESTS):
            began = time.monotonic()
            connection.request("GET", "/metrics")
            answer = connection.getresponse()
            answer.read()
            seconds.append(time.monotonic() - began)
            if answer.status != 200:
                raise AssertionError(f"/metrics answers {answer.status}")
            time.sleep(PAUSE_SECONDS)
    finally:
        connection.close()
    return sorted(seconds)[int(REQUESTS * 0.99) - 1]


class BlockedCollector(suite.EndToEnd):
    def start_on(self, tree):
        agent = self.start(*FAST, tree=tree)
        agent.wait_for_ticks(2)
        return agent

    def threads_without_fault(self, tree):
        agent = self.start_on(tree)
        threads = agent.threads()
        self.assert_stops_cleanly(agent)
        return threads

    def assert_only_pinned(self, agent, collectors, tree):
        """They fail and say so; the others succeed and take up what changes."""
        for collector in collectors:
            agent.wait_for("plumbline_collector_pinned", 1, collector=collector)
        before = agent.value("plumbline_load1")
        replace(tree / "proc/loadavg", f"{before + 1} 0.13 0.05 1/89 8385\n")
        agent.wait_for("plumbline_load1", before + 1)
        scrape = agent.scrape()
        for (metric, labels), value in scrape.items():
            name = dict(labels).get("collector")
            if metric == "plumbline_collector_pinned":
                self.assertEqual(value, name in collectors, name)
            if metric == "plumbline_collector_success" and \
                    scrape.value("plumbline_collector_available", collector=name):
                self.assertEqual(value, name not in collectors, name)
        healthy, ready = agent.get("/-/healthy"), agent.get("/-/ready")
        self.assertEqual((healthy.status, ready.status), (200, 503), (healthy.body, ready.body))

    def assert_threads_stay(self, agent, expected):
        wait_until(lambda: agent.threads() == expected,
                   f"{expected} threads, there are {agent.threads()}")
        agent.wait_for_ticks(TICKS)
        self.assertEqual(agent.threads(), expected)

    def assert_answers_fast(self, agent):
        first = p99_of_scrapes(agent)
        # Once more where another program had the processors.
        p99 = first if first < P99_SECONDS else p99_of_scrapes(agent)
        print(f"{self.id()}: p99 of {REQUESTS} scrapes {p99 * 1000:.1f} ms")
        self.assertLess(p99, P99_SECONDS)

    def check(self, *blocked):
        tree = self.host()
        threads = self.threads_without_fault(tree)
        fifos = [Fifo(tree / path) for path, _ in blocked]
        collectors = [name for _, readers in blocked for name in readers]
        agent = self.start_on(tree)
        self.assert_only_pinned(agent, collectors, tree)
        self.assert_threads_stay(agent, threads + len(collectors))
        self.assert_answers_fast(agent)
        for fifo in fifos:
            fifo.release()
        for collector in collectors:
            agent.wait_for("plumbline_collector_pinned", 0, collector=collector)
            agent.wait_for("plumbline_collector_success", 1, collector=collector)
            self.assertIn(f"collector {collector} failed", agent.log())
            self.assertIn(f"collector {collector} reads again", agent.log())
        self.assert_threads_stay(agent, threads)
        self.assert_stops_cleanly(agent)

    def test_pressure(self):
        self.check(PRESSURE)

    def test_two_at_once(self):
        self.check(SNMP, MEMINFO)

    def test_one_file_of_two_collectors(self):
        self.check(DISKSTATS)

    def test_a_file_that_blocks_later_and_again(self):
        tree = self.host()
        agent = self.start_on(tree)
        threads = agent.threads()
        for _ in range(3):
            fifo = Fifo(tree / SNMP[0])
            agent.wait_for("plumbline_collector_pinned", 1, collector="protocols")
            wait_until(lambda: agent.threads() == threads + 1, "one thread more")
            fifo.release()
            agent.wait_for("plumbline_collector_success", 1, collector="protocols")
            wait_until(lambda: agent.threads() == threads, "no thread more")

    def test_stops_in_time_while_blocked(self):
        tree = self.host()
        Fifo(tree / DISKSTATS[0])
        agent = self.start_on(tree)
        agent.wait_for("plumbline_collector_pinned", 1, collector="disk")
        self.assert_stops_cleanly(agent)

    def test_stops_in_time_before_the_deadline_of_a_blocked_collector(self):
        tree = self.host()
        fifo = Fifo(tree / DISKSTATS[0])
        agent = self.launch("--tick.interval=60", "--tick.collector-deadline=60", tree=tree)
        wait_until(lambda: "serves metrics" in agent.log(), "the agent serves")

        def is_in_fifo():
            for task in os.listdir(f"/proc/{agent.process.pid}/task"):
                path = f"/proc/{agent.process.pid}/task/{task}/wchan"
                with open(path, encoding="ascii") as file:
                    if "wait_for_partner" in file.read():
                        return True
            return False

        wait_until(is_in_fifo, f"a thread waits at {fifo.path}", PATIENCE_SECONDS)
        self.assert_stops_cleanly(agent)

    def test_fuse_file_whose_server_hangs(self):
        if not self.in_namespaces("--mount", "--propagation", "private"):
            return
        tree = self.host()
        threads = self.threads_without_fault(tree)
        path = tree / MEMINFO[0]
        with FuseFile(path, path.read_bytes()) as file:
            agent = self.start_on(tree)
            self.assertEqual(agent.value("plumbline_collector_success", collector="memory"), 1)
            file.hang()
            self.assert_only_pinned(agent, ["memory"], tree)
            self.assert_threads_stay(agent, threads + 1)
            self.assert_answers_fast(agent)
            file.go_on()
            agent.wait_for("plumbline_collector_success", 1, collector="memory")
            self.assert_threads_stay(agent, threads)
            file.hang()
            agent.wait_for("plumbline_collector_pinned", 1, collector="memory")
            self.assert_stops_cleanly(agent)


if __name__ == "__main__":
    suite.main()
