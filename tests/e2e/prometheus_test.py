#!/usr/bin/env python3
"""A real Prometheus scrapes the agent, and promtool reads what it exposes.

    prometheus_test.py PLUMBLINE SOURCE_ROOT

Three agents: of this host, of this host under node_exporter's names, and of a fixture host that
stands still, whose values have to come back from the server as the same doubles.
"""

import json
import os
import re
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import suite
from agent_process import OF_ITSELF, PATIENCE_SECONDS, wait_until

SCRAPES = 10
RATE_SECONDS = 8
# What the server adds to each target: up and four scrape_ series.
OWN_SERIES = 'up|scrape_.*'

# Doubles that lose a digit where somebody rounds; all that /proc/loadavg can hold.
TRICKY = ["0.10400000000000001", "123456789.12345679", "0.30000000000000004"]

# What promtool may find, and why it stays.
RAW_NAMES = [
    (r"memory_\w+ metric names should be written in 'snake_case' not 'camelCase'",
     "the kernel's words of /proc/meminfo, as node_exporter takes them over"),
    (r"netstat_\w+ metric names should be written in 'snake_case' not 'camelCase'",
     "the kernel's words of /proc/net/snmp and netstat, as node_exporter takes them over"),
]


class Prometheus:
    """Debian's server on a port of the kernel's choice, scraping each agent every second."""

    def __init__(self, case, jobs):
        self._scratch = case.scratch
        self._log = case.scratch / "prometheus.log"
        config = {"global": {"scrape_interval": "1s", "scrape_timeout": "1s"},
                  "scrape_configs": [
                      {"job_name": job, "static_configs": [
                          {"targets": [f"127.0.0.1:{agent.port}"]}]}
                      for job, agent in jobs.items()]}
        path = case.scratch / "prometheus.yml"
        path.write_text(json.dumps(config))  # JSON is YAML.
        command = ["setpriv", "--pdeathsig", "KILL", "prometheus", f"--config.file={path}",
                   f"--storage.tsdb.path={case.scratch}/prometheus",
                   "--web.listen-address=127.0.0.1:0"]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log,
                                             stdin=subprocess.DEVNULL, cwd=case.scratch)
        case.addCleanup(self._stop)
        self.address = wait_until(self._listens, "Prometheus listens")
        wait_until(self._is_ready, "Prometheus is ready")

    def _listens(self):
        text = self._log.read_text()
        if self._process.poll() is not None:
            raise AssertionError(f"prometheus exited:\n{text}")
        match = re.search(r'msg="Listening on" address=(\S+)', text)
        return match and match[1]

    def _is_ready(self):
        """It listens before its storage is open, and answers 503 until then."""
        try:
            with urllib.request.urlopen(f"http://{self.address}/-/ready",
                                        timeout=PATIENCE_SECONDS) as answer:
                return answer.status == 200
        except urllib.error.HTTPError as error:
            if error.code != 503:
                raise
            return False

    def _stop(self):
        self._process.terminate()
        self._process.wait(timeout=PATIENCE_SECONDS)

    def _get(self, what, **arguments):
        url = f"http://{self.address}/api/v1/{what}?{urllib.parse.urlencode(arguments)}"
        with urllib.request.urlopen(url, timeout=PATIENCE_SECONDS) as answer:
            return json.load(answer)["data"]

    def query(self, expression):
        """The result of an instant query: labels -> value as the server prints it."""
        result = self._get("query", query=expression)["result"]
        return {frozenset(row["metric"].items()): row["value"][1] for row in result}

    def types_of(self, family):
        return {row["type"] for row in self._get("metadata", metric=family).get(family, [])}

    def number(self, expression):
        values = list(self.query(expression).values())
        return float(values[0]) if values else None


def of_the_agent(rows):
    """Rows of a query under the keys of our own exposition."""
    series = {}
    for labels, value in rows.items():
        named = dict(labels)
        metric = named.pop("__name__")
        named.pop("job")
        named.pop("instance")
        series[(metric, frozenset(named.items()))] = float(value)
    return series


def without_empty_labels(series):
    """A server does not keep a label whose value is empty."""
    return {(metric, frozenset(pair for pair in labels if pair[1])): value
            for (metric, labels), value in series.items()}


