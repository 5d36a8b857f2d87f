"""Block devices for tests: real ones of the kernel, whose behaviour is set while they run.

    with FaultyDisk(build_directory, read_us=2000) as disk:
        ... disk.path ...
        disk.set(hang=1); disk.wait_for_waiting(1); disk.set(hang=0)

Both kinds are loop devices: their counters in /proc/diskstats are the kernel's own. Nothing is left
of them when their process ends, killed or not (README.md tells how).
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from control import Control
from loop import Loop
from requirements import plugin

_PATIENCE_SECONDS = 30
_POLL_SECONDS = 0.01
_DIES_WITH_US = ["setpriv", "--pdeathsig", "KILL"]
_SERVER_THREADS = 32
# Requests of several connections are served at the same time; four are enough for what FUSE has in
# flight (12 asynchronous requests unless told otherwise).
_CONNECTIONS = 4
_FILL_BYTES = 1 << 20


def _wait_until(condition, what, seconds=_PATIENCE_SECONDS):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"after {seconds} s still not: {what}")
        time.sleep(_POLL_SECONDS)


class _Device:
    """What both kinds of device have in common: a loop device, and closing."""

    def __init__(self):
        self._undo = contextlib.ExitStack()
        self.loop = None

    @property
    def path(self):
        return self.loop.path

    @property
    def name(self):
        return self.loop.name

    def close(self):
        self._undo.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class PlainLoop(_Device):
    """A loop device over a file that was really written, with random data unless `zeros`.

    The file has no name any more when the constructor returns.
    """

    def __init__(self, size_bytes=16 << 20, direct_io=True, read_only=False, block_bytes=0,
                 zeros=False, directory=None):
        super().__init__()
        with tempfile.TemporaryFile(prefix="plumbline-lab-", dir=directory) as store:
            for at in range(0, size_bytes, _FILL_BYTES):
                count = min(_FILL_BYTES, size_bytes - at)
                store.write(bytes(count) if zeros else os.urandom(count))
            store.flush()
            os.fsync(store.fileno())
            self.loop = Loop(store.fileno(), direct_io, read_only, block_bytes)
        self._undo.callback(self.loop.wait_until_gone)
        self._undo.callback(self.loop.close)

    def detach(self):
        self.loop.detach()


class FaultyDisk(_Device):
    """A loop device over nbdfuse over nbdkit with faulty.c: every knob of control.KNOBS is an
    argument and can be set() later.

    `error_rate` is a share of reads that nbdkit's own filter `error` fails; `pausable` adds its
    filter `pause`, for pause() and resume(). Both come before the plugin: what they fail or hold
    does not reach the journal meanwhile.
    """

    def __init__(self, build_directory, size_bytes=64 << 20, *, zeros=False, error_rate=0.0,
                 pausable=False, read_only=False, direct_io=True, **knobs):
        super().__init__()
        self._paused_by = None
        try:
            self.control = Control()
            self._undo.callback(self.control.close)
            self.set(**knobs)
            # Held by nobody but the mount namespace and open sockets when this is done.
            with tempfile.TemporaryDirectory(prefix="plumbline-lab-") as directory:
                self._log = tempfile.TemporaryFile()  # pylint: disable=consider-using-with
                self._undo.callback(self._log.close)
                self._serve(Path(directory), plugin(build_directory), size_bytes, zeros,
                            error_rate, pausable)
                store = self._mount(Path(directory))
                try:
                    self.loop = Loop(store, direct_io, read_only)
                finally:
                    os.close(store)
            self._undo.callback(self.loop.wait_until_gone)
            self._undo.callback(self.loop.close)
            self._undo.callback(self.release)
        except BaseException:
            self._undo.close()
            raise

    def _start(self, command, pass_fds=()):
        process = subprocess.Popen(_DIES_WITH_US + command, stdin=subprocess.DEVNULL,
                                   stdout=self._log, stderr=self._log, pass_fds=pass_fds)
        self._undo.callback(_end, process)
        return process

    def _serve(self, directory, faulty, size_bytes, zeros, error_rate, pausable):
        filters, parameters = [], []
        if error_rate:
            filters.append("--filter=error")
            parameters += [f"error-pread-rate={error_rate}", "error-pread=EIO"]
        if pausable:
            filters.append("--filter=pause")
            parameters.append(f"pause-control={directory}/pause")
        socket_path = directory / "nbd"
        self._server = self._start(
            ["nbdkit", "--foreground", "--threads", str(_SERVER_THREADS),
             "--unix", str(socket_path), *filters, str(faulty), f"size={size_bytes}",
             f"control=/proc/self/fd/{self.control.descriptor}",
             f"zeros={'true' if zeros else 'false'}", *parameters],
            pass_fds=(self.control.descriptor,))
        self._wait_for(socket_path.exists, self._server, "nbdkit listens")
        if pausable:
            self._paused_by = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self._undo.callback(self._paused_by.close)
            self._paused_by.connect(str(directory / "pause"))

    def _mount(self, directory):
        """A descriptor of the disk as one file, in a mount namespace that ends with nbdfuse."""
        inside = directory / "mount"
        inside.mkdir()
        self._fuse = self._start(
            ["unshare", "--mount", "--propagation", "private", "nbdfuse", "--connections",
             str(_CONNECTIONS), str(inside / "disk"),
             f"nbd+unix:///?socket={directory / 'nbd'}"])
        seen = Path(f"/proc/{self._fuse.pid}/root{inside}/disk")
        self._wait_for(seen.exists, self._fuse, "nbdfuse has mounted")
        return os.open(seen, os.O_RDWR | os.O_CLOEXEC)

    def _wait_for(self, condition, process, what):
        def is_so():
            if process.poll() is not None:
                self._log.seek(0)
                raise RuntimeError(f"{process.args} ended: {self._log.read().decode()}")
            return condition()
        _wait_until(is_so, what)

    def set(self, **knobs):
        self.control.set(**knobs)

    def journal(self, since=0.0):
        """Requests that reached the disk from time.monotonic() `since` on."""
        return [arrival for arrival in self.control.journal() if arrival.seconds >= since]

    def wait_for_waiting(self, requests, seconds=_PATIENCE_SECONDS):
        """Until so many requests hang."""
        _wait_until(lambda: self.control.count("waiting") >= requests,
                    f"{requests} requests hang", seconds)

    def pause(self):
        """Returns when what was in flight is done and all that comes is held."""
        self._tell_pause(b"p")

    def resume(self):
        self._tell_pause(b"r")

    def _tell_pause(self, command):
        self._paused_by.sendall(command)
        answer = self._paused_by.recv(1)
        if answer != command.upper():
            raise RuntimeError(f"the pause filter answers {answer!r} to {command!r}")

    def release(self):
        """Whatever waits goes on."""
        self.set(hang=0)
        if self._paused_by is not None:
            with contextlib.suppress(OSError):
                self.resume()

    def vanish(self):
        """The store goes as a pulled disk does: every request fails from now on, those in flight
        too, and the loop device is detached as soon as nobody has it open."""
        self._fuse.send_signal(signal.SIGKILL)
        self._fuse.wait()
        self.loop.detach()


def _end(process):
    """Killed, not asked: nothing of the disk is worth keeping, and FUSE's mount goes with it."""
    process.kill()
    process.wait()


def directory_with(filesystem):
    """A directory on a file system of this type that can be written to; None where none is."""
    with open("/proc/self/mounts", encoding="utf-8") as mounts:
        for line in mounts:
            _, where, kind, *_ = line.split()
            if kind == filesystem and os.access(where, os.W_OK) and \
                    shutil.disk_usage(where).free > (64 << 20):
                return where
    return None
