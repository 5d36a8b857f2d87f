#!/usr/bin/env python3
"""The agent's life: start, reload, stop, what it tells the service manager, and what keeps it from
starting.

    lifecycle_test.py PLUMBLINE SOURCE_ROOT
"""

import json
import re
import signal
import socket
import time

import suite
from agent_process import OF_ITSELF, PATIENCE_SECONDS, Scrape, tree_flags, wait_until

DISK = "vda"
USAGE, FAILURE = 2, 1


class ServiceManager:
    """The receiving end of sd_notify(3)."""

    def __init__(self, path):
        self.path = str(path)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.path)
        self._socket.settimeout(PATIENCE_SECONDS)

    def close(self):
        self._socket.close()

    def next(self):
        """The next message as its variables."""
        lines = self._socket.recv(65536).decode().splitlines()
        return dict(line.split("=", 1) for line in lines)

    def next_but_watchdog(self):
        while True:
            message = self.next()
            if message != {"WATCHDOG": "1"}:
                return message


class Lifecycle(suite.EndToEnd):
    def config(self, **content):
        path = self.scratch / "plumbline.json"
        suite.replace(path, json.dumps(content))
        return path

    def manager(self):
        manager = ServiceManager(self.scratch / "notify")
        self.addCleanup(manager.close)
        return manager

    # Stop

    def test_stops_when_idle(self):
        agent = self.start("--tick.interval=60")
        self.assert_stops_cleanly(agent)
        self.assertIn("stopping", agent.log())

    def test_stops_on_an_interrupt(self):
        agent = self.start("--tick.interval=60")
        agent.send(signal.SIGINT)
        self.assertEqual(agent.wait(), 0)

    def test_stops_in_the_middle_of_ticks(self):
        state = self.scratch / "state"
        state.mkdir()
        tree = self.host("osd_60_nvme_5_14")  # Much to read in each tick.
        for _ in range(5):
            agent = self.start("--tick.interval=0.1", "--history.interval=0.1", tree=tree,
                               state=state)
            self.assert_stops_cleanly(agent)

    def test_stops_while_somebody_holds_a_connection(self):
        agent = self.start()
        with socket.create_connection(("127.0.0.1", agent.port)) as client:
            client.sendall(b"GET /metrics HTTP/1.1\r\n")
            self.assert_stops_cleanly(agent)

    # Reload

    def test_reload_takes_a_good_file_and_keeps_the_old_one_for_a_bad_one(self):
        tree = self.host()
        path = self.config(tick={"interval_seconds": 0.2})
        agent = self.start(f"--config.file={path}", tree=tree)
        shown = dict(device=DISK)
        self.assertIsNotNone(agent.value("plumbline_disk_reads_completed_total", **shown))
        self.assertEqual(agent.value("plumbline_config_last_reload_successful"), 1)
        loaded = agent.value("plumbline_config_last_reload_success_timestamp_seconds")

        self.config(tick={"interval_seconds": 0.1}, disks={"exclude": [DISK]})
        agent.send(signal.SIGHUP)
        agent.wait_for("plumbline_disk_reads_completed_total", None, **shown)
        wait_until(lambda: "configuration loaded anew" in agent.log(), "the reload is logged")
        wait_until(lambda: agent.value("plumbline_config_last_reload_success_timestamp_seconds")
                   > loaded, "the time of the reload")

        for bad, key in (({"tick": {"interval_seconds": "fast"}}, "tick.interval_seconds"),
                         ({"disks": {"exclud": []}}, "disks.exclud"),
                         ({"history": {"max_bytes": -1}}, "history.max_bytes")):
            self.config(**bad)
            agent.send(signal.SIGHUP)
            wait_until(lambda key=key: re.search(
                rf"level=error .*{re.escape(str(path))}.*{re.escape(key)}", agent.log()),
                f"the log names {path} and {key}\n{agent.log()}")
            agent.wait_for("plumbline_config_last_reload_successful", 0)
            self.assertIsNone(agent.value("plumbline_disk_reads_completed_total", **shown))
        suite.replace(path, "{ never closed")
        agent.send(signal.SIGHUP)
        wait_until(lambda: agent.log().count("configuration not loaded") == 4, "a broken file")

        self.config()
        agent.send(signal.SIGHUP)
        agent.wait_for("plumbline_config_last_reload_successful", 1)
        wait_until(lambda: agent.value("plumbline_disk_reads_completed_total", **shown) is not None,
                   "the disk is shown again")
        self.assert_stops_cleanly(agent)

    def test_reload_changes_the_interval(self):
        """In both directions: a minute's wait ends at once, and ten samples a second end."""
        tree = self.host()
        path = self.config(tick={"interval_seconds": 60})
        agent = self.start(f"--config.file={path}", tree=tree)
        self.config(tick={"interval_seconds": 0.1})
        agent.send(signal.SIGHUP)
        agent.wait_for_ticks(10)
        self.config(tick={"interval_seconds": 60})
        agent.send(signal.SIGHUP)
        wait_until(lambda: agent.log().count("loaded anew") == 2, "the reload")
        time.sleep(0.5)  # A tick may be under way.
        ticks = agent.value("plumbline_ticks_total")
        time.sleep(2)
        self.assertEqual(agent.value("plumbline_ticks_total"), ticks)

    def test_reload_says_what_needs_a_restart(self):
        path = self.config()
        agent = self.start(f"--config.file={path}", tree=self.host())
        self.config(state_dir=str(self.scratch / "elsewhere"))
        agent.send(signal.SIGHUP)
        wait_until(lambda: "state_dir has changed and needs a restart" in agent.log(),
                   "the log says that state_dir needs a restart")
        self.assertEqual(agent.get("/metrics").status, 200)

    # The service manager

    def test_tells_the_service_manager(self):
        manager = self.manager()
        path = self.config(tick={"interval_seconds": 0.3})
        agent = self.launch(f"--config.file={path}", tree=self.host(),
                            environment={"NOTIFY_SOCKET": manager.path})
        first = [manager.next(), manager.next()]
        self.assertIn({"READY": "1"}, first)
        agent.wait_until_serving()
        while manager.next() != {"WATCHDOG": "1"}:
            pass
        for _ in range(3):
            self.assertEqual(manager.next(), {"WATCHDOG": "1"})

        agent.send(signal.SIGHUP)
        message = manager.next_but_watchdog()
        self.assertEqual(message["RELOADING"], "1")
        self.assertGreater(int(message["MONOTONIC_USEC"]), 0)
        self.assertLessEqual(int(message["MONOTONIC_USEC"]), time.monotonic() * 1e6)
        self.assertEqual(manager.next_but_watchdog(), {"READY": "1"})

        agent.send(signal.SIGTERM)
        self.assertEqual(manager.next_but_watchdog(), {"STOPPING": "1"})
        self.assertEqual(agent.wait(), 0)

    def test_the_watchdog_is_fed_once_a_tick(self):
        manager = self.manager()
        agent = self.start("--tick.interval=0.2", tree=self.host(),
                           environment={"NOTIFY_SOCKET": manager.path})
        agent.wait_for_ticks(5)
        agent.send(signal.SIGTERM)
        fed = 0
        while (message := manager.next()) != {"STOPPING": "1"}:
            fed += message == {"WATCHDOG": "1"}
        self.assertGreaterEqual(fed, 6)
        self.assertEqual(agent.wait(), 0)

    # What keeps it from starting

    def assert_refuses(self, agent, *words):
        self.assertEqual(agent.wait(), FAILURE, agent.log())
        for word in words:
            self.assertIn(str(word), agent.log())

    def test_busy_port(self):
        with socket.create_server(("127.0.0.1", 0)) as busy:
            address = f"127.0.0.1:{busy.getsockname()[1]}"
            done = self.run_plumbline("agent", f"--web.listen-address={address}",
                                      "--history.enabled=false")
            self.assertEqual(done.returncode, FAILURE, done.stderr)
            self.assertIn(address, done.stderr)
            self.assertRegex(done.stderr, "(?i)address already in use")

    def test_unknown_key(self):
        path = self.config(tick={"intervall_seconds": 1})
        self.assert_refuses(self.launch(f"--config.file={path}"), path, "tick.intervall_seconds",
                            "unknown key")

    def test_wrong_type_and_impossible_value(self):
        path = self.config(tick={"interval_seconds": 0}, disks={"exclude": "vda*", "include": [7]})
        self.assert_refuses(self.launch(f"--config.file={path}"), path, "tick.interval_seconds",
                            "disks.include")

    def test_broken_file_is_named_with_the_line(self):
        path = self.scratch / "plumbline.json"
        path.write_text('{\n  // a comment\n  "tick": {"interval_seconds": 1,,}\n}\n')
        self.assert_refuses(self.launch(f"--config.file={path}"), f"{path}:3")

    def test_missing_file_that_was_asked_for(self):
        path = self.scratch / "absent.json"
        self.assert_refuses(self.launch(f"--config.file={path}"), path)

    def test_wrong_flag_is_wrong_usage(self):
        done = self.run_plumbline("agent", "--tick.intervall=1")
        self.assertEqual(done.returncode, USAGE)
        self.assertIn("--tick.intervall", done.stderr)

    def test_wider_address_has_to_be_meant(self):
        done = self.run_plumbline("agent", "--web.listen-address=0.0.0.0:0")
        self.assertEqual(done.returncode, FAILURE)
        self.assertIn("allow-insecure", done.stderr)

    # Without all it would like to have

    def test_goes_on_without_a_state_directory(self):
        (self.scratch / "file").write_text("not a directory\n")
        state = self.scratch / "file" / "state"
        agent = self.start("--tick.interval=0.2", "--history.interval=0.2", state=state,
                           tree=self.host())
        wait_until(lambda: (agent.value("plumbline_history_errors_total") or 0) >= 3,
                   "history errors are counted")
        self.assertEqual(agent.log().count("history is not kept"), 1, agent.log())
        self.assertIn(str(state), agent.log())
        self.assertEqual(agent.get("/-/ready").status, 200)
        self.assert_stops_cleanly(agent)

    def test_once_has_the_families_of_the_running_agent(self):
        tree = self.host()
        once = Scrape.of(self.run_plumbline("agent", "--once", *tree_flags(tree)).stdout)
        agent = self.start(tree=tree)
        agent.wait_for_ticks(1)
        running = agent.scrape()

        def raw(scrape):
            return {key: value for key, value in scrape.items() if not OF_ITSELF.match(key[0])}

        self.assertEqual(raw(once), raw(running))
        self.assertGreater(len(raw(once)), 300)
        # What only a server can tell.
        more = running.metrics() - once.metrics()
        self.assertEqual([name for name in sorted(more)
                          if not name.startswith(("plumbline_http_", "plumbline_tick_duration"))],
                         [])
        self.assertEqual(once.metrics() - running.metrics(), set())


if __name__ == "__main__":
    suite.main()
