"""Runs Debian's iostat, mpstat and sar on a fixture tree in the place of /proc and /sys.

In a private mount namespace the tree's directories are bound over /proc and /sys. A tool reads, then
waits in pause(2) for its alarm: once it does, the next moment's files are written and the alarm is
sent, so that no read is missed and no time passes. sysstat's clock is /proc/uptime.
"""

import ctypes
import os
import platform
import shutil
import signal
import subprocess
import time

TOOLS = ("iostat", "mpstat", "sar")
VERSION = "12.6.1"
WAIT_SECONDS = 20

# pause(2), or what stands for it where there is none.
PAUSE_CALLS = {"x86_64": ("34", "130"), "aarch64": ("133",)}
SIGTIMEDWAIT_CALLS = {"x86_64": ("128",), "aarch64": ("137",)}
MS_BIND = 4096


def bind(source, target):
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(os.fsencode(source), os.fsencode(target), None, MS_BIND, None) != 0:
        raise OSError(ctypes.get_errno(), f"mount --bind {source} {target}")


class Host:
    """A directory whose proc/ and sys/ stand in the place of the kernel's."""

    def __init__(self, directory):
        self.root = os.path.join(directory, "root")
        self.kernel_proc = os.path.join(directory, "kernel-proc")
        for path in ("proc/net", "sys/block", "sys/class/net", "sys/devices/system/cpu"):
            os.makedirs(os.path.join(self.root, path))
        os.makedirs(self.kernel_proc)
        for name in ("interrupts", "softirqs"):
            with open(os.path.join(self.root, "proc", name), "w", encoding="ascii") as file:
                file.write("                    CPU0\n")
        bind("/proc", self.kernel_proc)
        bind(os.path.join(self.root, "proc"), "/proc")
        bind(os.path.join(self.root, "sys"), "/sys")

    def show(self, moment, cpus):
        """Makes the tree that of `moment`, on a host that has `cpus`, online or not."""
        for path in ("sys/block", "sys/class/net", "sys/devices/system/cpu"):
            shutil.rmtree(os.path.join(self.root, path))
            os.makedirs(os.path.join(self.root, path))
        files = dict(moment.files())
        for name, columns in moment.disks.items():
            files[f"/sys/block/{name}/stat"] = " ".join(map(str, columns)) + "\n"
        for path, content in files.items():
            path = self.root + path
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="ascii") as file:
                file.write(content)
        for cpu in cpus:
            os.makedirs(os.path.join(self.root, f"sys/devices/system/cpu/cpu{cpu}"))

    def run(self, command, case, calls=PAUSE_CALLS, alarm=signal.SIGALRM):
        """The output of `command` while the host goes through the moments of `case`; without an
        alarm, through the first two, the second of which it reads in its own time."""
        cpus = sorted(set().union(*(moment.cpus for moment in case.moments)))
        self.show(case.moments[0], cpus)
        environment = dict(os.environ, LC_ALL="C", TZ="UTC", S_COLORS="never")
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, env=environment)
        try:
            for moment in case.moments[1:]:
                waiting = self._wait_for_pause(process, calls[platform.machine()])
                self.show(moment, cpus)
                if alarm is None:
                    break
                switches = self._switches(waiting)
                os.kill(waiting, alarm)
                if moment is not case.moments[-1]:
                    self._wait_until_it_slept(waiting, switches)
            output, errors = process.communicate(timeout=WAIT_SECONDS)
        finally:
            if process.poll() is None:
                process.kill()
                process.communicate()
        if process.returncode != 0:
            raise RuntimeError(f"{command}: exit {process.returncode}: {errors}")
        return output

    def _wait_for_pause(self, process, calls):
        """The process that waits for its alarm: the tool, or the collector that sar started."""
        deadline = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < deadline and process.poll() is None:
            for pid in (process.pid, *self._children(process.pid)):
                if self._kernel_call(pid) in calls:
                    return pid
            time.sleep(0.001)
        raise RuntimeError(f"{process.args}: never waited for its next report")

    def _wait_until_it_slept(self, pid, switches):
        """Until then, pause(2) is still the one that the alarm ends."""
        deadline = time.monotonic() + WAIT_SECONDS
        while self._switches(pid) == switches:
            if time.monotonic() > deadline:
                raise RuntimeError(f"process {pid}: no report after its alarm")
            time.sleep(0.001)

    def _switches(self, pid):
        with open(f"{self.kernel_proc}/{pid}/status", encoding="ascii") as file:
            return [line for line in file if line.startswith("voluntary_ctxt_switches")]

    def _children(self, pid):
        try:
            with open(f"{self.kernel_proc}/{pid}/task/{pid}/children", encoding="ascii") as file:
                return [int(word) for word in file.read().split()]
        except FileNotFoundError:
            return []

    def _kernel_call(self, pid):
        try:
            with open(f"{self.kernel_proc}/{pid}/syscall", encoding="ascii") as file:
                return file.read().split()[0]
        except (FileNotFoundError, ProcessLookupError, IndexError):
            return ""


def reason_to_skip():
    """Why sysstat cannot be run on fixtures here; nothing when it can."""
    if platform.machine() not in PAUSE_CALLS:
        return f"no system call numbers for {platform.machine()}"
    if os.geteuid() != 0:
        return "a mount namespace needs root"
    for tool in ("unshare", *TOOLS):
        if shutil.which(tool) is None:
            return f"{tool} is not installed"
    version = subprocess.run(["sar", "-V"], capture_output=True, text=True, check=False).stdout
    if f"version {VERSION}" not in version:
        return f"sysstat is not {VERSION}: {version.splitlines()[:1]}"
    probe = subprocess.run(["unshare", "--mount", "--propagation", "private", "true"],
                           capture_output=True, text=True, check=False)
    if probe.returncode != 0:
        return f"no mount namespace to be had: {probe.stderr.strip()}"
    return None
