#!/usr/bin/env python3
"""Disks and links that come, change and go on a live host are seen within a few ticks.

    events_test.py PLUMBLINE SOURCE_ROOT

The disk is a loop device of this test's own: the kernel tells of disks in its first network
namespace only. The links are in a network namespace that ends with the test.
"""

import socket
import subprocess
import time

import suite
from agent_process import wait_until

FAST = ["--tick.interval=0.2"]
DISK_BYTES = 8 << 20
# A few ticks; but the machine may be busy, and without udevd's or the kernel's word the inventory
# is read again after 10 s. So much sooner than that, it was the word.
SOON_SECONDS = 5
LINK = "pl-test"
PEER = "pl-peer"


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def told(agent, device):
    """The metrics that tell of a device, without those that only remember it."""
    return {metric for metric, labels in agent.scrape() if ("device", device) in labels}


class Disks(suite.EndToEnd):
    def attach(self):
        """A loop device on a file of this test's own."""
        store = self.scratch / "store"
        store.write_bytes(bytes(DISK_BYTES))
        try:
            path = run("losetup", "--find", "--show", str(store))
        except subprocess.CalledProcessError as error:
            self.skipTest(f"no loop device can be made here: {error.stderr.strip()}")
        self.addCleanup(subprocess.run, ["losetup", "--detach", path], check=False,
                        capture_output=True)
        return path, path.rpartition("/")[2]

    def test_a_loop_device_comes_works_and_goes(self):
        suite.require_programs(self, "losetup")
        agent = self.start(*FAST, "--disks.include=*")
        agent.wait_for_ticks(2)
        path, name = self.attach()
        agent.wait_for("plumbline_device_size_bytes", DISK_BYTES, SOON_SECONDS, device=name)
        agent.wait_for("plumbline_device_present", 1, device=name)
        before = agent.value("plumbline_disk_written_bytes_total", device=name)
        run("dd", "if=/dev/zero", f"of={path}", "bs=64k", "count=16", "oflag=direct",
            "conv=notrunc")
        agent.wait_for("plumbline_disk_written_bytes_total", before + (1 << 20), device=name)

        run("losetup", "--detach", path)
        # The kernel keeps an empty loop device; what it held is no longer told of it.
        wait_until(lambda: not agent.value("plumbline_device_size_bytes", device=name),
                   f"{name} has no size any more", SOON_SECONDS)
        self.assert_stops_cleanly(agent)

    def test_a_loop_device_is_no_disk_of_the_host_unless_asked_for(self):
        suite.require_programs(self, "losetup")
        agent = self.start(*FAST)
        _, name = self.attach()
        agent.wait_for_ticks(3)
        self.assertEqual({metric for metric in told(agent, name)
                          if metric.startswith("plumbline_disk_")}, set())


class Links(suite.EndToEnd):
    def setUp(self):
        super().setUp()
        suite.require_programs(self, "ip", "tc")

    def start_in_namespace(self):
        run("ip", "link", "set", "lo", "up")
        agent = self.start(*FAST)
        agent.wait_for_ticks(2)
        return agent

    def add_pair(self):
        try:
            run("ip", "link", "add", LINK, "type", "veth", "peer", "name", PEER)
        except subprocess.CalledProcessError as error:
            self.skipTest(f"no veth pair can be made here: {error.stderr.strip()}")

    def test_a_link_comes_changes_and_goes(self):
        # /sys shows the links of the namespace that it was mounted in.
        if not self.in_namespaces("--net", "--mount", "--propagation", "private"):
            return
        run("mount", "-t", "sysfs", "sysfs", "/sys")
        agent = self.start_in_namespace()
        self.assertEqual(told(agent, LINK), set())
        self.add_pair()
        agent.wait_for("plumbline_network_up", 0, SOON_SECONDS, device=LINK)
        run("ip", "link", "set", PEER, "up")
        run("ip", "link", "set", LINK, "up")
        agent.wait_for("plumbline_network_up", 1, SOON_SECONDS, device=LINK)
        changes = agent.value("plumbline_network_carrier_changes_total", device=LINK)
        self.assertGreater(changes, 0)

        run("ip", "link", "set", PEER, "down")
        agent.wait_for("plumbline_network_up", 0, SOON_SECONDS, device=LINK)
        agent.wait_for("plumbline_network_carrier_changes_total", changes + 1, SOON_SECONDS,
                       device=LINK)
        run("ip", "link", "set", PEER, "up")
        agent.wait_for("plumbline_network_up", 1, SOON_SECONDS, device=LINK)
        run("ip", "link", "set", LINK, "mtu", "9000")
        agent.wait_for("plumbline_network_mtu_bytes", 9000, SOON_SECONDS, device=LINK)

        run("ip", "link", "delete", LINK)
        wait_until(lambda: told(agent, LINK) == set(), "the link is gone", SOON_SECONDS)
        self.assert_stops_cleanly(agent)

    def test_the_queue_of_a_shaped_link(self):
        if not self.in_namespaces("--net"):
            return
        self.add_pair()
        run("ip", "address", "add", "192.0.2.1/30", "dev", LINK)
        run("ip", "link", "set", PEER, "up")
        run("ip", "link", "set", LINK, "up")
        agent = self.start_in_namespace()
        try:
            run("tc", "qdisc", "add", "dev", LINK, "root", "tbf", "rate", "8mbit", "burst", "4kb",
                "limit", "8kb")
        except subprocess.CalledProcessError as error:
            self.skipTest(f"no tbf here: {error.stderr.strip()}")

        def queue(metric):
            return [value for (name, labels), value in agent.scrape().items()
                    if name == f"plumbline_qdisc_{metric}" and ("device", LINK) in labels
                    and ("kind", "tbf") in labels]
        wait_until(lambda: queue("rate_limit_bytes_per_second") == [1e6], "the limit of the link",
                   SOON_SECONDS)
        # Far more than the queue holds, to an address that nobody has.
        run("ip", "neighbour", "add", "192.0.2.2", "lladdr", "02:00:00:00:00:02", "dev", LINK)
        self.flood("192.0.2.2")
        wait_until(lambda: sum(queue("drops_total")) > 0 and sum(queue("bytes_total")) > 0 and
                   sum(queue("overlimits_total")) > 0, "the queue is counted", SOON_SECONDS)
        self.assert_stops_cleanly(agent)

    @staticmethod
    def flood(address):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            for _ in range(500):
                try:
                    sender.sendto(bytes(1400), (address, 9))
                except OSError:
                    time.sleep(0.001)  # The queue is full, as it is meant to be.


if __name__ == "__main__":
    suite.main()
