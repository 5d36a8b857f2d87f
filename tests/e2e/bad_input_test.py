#!/usr/bin/env python3
"""Files that go bad while the agent runs, disks that come and go: it loses what they told, no more.

    bad_input_test.py PLUMBLINE SOURCE_ROOT

tests/golden/bad_host_test.py tries every fault on every file, with one sample; here the agent runs,
says what is wrong once, and reads again when it is right again.
"""

import os
import re
import shutil

import suite
from agent_process import OF_ITSELF, wait_until
from suite import replace

# The whole interval for each collector: a busy machine is no fault of a file.
FAST = ["--tick.interval=0.3", "--tick.collector-deadline=0.3"]
SPARSE_BYTES = 100 << 20

# Collector -> the file it reads, and a metric that comes from it.
FILES = {
    "cpu": ("proc/stat", "plumbline_context_switches_total"),
    "memory": ("proc/meminfo", "plumbline_memory_MemTotal_bytes"),
    "load": ("proc/loadavg", "plumbline_load1"),
    "disk": ("proc/diskstats", "plumbline_disk_reads_completed_total"),
    "link": ("proc/net/dev", "plumbline_network_receive_bytes_total"),
    "protocols": ("proc/net/snmp", "plumbline_netstat_Tcp_CurrEstab"),
    "pressure": ("proc/pressure/io", "plumbline_pressure_io_waiting_seconds_total"),
}

# Whose reading may fail with it.
READERS = {"disk": {"disk", "disk_inventory"}}
# What each tells.
TOLD = {"cpu": r"cpu_|softirqs_|interrupts_|intr_|context_switches_|forks_|boot_time_|procs_",
        "memory": "memory_", "load": "load", "disk": "disk_|device_",
        "link": "network_|link_|bonding_", "protocols": "netstat_", "pressure": "pressure_"}

# These go on with the other files, and say what is wrong with the one.
OF_SEVERAL_FILES = ("link", "protocols", "pressure")


def of_the_host(scrape):
    return {key: value for key, value in scrape.items() if not OF_ITSELF.match(key[0])}


def make_sparse(path):
    with path.open("wb") as file:
        file.truncate(SPARSE_BYTES)


def make_binary(path):
    path.write_bytes(bytes(range(256)) * 64)


def make_directory(path):
    path.mkdir()


def make_missing(path):
    assert not path.exists()


def make_unreadable(path):
    path.symlink_to(path.name)  # ELOOP: a mode would not keep root out.


FAULTS = (make_sparse, make_binary, make_directory, make_missing, make_unreadable)


def remove(path):
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    elif path.is_symlink() or path.exists():
        path.unlink()


class Diskstats:
    """Lines of a tree's /proc/diskstats by device, written back whole."""

    def __init__(self, tree):
        self.path = tree / "proc/diskstats"
        self.lines = {line.split()[2]: line for line in self.path.read_text().splitlines()}

    def write(self):
        replace(self.path, "".join(f"{line}\n" for line in self.lines.values()))

    def set_counters(self, device, value):
        words = self.lines[device].split()
        self.lines[device] = " ".join(words[:3] + [str(value)] * len(words[3:]))
        self.write()


class BadInput(suite.EndToEnd):
    def test_each_fault_costs_its_own_collector(self):
        tree = self.host()
        agent = self.start(*FAST, tree=tree)
        good = of_the_host(agent.wait_for_ticks(2))
        for collector, (name, _) in FILES.items():
            for make_fault in FAULTS:
                with self.subTest(collector=collector, fault=make_fault.__name__):
                    content = (tree / name).read_bytes()
                    remove(tree / name)
                    make_fault(tree / name)
                    try:
                        self.check_fault(agent, collector, make_fault, good)
                    finally:
                        remove(tree / name)
                        replace(tree / name, content)
                        agent.wait_for("plumbline_collector_success", 1, collector=collector)
                        wait_until(lambda: of_the_host(agent.scrape()) == good, "all is as before")
        self.assert_stops_cleanly(agent)

    def check_fault(self, agent, collector, make_fault, good):
        logged = len(agent.log())
        errors = agent.value("plumbline_collector_errors_total", collector=collector)
        is_missing = make_fault is make_missing
        self.check_loss(agent, collector, errors, good, is_missing)
        # By then the log has it: a sample is published after it was spoken of.
        told = agent.log()[logged:]
        if not (is_missing and collector in OF_SEVERAL_FILES):
            self.assertIn(FILES[collector][0], told)
            self.assertEqual(told.count(f"collector {collector} "), 1, told)

    def check_loss(self, agent, collector, errors, good, is_missing):
        faulty = agent.wait_for_ticks(2)
        if not is_missing:  # Which may be no fault of the host.
            self.assertGreater(
                faulty.value("plumbline_collector_errors_total", collector=collector), errors)
        self.assertEqual(faulty.value("plumbline_collector_success", collector=collector),
                         collector in OF_SEVERAL_FILES)
        self.assertNotIn(FILES[collector][1], faulty.metrics())
        failing = {dict(labels)["collector"] for (name, labels), value in faulty.items()
                   if name == "plumbline_collector_success" and value == 0}
        absent = {dict(labels)["collector"] for (name, labels), value in faulty.items()
                  if name == "plumbline_collector_available" and value == 0}
        self.assertLessEqual(failing - absent, READERS.get(collector, {collector}))
        lost = {key[0] for key, value in good.items() if faulty.get(key) != value}
        self.assertEqual([name for name in lost if not re.match(f"plumbline_({TOLD[collector]})",
                                                                name)], [])

    def test_no_proc_at_all(self):
        tree = self.host()
        agent = self.start(*FAST, tree=tree)
        os.rename(tree / "proc", tree / "elsewhere")
        agent.wait_for_ticks(3)
        self.assertNotIn("plumbline_load1", agent.scrape().metrics())
        self.assertEqual(agent.get("/").status, 200)
        os.rename(tree / "elsewhere", tree / "proc")
        agent.wait_for("plumbline_load1", 0.1)
        self.assert_stops_cleanly(agent)

    def test_starts_without_anything_to_read(self):
        agent = self.start(*FAST, tree=self.scratch / "nothing")
        scrape = agent.wait_for_ticks(2)
        self.assertEqual({value for (metric, _), value in scrape.items()
                          if metric == "plumbline_collector_available"}, {0})
        self.assert_stops_cleanly(agent)


