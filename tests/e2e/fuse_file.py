"""One file by FUSE whose server can stop answering, spoken to the kernel without any library.

Source: include/uapi/linux/fuse.h, protocol 7; Documentation/filesystems/fuse.rst. The mount's root
is the file itself. Needs root, and a mount namespace of one's own.

While it hangs no request is taken from the kernel. (One that was taken and never answered leaves
its process unkillable until the mount is gone; no program can do anything about that.)
"""

import ctypes
import errno
import os
import select
import stat
import struct
import threading
import time
import unittest

_IN_HEADER = struct.Struct("<IIQQIIII")  # length, opcode, unique, node, uid, gid, pid, padding
_OUT_HEADER = struct.Struct("<IiQ")
_ATTRIBUTES = struct.Struct("<QQQQQQIIIIIIIIII")
_REQUEST_BYTES = 1 << 17

_GETATTR, _OPEN, _READ, _RELEASE, _FLUSH, _INIT = 3, 14, 15, 18, 25, 26
_FORGET, _BATCH_FORGET, _INTERRUPT = 2, 42, 36
_NO_ANSWER = (_FORGET, _BATCH_FORGET, _INTERRUPT)
_DIRECT_IO = 1  # FOPEN_DIRECT_IO: every read comes here, as it does for a kernel file.


def _call(function, *arguments):
    if function(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), str(arguments[1]))


class FuseFile:
    def __init__(self, path, content):
        self._path = str(path)
        self._content = content
        self._turn = threading.Lock()  # Held while a request is taken and answered.
        self._is_hanging = False
        self._libc = ctypes.CDLL(None, use_errno=True)

    def __enter__(self):
        try:
            self._device = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC | os.O_NONBLOCK)
        except OSError as error:
            raise unittest.SkipTest(f"no FUSE here: {error}") from error
        options = f"fd={self._device},rootmode={stat.S_IFREG | 0o444:o},user_id=0,group_id=0"
        try:
            _call(self._libc.mount, b"plumbline-e2e", self._path.encode(), b"fuse", 0,
                  options.encode())
        except OSError:
            os.close(self._device)
            raise
        self._server = threading.Thread(target=self._serve, daemon=True)
        self._server.start()
        return self

    def __exit__(self, *_):
        self.go_on()
        mnt_detach = 2
        _call(self._libc.umount2, self._path.encode(), mnt_detach)
        self._server.join(timeout=10)
        os.close(self._device)

    def hang(self):
        with self._turn:
            self._is_hanging = True

    def go_on(self):
        self._is_hanging = False

    def _serve(self):
        poll = select.poll()
        poll.register(self._device, select.POLLIN)
        while True:
            events = poll.poll(1000)
            if events and events[0][1] & (select.POLLERR | select.POLLHUP | select.POLLNVAL):
                return  # Unmounted.
            with self._turn:
                if not self._is_hanging:
                    self._take_one()
            if self._is_hanging:
                time.sleep(0.01)

    def _take_one(self):
        try:
            request = os.read(self._device, _REQUEST_BYTES)
        except OSError:
            return  # None there, or withdrawn; when unmounted, poll says so.
        _, opcode, unique, *_ = _IN_HEADER.unpack_from(request)
        self._answer(opcode, unique, request[_IN_HEADER.size:])

    def _answer(self, opcode, unique, body):
        if opcode in _NO_ANSWER:
            return
        error, answer = 0, b""
        if opcode == _INIT:
            # Major, minor, read ahead, flags, background requests, threshold, write bytes, ...
            answer = struct.pack("<IIIIHHI", 7, 31, 0, 0, 16, 12, 4096).ljust(64, b"\0")
        elif opcode == _GETATTR:
            answer = struct.pack("<QII", 0, 0, 0) + self._attributes()
        elif opcode == _OPEN:
            answer = struct.pack("<QII", 1, _DIRECT_IO, 0)
        elif opcode == _READ:
            _, offset, size = struct.unpack_from("<QQI", body)
            answer = self._content[offset:offset + size]
        elif opcode not in (_RELEASE, _FLUSH):
            error = -errno.ENOSYS
        head = _OUT_HEADER.pack(_OUT_HEADER.size + len(answer), error, unique)
        try:
            os.write(self._device, head + answer)
        except OSError:
            pass  # Who asked is gone.

    def _attributes(self):
        mode = stat.S_IFREG | 0o444
        return _ATTRIBUTES.pack(1, len(self._content), 1, 0, 0, 0, 0, 0, 0, mode, 1, 0, 0, 0, 4096,
                                0)
