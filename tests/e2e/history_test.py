#!/usr/bin/env python3
"""The agent's history on disk: through kill -9, damage, a bound on its size, and a full disk.

    history_test.py PLUMBLINE SOURCE_ROOT
"""

import json
import random
import subprocess
import time
import zlib

import suite
from agent_process import wait_until
from suite import replace

FAST = ["--tick.interval=0.2", "--history.interval=0.2"]
KILLS = 6
MAX_BYTES = 1 << 20
# One line may stand on top before the oldest segment goes.
LINE_BYTES = 256 << 10


def segments(state):
    return sorted(state.rglob("history-*.ndjson.gz"))


def lines_of(path):
    """The complete lines of a segment, whatever its end."""
    text, data = b"", path.read_bytes()
    while data:
        member = zlib.decompressobj(wbits=31)
        text += member.decompress(data)
        data = member.unused_data
    return [json.loads(line) for line in text.split(b"\n")[:-1]]


class History(suite.EndToEnd):
    def setUp(self):
        super().setUp()
        self.state = self.scratch / "state"
        self.state.mkdir()

    def reports(self, began):
        """(reports, complaints, exit status) of `stat` over all that was kept since then."""
        done = self.run_plumbline("stat", "-o", "json", "--from", str(int(began) - 1), "--to",
                                  str(int(time.time()) + 2), "--state-dir", str(self.state))
        return ([json.loads(line) for line in done.stdout.splitlines()], done.stderr,
                done.returncode)

    def assert_kept(self, agent, at_least):
        wait_until(lambda: sum(len(lines_of(path)) for path in segments(self.state)) >= at_least,
                   f"{at_least} lines are kept\n{agent.log()}")

    def test_killed_at_any_moment_it_loses_nothing_that_was_kept(self):
        dice = random.Random(20)
        began, expected, before = time.time(), 0, {}
        for _ in range(KILLS):
            agent = self.start(*FAST, state=self.state)
            time.sleep(dice.uniform(0.3, 1.5))  # The random moment, not a wait for something.
            scrape = agent.scrape()
            agent.kill()
            # Of the ticks that were seen, the last may still have been on its way to the file.
            expected += scrape.value("plumbline_ticks_total") - 1 - \
                (scrape.value("plumbline_history_errors_total") or 0)
            now = {path: path.read_bytes() for path in segments(self.state)}
            for path, content in before.items():
                self.assertEqual(now.get(path), content, f"{path} was written to again")
            self.assertEqual(len(now), len(before) + 1)
            before = now
        kept = [line for path in segments(self.state) for line in lines_of(path)]
        self.assertGreaterEqual(len(kept), expected)
        times = [line["t"] for line in kept]
        self.assertEqual(times, sorted(times))
        reports, complaints, status = self.reports(began)
        self.assertEqual((len(reports), status), (len(kept) - 1, 0), complaints)
        print(f"{self.id()}: {KILLS} kills, {len(kept)} lines kept of {expected} expected")

    def test_a_clean_stop_ends_the_segment(self):
        agent = self.start(*FAST, state=self.state)
        self.assert_kept(agent, 3)
        self.assert_stops_cleanly(agent)
        (path,) = segments(self.state)
        ended = zlib.decompressobj(wbits=31)
        ended.decompress(path.read_bytes())
        self.assertTrue(ended.eof)

    def test_its_size_is_bounded(self):
        """A host whose numbers are all new in each sample, so that nothing can be left out."""
        tree = self.host("osd_60_nvme_5_14")
        diskstats = tree / "proc/diskstats"
        names = [line.split()[:3] for line in diskstats.read_text().splitlines()]
        agent = self.start("--tick.interval=0.1", "--history.interval=0.1",
                           f"--history.max-bytes={MAX_BYTES}", tree=tree, state=self.state)
        dice, total, largest = random.Random(1), 0, 0

        def grow():
            replace(diskstats, "".join(
                " ".join(name + [str(dice.randrange(1 << 32)) for _ in range(17)]) + "\n"
                for name in names))
            nonlocal total, largest
            sizes = {path.name: path.stat().st_size for path in segments(self.state)}
            total, largest = sum(sizes.values()), max(largest, sum(sizes.values()))
            return sizes

        first = wait_until(grow, "a first segment")
        wait_until(lambda: not set(first) & set(grow()), "the first segment was dropped", 120)
        for _ in range(100):
            grow()
            time.sleep(0.02)
        self.assertLessEqual(largest, MAX_BYTES + LINE_BYTES)
        self.assertGreater(total, MAX_BYTES // 2)
        self.assertLessEqual(agent.value("plumbline_history_bytes"), MAX_BYTES + LINE_BYTES)
        # A sample that comes while the one before is still being written is left out and counted: on
        # a busy machine that happens now and then.
        self.assertLess(agent.value("plumbline_history_errors_total"),
                        agent.value("plumbline_ticks_total") / 10, agent.log())
        self.assert_stops_cleanly(agent)

    def test_a_damaged_segment_is_named_and_skipped(self):
        began = time.time()
        for _ in range(3):
            agent = self.start(*FAST, state=self.state)
            self.assert_kept(agent, 4 + sum(len(lines_of(path))
                                            for path in segments(self.state)[:-1]))
            agent.stop()
        whole, _, _ = self.reports(began)
        damaged = segments(self.state)[1]
        content = bytearray(damaged.read_bytes())
        middle = len(content) // 2
        content[middle:middle + 40] = bytes(40)
        damaged.write_bytes(content)
        first, last = (len(lines_of(segments(self.state)[index])) for index in (0, 2))
        reports, complaints, status = self.reports(began)
        self.assertIn(damaged.name, complaints)
        self.assertEqual(status, 1)
        self.assertGreaterEqual(len(reports), first - 1 + last - 1)
        self.assertLess(len(reports), len(whole))
        # Nor does it keep the agent from going on.
        agent = self.start(*FAST, state=self.state)
        self.assert_kept_anew(agent, damaged)

    def assert_kept_anew(self, agent, damaged):
        others = [path for path in segments(self.state) if path != damaged]
        wait_until(lambda: len(lines_of(segments(self.state)[-1])) >= 3, agent.log)
        self.assertGreater(len(segments(self.state)), len(others))
        self.assertEqual(agent.value("plumbline_history_errors_total"), 0)
        self.assert_stops_cleanly(agent)

    def test_a_full_disk(self):
        if not self.in_namespaces("--mount", "--propagation", "private"):
            return
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", self.state], check=True)
        self.addCleanup(subprocess.run, ["umount", "--lazy", self.state], check=True)
        began = time.time()
        agent = self.start(*FAST, state=self.state)
        self.assert_kept(agent, 2)
        ballast = self.state / "ballast"
        with ballast.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass  # Full.
        wait_until(lambda: agent.value("plumbline_history_errors_total") >= 3, "errors are counted")
        self.assertEqual(agent.log().count("history is not kept"), 1, agent.log())
        self.assertRegex(agent.log(), "history is not kept: .*No space left on device")
        self.assertEqual(agent.get("/-/ready").status, 200)
        agent.wait_for_ticks(3)

        ballast.unlink()
        wait_until(lambda: "history is kept again" in agent.log(), agent.log())
        errors = agent.value("plumbline_history_errors_total")
        newest = segments(self.state)[-1]
        wait_until(lambda: len(lines_of(newest)) >= 3, "it keeps samples again")
        agent.wait_for_ticks(2)
        self.assertEqual(agent.value("plumbline_history_errors_total"), errors)
        self.assert_stops_cleanly(agent)
        reports, complaints, _ = self.reports(began)
        self.assertGreaterEqual(len(reports), 3, complaints)


if __name__ == "__main__":
    suite.main()
