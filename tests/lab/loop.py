"""A loop device that goes with the process that made it.

It is attached with LO_FLAGS_AUTOCLEAR and held open, so that the kernel detaches it when the last
descriptor is closed: at close(), or when this process is killed. Source: linux/loop.h, loop(4).
"""

import errno
import fcntl
import os
import struct
import time
from pathlib import Path

_CTL_GET_FREE = 0x4C82
_CONFIGURE = 0x4C0A
_DETACH = 0x4C01  # LOOP_CLR_FD
_READ_ONLY, _AUTOCLEAR, _DIRECT_IO = 1, 4, 16
_FLAGS_AT = 52          # Of lo_flags in struct loop_info64.
_INFO_BYTES = 232       # struct loop_info64
_CONFIG = struct.Struct(f"<II{_INFO_BYTES}s64x")
_ATTEMPTS = 64          # Another process may take the free device first.
_GONE_SECONDS = 10      # From the last close to the kernel's having detached the device.


class Loop:
    """`descriptor` is the open file that the device is to show; it may be closed afterwards."""

    def __init__(self, descriptor, direct_io=True, read_only=False, block_bytes=0):
        flags = (_AUTOCLEAR | (_DIRECT_IO if direct_io else 0) |
                 (_READ_ONLY if read_only else 0))
        info = bytearray(_INFO_BYTES)
        struct.pack_into("<I", info, _FLAGS_AT, flags)
        self.path, self._held = _attach(_CONFIG.pack(descriptor, block_bytes, bytes(info)))
        self.name = os.path.basename(self.path)
        if direct_io != (self._attribute("loop/dio") == "1"):
            self.close()
            raise OSError(errno.EOPNOTSUPP, f"direct_io={direct_io} is not had here", self.path)

    def _attribute(self, name):
        return Path(f"/sys/block/{self.name}/{name}").read_text(encoding="ascii").strip()

    @property
    def size_bytes(self):
        return int(self._attribute("size")) * 512  # Documentation/ABI/stable/sysfs-block

    def set_scheduler(self, name):
        """False where the kernel does not have it."""
        try:
            Path(f"/sys/block/{self.name}/queue/scheduler").write_text(name, encoding="ascii")
        except OSError:
            return False
        return True

    def detach(self):
        """What `losetup --detach` does: it takes effect when nobody has the device open."""
        if self._held is not None:
            try:
                fcntl.ioctl(self._held, _DETACH, 0)
            except OSError as error:
                if error.errno != errno.ENXIO:
                    raise

    def is_attached(self):
        return Path(f"/sys/block/{self.name}/loop/backing_file").exists()

    def close(self):
        if self._held is None:
            return
        os.close(self._held)
        self._held = None

    def wait_until_gone(self):
        """After close(). Raises where another process keeps the device open."""
        deadline = time.monotonic() + _GONE_SECONDS
        while self.is_attached():
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self.path} is still held open by another process")
            time.sleep(0.01)


def _attach(config):
    for _ in range(_ATTEMPTS):
        with open("/dev/loop-control", "rb", buffering=0) as control:
            path = f"/dev/loop{fcntl.ioctl(control, _CTL_GET_FREE)}"
        device = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        try:
            fcntl.ioctl(device, _CONFIGURE, config)
            # Held for reading alone, before the other is closed: the last close detaches.
            return path, os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
        finally:
            os.close(device)
    raise OSError(errno.EBUSY, "no free loop device")
