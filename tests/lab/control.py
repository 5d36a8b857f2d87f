"""The memory that a faulty disk shares with its server: knobs, counters, journal.

The layout is that of struct control in faulty.c: little-endian uint64 throughout.
"""

import mmap
import os
import struct
from dataclasses import dataclass

KNOBS = ("read_us", "write_us", "sigma_percent", "request_bytes_s", "device_bytes_s", "tail_ppm",
         "tail_us", "error_ppm", "hang", "channels", "factor_percent")
COUNTERS = ("reads", "writes", "bytes_read", "bytes_written", "waiting")
JOURNAL_ENTRIES = 65536

_WORD = struct.Struct("<Q")
_ENTRY = struct.Struct("<QQQQ")
_COUNTERS_AT = 2048
_JOURNAL_AT = 4096
_BYTES = _JOURNAL_AT + JOURNAL_ENTRIES * _ENTRY.size


@dataclass(frozen=True, order=True)
class Arrival:
    """One request as it reached the disk; seconds are those of time.monotonic()."""

    seconds: float
    offset: int
    length: int
    is_write: bool


class Control:
    """Anonymous memory: nothing of it is left when both sides are gone."""

    def __init__(self):
        self.descriptor = os.memfd_create("plumbline-lab", os.MFD_CLOEXEC)
        os.ftruncate(self.descriptor, _BYTES)
        self._map = mmap.mmap(self.descriptor, _BYTES)

    def set(self, **knobs):
        for name, value in knobs.items():
            _WORD.pack_into(self._map, 8 * KNOBS.index(name), int(value))

    def knob(self, name):
        return _WORD.unpack_from(self._map, 8 * KNOBS.index(name))[0]

    def count(self, name):
        return _WORD.unpack_from(self._map, _COUNTERS_AT + 8 * COUNTERS.index(name))[0]

    def journal(self):
        """The last requests, at most JOURNAL_ENTRIES, in the order of their arrival."""
        last = self.count("reads") + self.count("writes")
        entries = (_ENTRY.unpack_from(self._map, _JOURNAL_AT + number * _ENTRY.size)
                   for number in range(min(last, JOURNAL_ENTRIES)))
        return sorted(Arrival(nanoseconds * 1e-9, offset, length, bool(is_write))
                      for nanoseconds, offset, length, is_write in entries)

    def close(self):
        self._map.close()
        os.close(self.descriptor)
