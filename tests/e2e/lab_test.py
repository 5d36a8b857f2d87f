#!/usr/bin/env python3
"""The disks of tests/lab do what they are told to, and nothing of them is left behind.

    lab_test.py PLUMBLINE SOURCE_ROOT
"""

import mmap
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import suite
from agent_process import wait_until

BLOCK_BYTES = 4096
LONELY_OFFSET = 40 << 20  # Where nobody looks for file systems and partitions.
KILLED = """
import sys
sys.path.insert(0, {lab!r})
from devices import FaultyDisk, PlainLoop
plain, faulty = PlainLoop(), FaultyDisk({build!r}, hang=1)
print(plain.name, faulty.name, faulty._fuse.pid, faulty._server.pid, flush=True)
sys.stdin.read()
"""


def read(path, offset=0, count=BLOCK_BYTES):
    """One read past the page cache."""
    with mmap.mmap(-1, count) as buffer:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECT | os.O_CLOEXEC)
        try:
            os.preadv(descriptor, [buffer], offset)
        finally:
            os.close(descriptor)
        return bytes(buffer)


class Lab(suite.EndToEnd):
    def test_knobs_take_effect_at_once(self):
        disk = self.faulty_disk(read_us=100)
        read(disk.path)
        disk.set(read_us=50_000)
        began = time.monotonic()
        read(disk.path)
        self.assertGreaterEqual(time.monotonic() - began, 0.05)
        disk.set(read_us=100, error_ppm=1_000_000)
        with self.assertRaises(OSError):
            read(disk.path)

    def test_the_journal_knows_what_was_asked(self):
        disk = self.faulty_disk()
        began = time.monotonic()
        read(disk.path, 8 * BLOCK_BYTES)
        subprocess.run(["dd", "if=/dev/urandom", f"of={disk.path}", "bs=4k", "count=1", "seek=16",
                        "oflag=direct", "conv=notrunc"], check=True, capture_output=True)
        seen = [(one.offset, one.length, one.is_write) for one in disk.journal(began)]
        self.assertIn((8 * BLOCK_BYTES, BLOCK_BYTES, False), seen)
        self.assertIn((16 * BLOCK_BYTES, BLOCK_BYTES, True), seen)
        self.assertEqual(disk.control.count("bytes_written"), BLOCK_BYTES)

    def test_what_was_written_is_read_and_the_rest_is_random(self):
        disk = self.faulty_disk()
        fresh = read(disk.path)
        self.assertGreater(len(set(fresh)), 200)
        self.assertEqual(read(disk.path), fresh)
        with open(disk.path, "r+b", buffering=0) as device:
            device.write(bytes(BLOCK_BYTES))
            os.fsync(device.fileno())
        self.assertEqual(read(disk.path), bytes(BLOCK_BYTES))
        self.assertEqual(set(read(self.faulty_disk(zeros=True).path)), {0})

    def test_a_hang_ends_when_it_is_released(self):
        disk = self.faulty_disk(hang=1)
        reader = threading.Thread(target=read, args=[disk.path])
        reader.start()
        disk.wait_for_waiting(1)
        self.assertTrue(reader.is_alive())
        disk.set(hang=0)
        reader.join(10)
        self.assertFalse(reader.is_alive())

    def test_a_pause_holds_what_comes(self):
        disk = self.faulty_disk(pausable=True)
        disk.pause()
        reader = threading.Thread(target=read, args=[disk.path, LONELY_OFFSET])
        reader.start()
        wait_until(lambda: int(Path(f"/sys/block/{disk.name}/inflight").read_text().split()[0]),
                   "the read is in flight")
        def reads():
            return [one.offset for one in disk.journal()].count(LONELY_OFFSET)
        self.assertEqual(reads(), 0)
        disk.resume()
        reader.join(10)
        self.assertEqual(reads(), 1)

    def test_a_disk_that_vanishes_fails_what_is_in_flight(self):
        disk = self.faulty_disk(hang=1)
        failed = []

        def reading():
            try:
                read(disk.path)
            except OSError as error:
                failed.append(error)
        reader = threading.Thread(target=reading)
        reader.start()
        disk.wait_for_waiting(1)
        disk.vanish()
        reader.join(10)
        self.assertEqual(len(failed), 1)

    def test_plain_loops_are_what_they_are_said_to_be(self):
        self.assertEqual(self.plain_loop(block_bytes=4096).loop.size_bytes, 16 << 20)
        buffered = self.plain_loop(direct_io=False, zeros=True)
        self.assertEqual(Path(f"/sys/block/{buffered.name}/loop/dio").read_text(), "0\n")
        read_only = self.plain_loop(read_only=True)
        self.assertEqual(Path(f"/sys/block/{read_only.name}/ro").read_text(), "1\n")

    def test_nothing_is_left_when_its_process_is_killed(self):
        self.faulty_disk().close()  # Which skips the test where there is none; and compiles.
        script = KILLED.format(lab=str(suite.HERE.parent / "lab"),
                               build=str(self.binary.parent.parent))
        process = subprocess.Popen([sys.executable, "-B", "-c", script], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        plain, faulty, *servers = process.stdout.readline().split()
        reader = subprocess.Popen(["dd", f"if=/dev/{faulty}", "of=/dev/null", "bs=4k", "count=1",
                                   "iflag=direct"], stderr=subprocess.DEVNULL)
        wait_until(lambda: int(Path(f"/sys/block/{faulty}/inflight").read_text().split()[0]),
                   "a read hangs")
        process.send_signal(signal.SIGKILL)
        process.stdout.close()
        process.stdin.close()
        self.assertNotEqual(reader.wait(timeout=30), 0)
        for name in (plain, faulty):
            wait_until(lambda: not Path(f"/sys/block/{name}/loop/backing_file").exists(),
                       f"{name} is detached", 30)
        for server in servers:
            wait_until(lambda: not is_alive(server), f"server {server} is gone", 30)


def is_alive(pid):
    """A process that ended and was not waited for, by an init that does not, is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


if __name__ == "__main__":
    suite.main()
