#!/usr/bin/env python3
"""No target is ever written, and the daemon opens none.

    probe_safety_test.py PLUMBLINE SOURCE_ROOT

Told by a checksum, by the device's counters, by the disk's own journal, by a read-only device, and
by strace.
"""

import json
import re

import suite
from agent_process import wait_until
from probe_runs import (LOCAL_ENGINES, Running, checksum, device_counters, options, reads_of)

# What could change a target; a request that a ring or a context issues is seen by the journal.
CALLS = ("openat,open,openat2,creat,write,pwrite64,pwritev,pwritev2,ftruncate,truncate,fallocate,"
         "io_uring_setup,io_submit,execve,unlink,unlinkat,rename,renameat2,setxattr,fsetxattr")
OPENED = re.compile(r'^(\d+) +open(?:at2?)?\((?:[^,]+, )?"([^"]+)", (.*?)\) += (\d+)')
EXECUTED = re.compile(r'^(\d+) +execve\("([^"]+)"')
WRITTEN = re.compile(r"^(\d+) +(p?write\w*|ftruncate|fallocate|fsetxattr)\((\d+)<([^>]*)>")
# Of the job: enough reads to be sure of, quickly done.
FEW = {"number_ios": 100, "iodepth": 4}


class Trace:
    """What strace saw: files that each process opened and wrote to, and which are workers."""

    def __init__(self, text):
        self.opened, self.written, self.workers = [], [], set()
        for line in text.splitlines():
            if match := OPENED.match(line):
                self.opened.append((int(match[1]), match[2], match[3]))
            elif match := WRITTEN.match(line):
                self.written.append((int(match[1]), match[2], match[4]))
            elif (match := EXECUTED.match(line)) and "plumbline-worker" in match[2]:
                self.workers.add(int(match[1]))

    def openings_of(self, path):
        return [(pid, flags) for pid, opened, flags in self.opened if opened == path]

    def writes_to(self, path):
        return [(pid, call) for pid, call, written in self.written if written == path]


class Safety(suite.EndToEnd):
    def tracer(self):
        suite.require_programs(self, "strace")
        output = self.scratch / "strace.txt"
        # -D: the traced process stays our own child; -y: descriptors with their paths.
        return output, ["strace", "-D", "-f", "-y", "--quiet=attach", "-e", f"trace={CALLS}",
                        "-o", str(output)]

    @staticmethod
    def read_trace(output, pid):
        """When strace, which is no child of ours, has written all of it."""
        ended = re.compile(rf"^{pid} +\+\+\+ ", re.MULTILINE)
        return Trace(wait_until(
            lambda: (text := output.read_text(errors="replace")) and ended.search(text) and text,
            "strace has seen the end"))

    def run_probe(self, *arguments):
        running = Running(self.binary, self.scratch, [*arguments, "--output-format=json"])
        self.addCleanup(running.kill)
        self.assertEqual(running.wait(), 0, running.errors())
        return json.loads(running.output())

    def test_a_device_is_the_same_afterwards(self):
        loop = self.plain_loop()
        before = checksum(loop.path)
        for engine in LOCAL_ENGINES:
            with self.subTest(engine):
                _, *written = device_counters(loop.name)
                reads = reads_of(self.run_probe(*options(loop.path, ioengine=engine, **FEW)))
                self.assertEqual(reads["total_ios"], FEW["number_ios"])
                self.assertEqual(device_counters(loop.name)[1:], tuple(written))
        self.assertEqual(checksum(loop.path), before)

    def test_no_write_reaches_the_disk_below(self):
        disk = self.faulty_disk(read_us=50)
        for engine in LOCAL_ENGINES:
            self.run_probe(*options(disk.path, ioengine=engine, **FEW))
        self.assertGreaterEqual(disk.control.count("reads"),
                                len(LOCAL_ENGINES) * FEW["number_ios"])
        self.assertEqual(disk.control.count("writes"), 0)

    def test_a_read_only_device_is_as_good(self):
        loop = self.plain_loop(read_only=True)
        for engine in LOCAL_ENGINES:
            with self.subTest(engine):
                reads = reads_of(self.run_probe(*options(loop.path, ioengine=engine, **FEW)))
                self.assertEqual(reads["total_ios"], FEW["number_ios"])

    def test_a_target_is_opened_for_reading_alone(self):
        loop = self.plain_loop()
        for engine in LOCAL_ENGINES:
            with self.subTest(engine):
                output, tracer = self.tracer()
                running = Running(self.binary, self.scratch,
                                  options(loop.path, ioengine=engine, **FEW), tracer)
                self.addCleanup(running.kill)
                self.assertEqual(running.wait(), 0, running.errors())
                trace = self.read_trace(output, running.process.pid)
                openings = trace.openings_of(loop.path)
                self.assertTrue(openings, "strace has not seen the target opened")
                for pid, flags in openings:
                    self.assertIn(pid, trace.workers)
                    self.assertIn("O_RDONLY", flags)
                    self.assertIn("O_CLOEXEC", flags)
                self.assertEqual(trace.writes_to(loop.path), [])

    def test_the_daemon_opens_no_target(self):
        disk = self.faulty_disk(read_us=100)
        job = self.scratch / "often.fio"
        job.write_text("[often]\nrw=randread\nbs=4k\nnumber_ios=20\nrate_iops=200\nx_every=1s\n")
        output, tracer = self.tracer()
        agent = self.launch(f"--probes.targets={disk.path}", f"--probes.job-file={job}",
                            state=self.scratch / "state", wrapper=tracer)
        agent.wait_until_serving()
        wait_until(lambda: disk.control.count("reads") >= 40, "two rounds have read the disk")
        self.assert_stops_cleanly(agent)
        trace = self.read_trace(output, agent.process.pid)
        openings = trace.openings_of(disk.path)
        self.assertTrue(openings, "strace has not seen the target opened")
        self.assertEqual([pid for pid, _ in openings if pid not in trace.workers], [])
        for _, flags in openings:
            self.assertIn("O_RDONLY", flags)
        self.assertEqual(disk.control.count("writes"), 0)


if __name__ == "__main__":
    suite.main()