class ChangingDisks(suite.EndToEnd):
    DISK, METRIC = "vda", "plumbline_disk_reads_completed_total"

    def start_on(self, tree):
        agent = self.start(*FAST, tree=tree)
        agent.wait_for_ticks(2)
        return agent

    def test_diskstats_cut_short_and_whole_again(self):
        tree = self.host("vm_5_4")
        agent = self.start_on(tree)
        shown = {key: value for key, value in agent.scrape().items()
                 if key[0].startswith("plumbline_disk_")}
        content = (tree / "proc/diskstats").read_bytes()
        at = content.index(b" xvda1 ")
        # In a name, in a number, at the very start: no series may take on a value of half a line.
        for end in (at + 4, at + 30, 0):
            replace(tree / "proc/diskstats", content[:end])
            agent.wait_for_ticks(2)
            for key, value in agent.scrape().items():
                if key in shown:
                    self.assertEqual(value, shown[key], key)
            self.assertTrue(agent.is_running())
        replace(tree / "proc/diskstats", content)
        wait_until(lambda: {key: value for key, value in agent.scrape().items()
                            if key[0].startswith("plumbline_disk_")} == shown,
                   f"all disks are back\n{agent.log()}")
        self.assertEqual(agent.value("plumbline_device_present", device=self.DISK), 1)

    def test_counters_that_fall_are_counted_and_never_negative(self):
        tree = self.host("vm_5_4")
        diskstats = Diskstats(tree)
        agent = self.start_on(tree)
        self.assertEqual(agent.value("plumbline_resets_total"), 0)
        diskstats.set_counters(self.DISK, 7)
        agent.wait_for(self.METRIC, 7, device=self.DISK)
        wait_until(lambda: agent.value("plumbline_resets_total") >= 1,
                   "the reset is counted")
        self.assertEqual([key for key, value in agent.scrape().items() if value < 0], [])

    def test_another_disk_under_the_same_name(self):
        tree = self.host("vm_5_4")
        diskstats = Diskstats(tree)
        agent = self.start_on(tree)
        disk = (tree / "sys/block" / self.DISK).resolve()
        record = tree / "udev/data" / f"b{(disk / 'dev').read_text().strip()}"
        serial = (disk / "serial").read_text().strip()
        self.assertIn(serial, record.read_text())
        for path in (disk / "serial", record):
            replace(path, path.read_text().replace(serial, "ANOTHER"))
        diskstats.set_counters(self.DISK, 3)
        agent.wait_for(self.METRIC, 3, device=self.DISK)

        def serials():
            return {dict(labels)["serial"] for metric, labels in agent.scrape()
                    if metric == "plumbline_device_info" and dict(labels)["device"] == self.DISK}
        wait_until(lambda: serials() == {"ANOTHER"}, "the new disk is the one that is shown")

    def test_a_disk_that_vanishes_is_remembered(self):
        tree = self.host("vm_5_4")
        diskstats = Diskstats(tree)
        agent = self.start_on(tree)
        line = diskstats.lines.pop(self.DISK)
        link = tree / "sys/block" / self.DISK
        target = link.resolve()
        shutil.move(target, self.scratch / "pulled")
        diskstats.write()
        agent.wait_for(self.METRIC, None, device=self.DISK)
        agent.wait_for("plumbline_device_present", 0, device=self.DISK)
        scrape = agent.wait_for_ticks(2)
        self.assertEqual([metric for metric, labels in scrape if ("device", self.DISK) in labels
                          and metric.startswith("plumbline_disk_")], [])
        last_seen = scrape.value("plumbline_device_last_seen_timestamp_seconds", device=self.DISK)
        self.assertGreater(last_seen, 0)
        agent.wait_for_ticks(2)
        self.assertEqual(last_seen, agent.value("plumbline_device_last_seen_timestamp_seconds",
                                                device=self.DISK))
        self.assertEqual(agent.value("plumbline_device_present", device="xvda1"), 1)

        shutil.move(self.scratch / "pulled", target)
        diskstats.lines[self.DISK] = line
        diskstats.write()
        agent.wait_for("plumbline_device_present", 1, device=self.DISK)
        wait_until(lambda: agent.value(self.METRIC, device=self.DISK) is not None,
                   "its counters are back")
        self.assert_stops_cleanly(agent)


if __name__ == "__main__":
    suite.main()
