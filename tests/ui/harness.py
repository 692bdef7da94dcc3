# SPDX-License-Identifier: MIT
"""run with: harness.py MODULE; the paths come from the environment that meson sets."""
import os
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "command")]
sys.modules.setdefault("harness", sys.modules[__name__])

from screen import Screen  # noqa: E402
from session import Debugger  # noqa: E402
from window import Window  # noqa: E402

COMMAND, GRASS = os.environ["WAVEBREAK_COMMAND"], os.environ["WAVEBREAK_GRASS"]
ROOT = os.path.dirname(os.path.dirname(HERE))


def grass_line(text):
    """Number of the first line of the grass sample's shader with that text."""
    with open(os.path.join(ROOT, "samples/grass/grass.comp"), encoding="utf-8") as source:
        return next(number for number, line in enumerate(source, 1) if text in line)


def steps_tool():
    return Debugger(*(os.environ[name] for name in ("WAVEBREAK_COMMAND", "WAVEBREAK_DEBUGGEE", "WAVEBREAK_GRASS", "WAVEBREAK_TEST_SHADERS",
                                                    "WAVEBREAK_TEST_SOURCES", "WAVEBREAK_REPEATER")))


class UiTest(unittest.TestCase):
    """A test with a screen and a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.screen = Screen()
        self.addCleanup(self.screen.close)

    def open(self, *words, environment=None):
        window = Window(self.screen, [COMMAND, *words], self.folder, environment)
        self.addCleanup(window.close)
        return window

    def stopped_in_grass(self, where="float radius = max", condition="invocation 37,5,0", *arguments):
        """The window over the grass sample, stopped; and the line."""
        line = grass_line(where)
        window = self.open("ui", "--gpu", "sim", "--break", f"grass.comp:{line} if {condition}", "--", GRASS, *arguments)
        window.wait(lambda s: s["overview"]["phase"] == "stopped" and s["source"]["focus_line"] == line and s["variables"], "stop in the shader")
        return window, line


if __name__ == "__main__":
    unittest.main(module=sys.argv.pop(1), verbosity=2)
