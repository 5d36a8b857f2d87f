#!/usr/bin/env python3
"""The HTTP server of a running agent: what it answers, and whom it does not let lock others out.

    http_test.py PLUMBLINE SOURCE_ROOT
"""

import contextlib
import gzip
import http.client
import socket
import threading
import time

import suite
from agent_process import Scrape

HALF_OPEN = 1000
ADDRESSES = 250  # Four connections from each: no address is near its own limit.
SCRAPES = 50
# A client that waited for the deadline of a half-open connection would take 10 s.
SCRAPE_SECONDS = 5
SCRAPERS = 64
SCRAPERS_SECONDS = 4

OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8"
TEXT = "text/plain; version=0.0.4; charset=utf-8"
# Prometheus 2.42's own.
PROMETHEUS_ACCEPT = ("application/openmetrics-text;version=1.0.0,"
                     "application/openmetrics-text;version=0.0.1;q=0.75,"
                     "text/plain;version=0.0.4;q=0.5,*/*;q=0.1")


def half_open_connections(stack, port):
    """Connections that began a request and never end it."""
    for number in range(HALF_OPEN):
        address = f"127.1.{number % ADDRESSES // 125}.{number % 125 + 1}"
        client = stack.enter_context(
            socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(address, 0)))
        # The server may have closed it already to make room for a later one.
        with contextlib.suppress(ConnectionError):
            client.sendall(b"GET /metrics HTTP/1.1\r\nHost: x\r\nX-Slow: ")


class Http(suite.EndToEnd):
    def test_forms_of_the_answer(self):
        agent = self.start(tree=self.host())
        plain = agent.get("/metrics")
        self.assertEqual(plain.getheader("Content-Type"), TEXT)
        self.assertIsNone(plain.getheader("Content-Encoding"))
        self.assertEqual(plain.getheader("X-Content-Type-Options"), "nosniff")
        names = Scrape.of(plain.body.decode()).metrics()
        self.assertIn("plumbline_memory_MemTotal_bytes", names)

        compressed = agent.get("/metrics", {"Accept-Encoding": "gzip"})
        self.assertEqual(compressed.getheader("Content-Encoding"), "gzip")
        self.assertLess(len(compressed.body), len(plain.body))
        inside = Scrape.of(gzip.decompress(compressed.body).decode())
        self.assertEqual(inside.metrics() | names, inside.metrics())

        for accept in (PROMETHEUS_ACCEPT, "application/openmetrics-text"):
            answer = agent.get("/metrics", {"Accept": accept})
            self.assertEqual(answer.getheader("Content-Type"), OPEN_METRICS)
            self.assertTrue(answer.body.endswith(b"\n# EOF\n"))
        for accept in ("text/plain", "*/*", "text/html, */*;q=0.1", "nonsense;;q=7"):
            answer = agent.get("/metrics", {"Accept": accept})
            self.assertEqual(answer.getheader("Content-Type"), TEXT, accept)
        self.assert_stops_cleanly(agent)

    def test_only_get_and_head(self):
        agent = self.start(tree=self.host())
        head = agent.get("/metrics", method="HEAD")
        self.assertEqual((head.status, head.body), (200, b""))
        self.assertGreater(int(head.getheader("Content-Length")), 1000)
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "BREW"):
            answer = agent.get("/metrics", method=method)
            self.assertEqual((answer.status, answer.getheader("Allow")), (405, "GET, HEAD"), method)
        connection = agent.connection()
        with contextlib.closing(connection):
            connection.request("POST", "/metrics", body=b"x" * 100000)
            self.assertEqual(connection.getresponse().status, 405)
        self.assertEqual(agent.get("/nothing").status, 404)
        self.assertEqual(agent.get("/").status, 200)
        self.assertEqual(agent.get("/-/healthy").status, 200)
        self.assertEqual(agent.get("/-/ready").status, 200)

    def test_headers_have_a_limit(self):
        agent = self.start(tree=self.host())
        self.assertEqual(agent.get("/metrics", {"X-Long": "x" * 7000}).status, 200)
        self.assertEqual(agent.get("/metrics", {"X-Long": "x" * 9216}).status, 431)
        self.assertIn(agent.get("/" + "x" * 9216).status, (414, 431))
        # Far beyond, the connection may be closed before all was sent.
        try:
            self.assertEqual(agent.get("/metrics", {"X-Long": "x" * 1000000}).status, 431)
        except (ConnectionError, http.client.HTTPException):
            pass
        self.assertEqual(agent.get("/metrics").status, 200)
        self.assertTrue(agent.is_running())

    def test_garbage_ends_its_connection_alone(self):
        agent = self.start(tree=self.host())
        for garbage in (b"\0" * 20000, b"GET\r\n\r\n", b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03",
                        b"GET /metrics HTTP/9.9\r\n\r\n", b"\r\n" * 5000):
            with socket.create_connection(("127.0.0.1", agent.port), timeout=10) as client:
                with contextlib.suppress(ConnectionError):
                    client.sendall(garbage)
            self.assertEqual(agent.get("/metrics").status, 200)

    def test_half_open_connections_lock_nobody_out(self):
        agent = self.start(tree=self.host())
        with contextlib.ExitStack() as stack:
            half_open_connections(stack, agent.port)
            slowest = 0.0
            for _ in range(SCRAPES):
                began = time.monotonic()
                self.assertEqual(agent.get("/metrics", timeout=SCRAPE_SECONDS).status, 200)
                slowest = max(slowest, time.monotonic() - began)
            scrape = agent.wait_for_ticks(1)
            open_now = scrape.value("plumbline_http_open_connections")
            evicted = scrape.value("plumbline_http_connections_closed_total", reason="evicted")
        print(f"{self.id()}: slowest of {SCRAPES} beside {HALF_OPEN}: {slowest * 1000:.1f} ms")
        self.assertLessEqual(open_now, 256)
        self.assertGreaterEqual(evicted, HALF_OPEN - 256)
        self.assert_stops_cleanly(agent)

    def test_many_scrapers_at_once(self):
        agent = self.start()  # This host: the snapshot changes while they read.
        ends = time.monotonic() + SCRAPERS_SECONDS
        faults, counts = [], [0] * SCRAPERS

        def scrape(number):
            connection = http.client.HTTPConnection(
                "127.0.0.1", agent.port, timeout=30,
                source_address=(f"127.2.0.{number + 1}", 0))
            try:
                while time.monotonic() < ends:
                    connection.request("GET", "/metrics", headers={"Accept-Encoding": "gzip"})
                    answer = connection.getresponse()
                    text = gzip.decompress(answer.read()).decode()
                    if answer.status != 200 or "plumbline_ticks_total" not in text:
                        faults.append(f"scraper {number}: {answer.status}")
                    counts[number] += 1
            except (OSError, http.client.HTTPException) as error:
                faults.append(f"scraper {number}: {error!r}")
            finally:
                connection.close()

        before = agent.value("plumbline_ticks_total")
        threads = [threading.Thread(target=scrape, args=(number,)) for number in range(SCRAPERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        print(f"{self.id()}: {sum(counts)} scrapes, {min(counts)} by the slowest")
        self.assertEqual(faults, [])
        self.assertGreater(min(counts), 0)
        self.assertGreater(agent.value("plumbline_ticks_total"), before)
        self.assert_stops_cleanly(agent)


if __name__ == "__main__":
    suite.main()
