#!/usr/bin/env python3
"""What could make a result a lie is really there, and the result says so; an honest one says nothing.

    probe_honesty_test.py PLUMBLINE SOURCE_ROOT

smaller_than_cache is not here: it takes a disk that tells the size of its cache.
"""

import contextlib
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import suite
from agent_process import PATIENCE_SECONDS, wait_until
from probe_runs import device_counters, options

ENOUGH = 100          # Reads: more than the 59 that p95 takes.
FILE_BYTES = 8 << 20
ATTEMPTS = 3          # Of an honest run on a machine whose processors others use as well.
IDLE_CLASS = ("ionice", "-c3")
FIRST_IN_LINE = ("chrt", "-f", "1")  # Gets a processor whenever it asks for one.
CGROUPS = Path("/sys/fs/cgroup")
_DIES_WITH_US = ("setpriv", "--pdeathsig", "KILL")


class Honesty(suite.EndToEnd):
    def setUp(self):
        super().setUp()
        # Temporary files may lie in memory; what is built lies on a disk.
        self.directory = Path(tempfile.mkdtemp(prefix="honesty-", dir=self.binary.parent))
        self.addCleanup(shutil.rmtree, self.directory)

    def probe(self, target, wrapper=(), **keys):
        """(outcome, {flag: evidence}) of one job on the target."""
        job = options(target, **{"number_ios": ENOUGH, **keys})
        done = subprocess.run(
            [*wrapper, str(self.binary), "probe", *job, "--output-format=json",
             f"--state-dir={self.scratch}"],
            capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        own = json.loads(done.stdout)["jobs"][0]["plumbline"]
        return own["outcome"], {one["flag"]: one["evidence"] for one in own["flags"]}

    def flags(self, target, wrapper=(), **keys):
        return self.probe(target, wrapper, **keys)[1]

    def assert_flag(self, flag, pattern, flags):
        self.assertIn(flag, flags)
        self.assertRegex(flags[flag], pattern)

    def written_file(self, directory, name="file"):
        path = Path(directory) / name
        path.write_bytes(os.urandom(FILE_BYTES))
        with path.open("rb") as file:
            os.fsync(file.fileno())
        return path

    def background(self, *command):
        process = subprocess.Popen([*_DIES_WITH_US, *command], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def end():
            process.kill()
            process.wait()
        self.addCleanup(end)
        return process

    def load(self, target, rate_iops=400):
        """Others, who read the device until the test ends."""
        suite.require_programs(self, "fio")
        name = os.path.basename(target)
        before = device_counters(name)[0]
        self.background("fio", "--name=foreground", f"--filename={target}", "--rw=randread",
                        "--bs=4k", "--direct=1", "--ioengine=psync", f"--rate_iops={rate_iops}",
                        "--time_based", "--runtime=600", "--clocksource=clock_gettime",
                        "--readonly", "--thread")
        wait_until(lambda: device_counters(name)[0] > before + 50, "the foreground reads")


class HonestRuns(Honesty):
    def assert_honest(self, target, **keys):
        suite.require_programs(self, "chrt")
        seen = []
        for _ in range(ATTEMPTS):
            outcome, flags = self.probe(target, FIRST_IN_LINE, **keys)
            self.assertEqual(outcome, "ok")
            if not flags:
                return
            seen.append(flags)
            # Others on this machine may take the processor; nothing else excuses a flag.
            self.assertEqual(set(flags), {"cpu_starved"}, flags)
        self.skipTest(f"the processors of this machine are too busy for an honest run: {seen}")

    def test_a_slow_run_on_a_loop_device_with_direct_io_has_no_flag(self):
        self.assert_honest(self.plain_loop(size_bytes=64 << 20).path, rate_iops=50)

    def test_a_gated_run_on_a_disk_of_two_milliseconds_has_no_flag(self):
        disk = self.faulty_disk(read_us=2000)
        self.assert_honest(disk.path, rate_iops=50, x_gate_iops=100, x_gate_pressure=0.95)

    def test_a_deep_run_of_every_engine_has_no_flag(self):
        disk = self.faulty_disk(read_us=2000)
        for engine in ("io_uring", "libaio", "psync"):
            with self.subTest(engine=engine):
                self.assert_honest(disk.path, ioengine=engine, iodepth=8, number_ios=400)

    def test_large_blocks_that_the_device_splits_have_no_flag(self):
        loop = self.plain_loop(size_bytes=64 << 20)
        split = Path(f"/sys/block/{loop.name}/queue/max_sectors_kb")
        split.write_text("64")
        self.assert_honest(loop.path, bs="1m", rate_iops=20, x_gate_iops=100)


class Targets(Honesty):
    def test_a_file_in_memory(self):
        if not os.path.ismount("/dev/shm"):
            self.skipTest("no tmpfs at /dev/shm")
        with tempfile.TemporaryDirectory(dir="/dev/shm", prefix="plumbline-") as directory:
            flags = self.flags(self.written_file(directory))
        self.assert_flag("memory_filesystem", "tmpfs", flags)

    def test_a_file_of_holes(self):
        path = self.directory / "sparse"
        with path.open("wb") as file:
            file.truncate(FILE_BYTES)
        flags = self.flags(path)
        self.assert_flag("hole_or_unwritten", "^100 % of the region", flags)
        self.assert_flag("zero_data", "reads looked at were zeros", flags)

    def test_a_file_that_was_allocated_and_never_written(self):
        path = self.directory / "allocated"
        with path.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, FILE_BYTES)
        self.assert_flag("hole_or_unwritten", "^100 % of the region", self.flags(path))

    def test_a_file_that_was_half_written(self):
        path = self.written_file(self.directory)
        with path.open("rb+") as file:
            file.truncate(2 * FILE_BYTES)
        self.assert_flag("hole_or_unwritten", "^50 % of the region", self.flags(path))

    def test_a_written_file_has_no_hole(self):
        flags = self.flags(self.written_file(self.directory))
        for flag in ("hole_or_unwritten", "zero_data", "memory_filesystem", "no_direct_io",
                     "loop_without_direct_io"):
            self.assertNotIn(flag, flags)

    def test_a_loop_device_through_the_page_cache(self):
        loop = self.plain_loop(direct_io=False)
        self.assert_flag("loop_without_direct_io", "page cache", self.flags(loop.path))

    def test_zeros(self):
        loop = self.plain_loop(zeros=True)
        self.assert_flag("zero_data", r"^(\d+) of \1 reads", self.flags(loop.path))


class Ways(Honesty):
    def test_without_direct_io(self):
        loop = self.plain_loop()
        self.assert_flag("no_direct_io", "direct=0", self.flags(loop.path, direct=0))

    def test_reads_that_the_page_cache_answers(self):
        loop = self.plain_loop()
        with open(loop.path, "rb") as device:
            while device.read(1 << 20):
                pass
            flags = self.flags(loop.path, direct=0)
        self.assert_flag("counters_disagree", "^100 requests were made, .* know of ", flags)

    def test_the_idle_class_under_schedulers_that_know_it(self):
        suite.require_programs(self, "ionice")
        loop = self.plain_loop()
        tried = 0
        for scheduler in ("mq-deadline", "bfq"):
            if loop.loop.set_scheduler(scheduler):
                tried += 1
                flags = self.flags(loop.path, IDLE_CLASS)
                self.assert_flag("scheduler_wait", scheduler, flags)
                self.assertNotIn("scheduler_wait", self.flags(loop.path))
        if tried == 0:
            self.skipTest("the kernel has neither mq-deadline nor bfq")
        if loop.loop.set_scheduler("none"):
            self.assertNotIn("scheduler_wait", self.flags(loop.path, IDLE_CLASS))

    def test_too_few_requests(self):
        loop = self.plain_loop()
        self.assert_flag("short_sample", "^58 reads; p95 takes 59$",
                         self.flags(loop.path, number_ios=58))
        self.assertNotIn("short_sample", self.flags(loop.path, number_ios=59))


class Others(Honesty):
    def test_a_foreground_is_told_where_no_gate_was_asked_for(self):
        disk = self.faulty_disk(read_us=500)
        self.load(disk.path)
        flags = self.flags(disk.path, rate_iops=50)
        self.assert_flag("foreground_busy", r"^others did up to \d+ requests a second", flags)

    def test_a_foreground_is_left_alone_where_one_was(self):
        disk = self.faulty_disk(read_us=500)
        self.load(disk.path)
        outcome, _ = self.probe(disk.path, rate_iops=50, x_gate_iops=100)
        self.assertIn(outcome, ("skipped", "aborted"))

    def test_a_processor_that_others_take(self):
        loop = self.plain_loop()
        core = min(os.sched_getaffinity(0))
        for _ in range(3):
            self.background("taskset", "-c", str(core), "sh", "-c", "while :; do :; done")
        flags = self.flags(loop.path, cpus_allowed=core, number_ios=500)
        self.assert_flag("cpu_starved", "^for each request the worker waited", flags)


class Groups(Honesty):
    @contextlib.contextmanager
    def group(self, controller, limits):
        """The command that runs another inside a control group (version 1) of this test's own."""
        parent = CGROUPS / controller
        if not (parent / "cgroup.procs").exists():
            self.skipTest(f"no control groups of version 1 with {controller} here")
        group = parent / f"plumbline-test-{os.getpid()}"
        try:
            group.mkdir()
        except OSError as error:
            self.skipTest(f"no control group can be made here: {error}")
        try:
            for name, value in limits.items():
                (group / name).write_text(value)
            yield ("sh", "-c", f'echo $$ > {group}/cgroup.procs && exec "$@"', "sh")
        finally:
            # A worker that has just ended is still in it for a moment.
            wait_until(lambda: not (group / "cgroup.procs").read_text(), "the group is empty")
            group.rmdir()

    def test_a_limit_on_requests(self):
        loop = self.plain_loop()
        number = Path(f"/sys/block/{loop.name}/dev").read_text().strip()
        limits = {"blkio.throttle.read_iops_device": f"{number} 50"}
        with self.group("blkio", limits) as inside:
            flags = self.flags(loop.path, inside)
        self.assert_flag("throttled_cgroup", "^blkio.throttle.read_iops_device 50 a second", flags)

    def test_a_limit_far_above_the_rate_is_none(self):
        loop = self.plain_loop()
        number = Path(f"/sys/block/{loop.name}/dev").read_text().strip()
        limits = {"blkio.throttle.read_iops_device": f"{number} 500"}
        with self.group("blkio", limits) as inside:
            self.assertNotIn("throttled_cgroup", self.flags(loop.path, inside, rate_iops=50))

    def test_a_quota_of_processor_time(self):
        loop = self.plain_loop()
        limits = {"cpu.cfs_period_us": "100000", "cpu.cfs_quota_us": "2000"}
        with self.group("cpu", limits) as inside:
            flags = self.flags(loop.path, inside, number_ios=4000, iodepth=16)
        self.assert_flag("throttled_cgroup",
                         r"periods without processor time \(cpu.cfs_quota_us 2 % of", flags)


if __name__ == "__main__":
    suite.main()
