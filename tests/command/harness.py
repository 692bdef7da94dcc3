# SPDX-License-Identifier: MIT
"""run with: harness.py MODULE; the paths come from the environment that meson sets."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.modules.setdefault("harness", sys.modules[__name__])

from session import Debugger  # noqa: E402


def debugger():
    needed = ("WAVEBREAK_COMMAND", "WAVEBREAK_DEBUGGEE", "WAVEBREAK_GRASS", "WAVEBREAK_TEST_SHADERS", "WAVEBREAK_TEST_SOURCES",
              "WAVEBREAK_REPEATER")
    return Debugger(*(os.environ[name] for name in needed))


if __name__ == "__main__":
    unittest.main(module=sys.argv.pop(1), verbosity=2)
