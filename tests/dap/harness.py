# SPDX-License-Identifier: MIT
"""run with: harness.py MODULE; the paths come from the environment that meson sets."""
import os
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "command")]
sys.modules.setdefault("harness", sys.modules[__name__])

from client import Client  # noqa: E402
from session import Debugger  # noqa: E402


class DapTest(unittest.TestCase):
    """A test with an adapter of its own and the test programs."""

    def setUp(self):
        needed = ("WAVEBREAK_COMMAND", "WAVEBREAK_DEBUGGEE", "WAVEBREAK_GRASS", "WAVEBREAK_TEST_SHADERS", "WAVEBREAK_TEST_SOURCES")
        self.tool = Debugger(*(os.environ[name] for name in needed))
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.output = os.path.join(self.folder, "output")
        self.client = Client.start(self.tool.wavebreak)
        self.addCleanup(self.end)

    def end(self):
        if self.client.process.poll() is None:
            self.client.close()
        else:
            self.client.writer.close()
            self.client.reader.close()

    def shader_source(self, shader):
        return os.path.join(self.tool.sources, shader + ".comp")

    def launch(self, shader, *lines, kind="g", words=1, repeat=1, program=None, functions=None, **more):
        """Starts the debuggee on the shader with breakpoints; what setBreakpoints answered."""
        command = program or self.tool.program(shader, kind, 2, words, repeat)
        self.client.initialize()
        environment = {"DEBUGGEE_OUTPUT": self.output}
        self.client("launch", program=command[0], args=command[1:], gpu="sim", env=environment, **more)
        got = self.client.break_at(self.shader_source(shader), *lines) if lines else []
        if functions:
            got += self.client("setFunctionBreakpoints", breakpoints=functions)["breakpoints"]
        self.client("configurationDone")
        return got

    def rows(self):
        with open(self.output, encoding="utf-8") as file:
            return [[int(word) for word in line.split()] for line in file]

    def run_to_the_end(self, status=0):
        """Lets the program go on to its end, with no breakpoint left."""
        self.client("continue", threadId=1)
        self.expect_end(status)

    def expect_end(self, status=0):
        self.assertEqual(self.client.event("exited")["exitCode"], status)
        self.client.event("terminated")
        self.client("disconnect")
        self.assertEqual(self.client.close(), 0)


if __name__ == "__main__":
    unittest.main(module=sys.argv.pop(1), verbosity=2)
