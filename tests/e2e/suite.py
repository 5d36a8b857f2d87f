"""What the end-to-end tests share: arguments, scratch directories, hosts, skipping, running again
in a namespace.

A test file is a unittest module that ends with suite.main(). Its exit status is 77 when nothing of
it could run here, and it says why.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from agent_process import PATIENCE_SECONDS, STOP_SECONDS, Agent, tree_flags

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / name) for name in ("conformance", "fixtures", "lab")]

import devices  # noqa: E402
import make_fixtures  # noqa: E402
import plumbline  # noqa: E402
import requirements  # noqa: E402

_binary = None


class EndToEnd(unittest.TestCase):
    maxDiff = 4000

    def setUp(self):
        self.scratch = Path(tempfile.mkdtemp(prefix="plumbline-e2e-"))
        self.addCleanup(shutil.rmtree, self.scratch)

    @property
    def binary(self):
        return _binary

    def host(self, name="this_host_6_18"):
        """A fixture host of this test's own, to be changed at will."""
        tree = self.scratch / f"host-{name}"
        make_fixtures.build(name).write(tree)
        return tree

    def launch(self, *flags, tree=None, state=None, environment=None, wrapper=()):
        """An agent that may still be starting; without `state` it keeps no history, probes nothing."""
        kept = ([f"--state-dir={state}"] if state
                else ["--history.enabled=false", "--probes.enabled=false"])
        agent = Agent(self.binary, self.scratch,
                      [*kept, *(tree_flags(tree) if tree else []), *flags], environment, wrapper)
        self.addCleanup(agent.kill)
        return agent

    def start(self, *flags, **options):
        return self.launch(*flags, **options).wait_until_serving()

    def run_plumbline(self, *arguments):
        return subprocess.run([str(self.binary), *arguments], capture_output=True, text=True,
                              timeout=PATIENCE_SECONDS, check=False)

    def assert_stops_cleanly(self, agent):
        status, seconds = agent.stop()
        self.assertEqual(status, 0, agent.log())
        self.assertLess(seconds, STOP_SECONDS, agent.log())

    def plain_loop(self, **options):
        """A loop device over a written file, as devices.PlainLoop; skips where none can be made."""
        if reason := requirements.loop_skip_reason():
            self.skipTest(reason)
        return self._closed_later(devices.PlainLoop(**options))

    def faulty_disk(self, **options):
        """A disk with knobs, as devices.FaultyDisk; skips where none can be made."""
        if reason := requirements.skip_reason():
            self.skipTest(reason)
        return self._closed_later(devices.FaultyDisk(_binary.parent.parent, **options))

    def _closed_later(self, device):
        # After the agents and probes of the test, which are started later and may hold it open.
        self.addCleanup(device.close)
        return device

    def in_namespaces(self, *flags):
        """Whether this test runs in the namespaces that unshare(1) makes of these flags.

        If not, it is run there, in a process of its own, and what that says is taken over: with the
        process everything goes that was mounted or created in them.
        """
        name = self.id().partition(".")[2]
        if os.environ.get("PLUMBLINE_E2E_INSIDE") == name:
            return True
        if os.geteuid() != 0:
            self.skipTest("needs root for namespaces")
        tried = subprocess.run(["unshare", *flags, "true"], capture_output=True, text=True,
                               check=False)
        if tried.returncode != 0:
            self.skipTest(f"no namespaces here: {tried.stderr.strip()}")
        command = ["setpriv", "--pdeathsig", "KILL", "unshare", *flags, sys.executable, "-B",
                   os.path.abspath(sys.argv[0]), str(_binary), str(HERE.parent.parent), name]
        done = subprocess.run(command, env={**os.environ, "PLUMBLINE_E2E_INSIDE": name},
                              capture_output=True, text=True, check=False)
        if done.returncode == plumbline.SKIPPED:
            self.skipTest(done.stdout.strip() or done.stderr.strip())
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return False


def replace(path, content):
    """Puts a file in another's place in one step, as a kernel file changes."""
    fresh = Path(f"{path}.fresh")
    fresh.write_bytes(content if isinstance(content, bytes) else content.encode())
    os.replace(fresh, path)


def require_programs(case, *programs):
    for program in programs:
        if shutil.which(program) is None:
            case.skipTest(f"{program} is not installed")


def main():
    """usage: X_test.py PLUMBLINE SOURCE_ROOT [CLASS[.TEST] ...]"""
    if len(sys.argv) < 3:
        sys.exit(main.__doc__)
    global _binary
    _binary = Path(sys.argv[1]).resolve()
    program = unittest.main(argv=[sys.argv[0], "-v", *sys.argv[3:]], exit=False)
    result = program.result
    for test, reason in result.skipped:
        print(f"SKIPPED: {test.id()}: {reason}")
    if not result.wasSuccessful() or result.testsRun == 0:
        sys.exit(1)
    sys.exit(plumbline.SKIPPED if len(result.skipped) == result.testsRun else 0)
