"""A client that scrapes as Prometheus does: one connection that stays open, gzip or not."""

import gzip
import http.client
import re
import time

ACCEPT = "text/plain;version=0.0.4"  # Both programs write the same form.
TIMEOUT_SECONDS = 30
TICKS = re.compile(rb"^plumbline_ticks_total (\d+)", re.MULTILINE)


class Scraper:
    def __init__(self, program, as_gzip=True):
        self.program = program
        self.encoding = "gzip" if as_gzip else "identity"
        self.seconds = []      # What the client waited, one a scrape.
        self.sent_bytes = 0    # Of the last body, as it was sent.
        self.body = b""        # The last body, unpacked.
        self._connection = None

    def scrape(self):
        """One scrape; a connection that the server closed meanwhile is made anew beforehand."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self.program.port,
                                                          timeout=TIMEOUT_SECONDS)
            self._connection.connect()
        began = time.perf_counter()
        self._connection.request("GET", "/metrics", headers={
            "Accept": ACCEPT, "Accept-Encoding": self.encoding, "User-Agent": "bench"})
        answer = self._connection.getresponse()
        body = answer.read()
        self.seconds.append(time.perf_counter() - began)
        if answer.status != 200:
            raise RuntimeError(f"{self.program.name} answered {answer.status}")
        self.sent_bytes = len(body)
        packed = answer.headers.get("Content-Encoding") == "gzip"
        self.body = gzip.decompress(body) if packed else body

    def close(self):
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def series(self):
        return sum(1 for line in self.body.splitlines() if line and not line.startswith(b"#"))

    def ticks(self):
        """The number of the snapshot that the last body shows."""
        return int(TICKS.search(self.body)[1])