class ScrapedByPrometheus(suite.EndToEnd):
    def setUp(self):
        super().setUp()
        suite.require_programs(self, "prometheus")

    def test_everything_arrives(self):
        tree = self.host()
        suite.replace(tree / "proc/loadavg", " ".join(TRICKY) + " 1/89 8385\n")
        jobs = {"host": self.start(), "node": self.start("--metrics.raw-prefix=node"),
                "tree": self.start(tree=tree)}
        server = Prometheus(self, jobs)
        for job in jobs:
            wait_until(lambda job=job: (server.number(
                f'count_over_time(up{{job="{job}"}}[1m])') or 0) >= SCRAPES, f"{job} is scraped")
            with self.subTest(job=job):
                self.assertEqual(server.number(f'min_over_time(up{{job="{job}"}}[1m])'), 1)
                self.check_count(server, job, jobs[job])
        self.check_that_it_spoke_open_metrics(server)
        self.check_doubles(server, jobs["tree"])
        self.check_rates(server)

    def check_count(self, server, job, agent):
        """As many series as /metrics has, every family among them, and as many as it counted."""
        expression = f'{{job="{job}", __name__!~"{OWN_SERIES}"}}'

        def equal():
            text = agent.scrape()
            stored = of_the_agent(server.query(expression))
            return len(stored) == len(text) and \
                server.number(f'scrape_samples_scraped{{job="{job}"}}') == len(text) and \
                {metric for metric, _ in stored} == text.metrics() and len(text)
        count = wait_until(equal, f"{job}: the server has as many series as /metrics", 20)
        print(f"{self.id()}: {job}: {count} series")
        self.assertGreater(count, 300)
        families = server.number(f'count(count by (__name__) ({expression}))')
        self.assertEqual(families, len(agent.scrape().metrics()))

    def check_that_it_spoke_open_metrics(self, server):
        """There a counter's family is named without _total, and the server keeps that name."""
        self.assertEqual(server.types_of("plumbline_ticks"), {"counter"})
        self.assertEqual(server.types_of("plumbline_ticks_total"), set())

    def check_doubles(self, server, agent):
        """A host that stands still: what is not of the agent itself is the same number for ever."""
        ours = {key: value for key, value in without_empty_labels(agent.scrape()).items()
                if not OF_ITSELF.match(key[0])}
        stored = of_the_agent(server.query(f'{{job="tree", __name__!~"{OWN_SERIES}"}}'))
        differing = {key: (value, stored.get(key)) for key, value in ours.items()
                     if stored.get(key) != value}
        self.assertEqual(differing, {})
        self.assertGreater(len(ours), 300)
        for name, text in zip(("load1", "load5", "load15"), TRICKY, strict=True):
            self.assertEqual(list(server.query(f'plumbline_{name}{{job="tree"}}').values()), [text])
        for name in ("plumbline_boot_time_seconds", "plumbline_memory_MemTotal_bytes"):
            self.assertIn((name, frozenset()), ours)

    def check_rates(self, server):
        """All of the processors' time is in the modes, and no rate of a disk is negative."""
        window = f"[{RATE_SECONDS}s]"
        for job, prefix in (("host", "plumbline"), ("node", "node")):
            busy = server.number(f'sum(rate({prefix}_cpu_seconds_total{{job="{job}"}}{window}))')
            self.assertAlmostEqual(busy, os.cpu_count(), delta=0.5 * os.cpu_count())
            rates = server.query(f'rate({prefix}_disk_written_bytes_total{{job="{job}"}}{window})')
            self.assertTrue(all(float(rate) >= 0 for rate in rates.values()), rates)
            metric = f'{prefix}_context_switches_total{{job="{job}"}}'
            self.assertGreater(server.number(f"rate({metric}{window})"), 0)

    def test_promtool_finds_nothing_but_the_kernels_names(self):
        suite.require_programs(self, "promtool")
        storage_host = self.host("osd_60_nvme_5_14")
        for prefix in ("plumbline", "node"):
            for tree in (None, storage_host):
                with self.subTest(prefix=prefix, tree=tree):
                    agent = self.start(f"--metrics.raw-prefix={prefix}", tree=tree)
                    agent.wait_for_ticks(1)
                    self.check_with_promtool(prefix, agent.get("/metrics").body)
                    self.assert_stops_cleanly(agent)

    def check_with_promtool(self, prefix, text):
        done = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True,
                              timeout=PATIENCE_SECONDS, check=False)
        # 0: nothing found; 3: something found; anything else: the text cannot be read.
        found = (done.stdout + done.stderr).decode().splitlines()
        self.assertIn(done.returncode, (0, 3), found)
        unexplained = [line for line in found
                       if not any(re.fullmatch(f"{prefix}_{pattern}", line)
                                  for pattern, _ in RAW_NAMES)]
        self.assertEqual(unexplained, [])
        print(f"{self.id()}: {prefix}: {text.count(b'# TYPE ')} families, "
              f"{len(found)} kernel names")


if __name__ == "__main__":
    suite.main()
