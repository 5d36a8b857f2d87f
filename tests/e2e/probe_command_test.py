#!/usr/bin/env python3
"""`plumbline probe` in one's hand: what it takes, what it prints, how it ends.

    probe_command_test.py PLUMBLINE SOURCE_ROOT

Targets are loop devices and files of the test's own.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import suite
from agent_process import PATIENCE_SECONDS, STOP_SECONDS, wait_until
from probe_runs import (Running, checksum, device_counters, job_text, options, reads_of,
                        wait_for_worker)

SAMPLE = Path("tests/jobs/randread.fio")
PERCENTILE = re.compile(r"^\d+\.\d{6}$")
DEVICE_BYTES = 16 << 20


class Command(suite.EndToEnd):
    def setUp(self):
        super().setUp()
        self.root = Path(sys.argv[2]).resolve()
        (self.scratch / "build").mkdir()  # Where the sample job has its file.

    def probe(self, *arguments):
        # Turns are taken with the probes of this test alone, not with the host's agent.
        return subprocess.run([str(self.binary), "probe", f"--state-dir={self.scratch}",
                               *arguments], capture_output=True, text=True,
                              timeout=PATIENCE_SECONDS, check=False, cwd=self.scratch)

    def probe_json(self, *arguments, output="json"):
        done = self.probe(*arguments, f"--output-format={output}")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def write_job(self, name, text):
        path = self.scratch / name
        path.write_text(text)
        return str(path)


class Output(Command):
    def sample(self, *arguments):
        done = self.probe(str(self.root / SAMPLE), *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_the_sample_job_gives_the_json_of_fio(self):
        document = json.loads(self.sample("--output-format=json"))
        for job in document["jobs"]:
            reads = job["read"]
            self.assertEqual(job["error"], 0)
            self.assertGreater(reads["total_ios"], 0)
            self.assertEqual(reads["io_bytes"], 4096 * reads["total_ios"])
            self.assertGreater(reads["iops"], 0)
            self.assertAlmostEqual(reads["bw_bytes"] / (4096 * reads["iops"]), 1, delta=0.02)
            self.assert_latencies(reads["clat_ns"], reads["total_ios"])
            self.assertEqual(job["write"]["total_ios"], 0)

    def assert_latencies(self, latencies, count):
        self.assertEqual(latencies["N"], count)
        self.assertLessEqual(latencies["min"], latencies["mean"])
        self.assertLessEqual(latencies["mean"], latencies["max"])
        values = latencies["percentile"]
        for name in values:
            self.assertRegex(name, PERCENTILE)
        ascending = [values[name] for name in sorted(values, key=float)]
        self.assertEqual(ascending, sorted(ascending))
        self.assertLessEqual(ascending[-1], latencies["max"])

    def test_the_csv_tool_of_fio_reads_json_plus(self):
        suite.require_programs(self, "fio_jsonplus_clat2csv")
        result = self.scratch / "result.json"
        result.write_text(self.sample("--output-format=json+"))
        for mode in ([], ["--validate"]):
            done = subprocess.run(["fio_jsonplus_clat2csv", *mode, str(result),
                                   str(self.scratch / "result.csv")], capture_output=True,
                                  text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        table = (self.scratch / "result_job0.csv").read_text().splitlines()
        reads = reads_of(json.loads(result.read_text()))
        # The header, then one line a bin.
        self.assertEqual(len(table) - 1, len(reads["clat_ns"]["bins"]))
        self.assertEqual(sum(reads["clat_ns"]["bins"].values()), reads["total_ios"])

    def test_the_human_form_follows_fio(self):
        text = self.sample()
        for expected in (r"read: IOPS=", r"BW=", r"lat \((nsec|usec|msec)\)", r"50\.00th"):
            self.assertRegex(text, expected)
        self.assertNotIn("{", text.splitlines()[0])

    def test_results_by_line(self):
        lines = [json.loads(line) for line in
                 self.sample("--output-format=ndjson").splitlines()]
        self.assertTrue(all(isinstance(line, dict) for line in lines))
        self.assertTrue(lines)

    def test_two_jobs_at_once_are_summed(self):
        disk = self.faulty_disk(read_us=1000)
        alone = reads_of(self.probe_json(*options(disk.path, number_ios=200)))
        both = self.probe_json(*options(disk.path, number_ios=200, numjobs=2, group_reporting=1))
        self.assertEqual(len(both["jobs"]), 1)
        reads = reads_of(both)
        self.assertEqual(reads["total_ios"], 400)
        self.assertEqual(reads["clat_ns"]["N"], 400)
        # A disk that serves both at the same time; a busy machine may take a good part of it.
        self.assertGreater(reads["iops"], 1.3 * alone["iops"])

    def test_sections_of_a_file_run_side_by_side_unless_they_wait(self):
        disk = self.faulty_disk(read_us=200)
        keys = {"filename": disk.path, "rw": "randread", "bs": "4k", "runtime": "600ms",
                "time_based": 1, "rate_iops": 100}
        job = self.write_job("two.fio", job_text(
            {"global": keys, "small": {}, "large": {"bs": "16k"}}))
        self.probe_json(job)
        self.assertTrue(self.are_mixed(disk.journal()))
        began = disk.journal()[-1].seconds
        job = self.write_job("after.fio", job_text(
            {"global": keys, "small": {}, "large": {"bs": "16k", "stonewall": 1}}))
        document = self.probe_json(job)
        self.assertEqual([one["jobname"] for one in document["jobs"]], ["small", "large"])
        self.assertFalse(self.are_mixed(
            [one for one in disk.journal() if one.seconds > began]))

    @staticmethod
    def are_mixed(journal):
        lengths = [one.length for one in journal if one.length in (4096, 16384)]
        return len([1 for one, other in zip(lengths, lengths[1:]) if one != other]) > 2

    def test_the_summary_of_a_disk(self):
        disk = self.faulty_disk(read_us=500, channels=4)
        done = self.probe("--summary", f"--filename={disk.path}")
        self.assertEqual(done.returncode, 0, done.stderr)
        for word in ("latency", "parallelism", "iops"):
            self.assertIn(word, done.stdout.lower())

    def test_a_worker_is_bound_to_its_core(self):
        loop = self.plain_loop()
        running = Running(self.binary, self.scratch,
                          options(loop.path, cpus_allowed=0, time_based=1, runtime=30,
                                  rate_iops=50))
        self.addCleanup(running.kill)
        worker = wait_for_worker(running.process.pid)
        wait_until(lambda: os.sched_getaffinity(worker) == {0}, "it is bound")
        running.interrupt()


class Checking(Command):
    def test_good_files_pass(self):
        good = self.write_job("good.json", json.dumps(
            {"jobs": [{"name": "a", "filename": "/dev/nothing", "rw": "randread", "bs": "4k"}]}))
        for path in (str(self.root / SAMPLE), good):
            done = self.probe("--check", path)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_every_fault_is_told_with_file_and_line(self):
        cases = {
            "unknown.fio": ("[a]\nrw=read\niodeth=4\nfilename=/dev/x\n", 3, "iodepth"),
            "trim.fio": ("[a]\nfilename=/dev/x\nrw=trim\n", 3, "rw"),
            "exec.fio": ("[a]\nexec_prerun=rm\nrw=read\n", 2, "exec_prerun"),
            "size.fio": ("[a]\nrw=read\nfilename=/dev/x\nbs=4q\n", 4, "bs"),
            "section.fio": ("rw=read\n[a]\nfilename=/dev/x\n", 1, ""),
        }
        for name, (text, line, word) in cases.items():
            with self.subTest(name):
                path = self.write_job(name, text)
                done = self.probe("--check", path)
                self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
                self.assertIn(f"{path}:{line}:", done.stderr)
                self.assertIn(word, done.stderr)

    def test_json_faults_have_a_line_too(self):
        path = self.write_job("bad.json", '{"jobs": [\n  {"name": "a",\n   "rww": "read"}\n]}\n')
        done = self.probe("--check", path)
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"{path}:3:", done.stderr)
        self.assertIn("rww", done.stderr)

    def test_a_bad_file_does_not_run(self):
        loop = self.plain_loop()
        before = device_counters(loop.name)
        path = self.write_job("bad.fio", f"[a]\nfilename={loop.path}\nrw=randread\n"
                                         "[b]\nverify=md5\n")
        self.assertEqual(self.probe(path).returncode, 2)
        self.assertEqual(device_counters(loop.name), before)

    def test_no_file_and_no_job_is_a_matter_of_usage(self):
        self.assertEqual(self.probe().returncode, 2)
        done = self.probe(str(self.scratch / "missing.fio"))
        self.assertIn(done.returncode, (1, 2))
        self.assertIn("missing.fio", done.stderr)


class Targets(Command):
    def assert_refused(self, target, word=None, **keys):
        done = self.probe(*options(target, number_ios=10, **keys))
        # 2 where the job itself cannot be, 1 where it is this target that is no good.
        self.assertIn(done.returncode, (1, 2), done.stdout + done.stderr)
        self.assertIn(word or str(target), done.stdout + done.stderr)
        self.assertNotIn("terminate called", done.stderr)

    def test_what_is_no_target_is_told(self):
        self.assert_refused(str(self.scratch / "missing"))
        self.assert_refused(str(self.scratch))
        self.assert_refused("/dev/null")
        tiny = self.scratch / "tiny"
        tiny.write_bytes(bytes(512))
        self.assert_refused(str(tiny))

    def test_a_detached_loop_device(self):
        loop = self.plain_loop()
        loop.close()
        self.assert_refused(loop.path)

    def test_sizes_that_do_not_align(self):
        loop = self.plain_loop()
        self.assert_refused(loop.path, "bs", bs=1000)
        self.assert_refused(loop.path, "offset", offset=100)
        self.assert_refused(loop.path, offset=DEVICE_BYTES)
        self.assert_refused(loop.path, size=2 * DEVICE_BYTES)

    def test_a_block_of_the_device_is_larger_than_the_jobs(self):
        loop = self.plain_loop(block_bytes=4096)
        self.assert_refused(loop.path, bs=512)

    def test_a_device_is_never_written(self):
        loop = self.plain_loop()
        before = checksum(loop.path)
        written = device_counters(loop.name)[1:]
        for pattern in ("write", "randwrite", "randrw"):
            for extra in ({}, {"x_allow_write": 1}):
                with self.subTest(pattern, **extra):
                    done = self.probe(*options(loop.path, rw=pattern, number_ios=10, **extra))
                    self.assertIn(done.returncode, (1, 2))
                    self.assertRegex(done.stdout + done.stderr, "writ")
        self.assertEqual(checksum(loop.path), before)
        self.assertEqual(device_counters(loop.name)[1:], written)

    def test_a_foreign_file_is_never_written(self):
        foreign = self.scratch / "foreign"
        content = os.urandom(1 << 20)
        foreign.write_bytes(content)
        done = self.probe(*options(foreign, rw="randwrite", number_ios=10, x_allow_write=1,
                                   size="1m"))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(foreign.read_bytes(), content)

    def test_one_good_target_beside_a_bad_one(self):
        loop = self.plain_loop()
        job = self.write_job("mixed.fio", job_text(
            {"global": {"rw": "randread", "bs": "4k", "number_ios": 20},
             "good": {"filename": loop.path},
             "bad": {"filename": self.scratch / "missing"}}))
        done = self.probe(job, "--output-format=json")
        self.assertEqual(done.returncode, 1)
        by_name = {one["jobname"]: one for one in json.loads(done.stdout)["jobs"]}
        self.assertIn("missing", by_name["bad"]["plumbline"]["reason"])
        self.assertEqual(by_name["good"]["read"]["total_ios"], 20)


class Socket(Command):
    """Workers of a service manager, which hands each connection to one as input and output."""

    def written_file(self):
        path = self.scratch / "data"
        path.write_bytes(os.urandom(1 << 20))
        return path

    def test_a_worker_comes_from_the_socket(self):
        suite.require_programs(self, "systemd-socket-activate")
        path = self.scratch / "worker.sock"
        manager = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "systemd-socket-activate", "--accept", "--inetd",
             f"--listen={path}", str(self.binary.parent / "plumbline-worker")],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(manager.wait)
        self.addCleanup(manager.kill)
        wait_until(path.exists, "the socket is there")
        document = self.probe_json(*options(self.written_file(), number_ios=20),
                                   f"--worker-socket={path}", "--worker-dir=/nonexistent")
        self.assertEqual(reads_of(document)["total_ios"], 20)

    def test_a_socket_that_is_not_there_is_named(self):
        done = self.probe(*options(self.written_file(), number_ios=20),
                          f"--worker-socket={self.scratch}/none.sock")
        self.assertEqual(done.returncode, 1)
        self.assertIn("none.sock", done.stdout + done.stderr)


class Interrupted(Command):
    def test_ctrl_c_ends_it_with_what_was_measured(self):
        disk = self.faulty_disk(read_us=500)
        running = Running(self.binary, self.scratch, [
            *options(disk.path, time_based=1, runtime=600), "--output-format=json"])
        self.addCleanup(running.kill)
        wait_until(lambda: len(disk.journal()) > 50, "the probe reads")
        _, seconds = running.interrupt()
        self.assertLess(seconds, STOP_SECONDS)
        self.assertGreater(reads_of(running.document())["total_ios"], 0)
        seen = disk.control.count("reads")
        wait_until(disk.loop.is_attached, "the disk is there")
        self.assertEqual(disk.control.count("reads"), seen, "nobody reads any more")

    def test_ctrl_c_ends_it_on_a_hung_disk(self):
        disk = self.faulty_disk(hang=1)
        running = Running(self.binary, self.scratch, options(disk.path, ioengine="psync"))
        self.addCleanup(running.kill)
        disk.wait_for_waiting(1)
        _, seconds = running.interrupt()
        # A request may take its time after Ctrl-C before its worker is given up.
        self.assertLess(seconds, 2 * STOP_SECONDS)


if __name__ == "__main__":
    suite.main()
