# SPDX-License-Identifier: MIT
"""A shader writes where nothing is mapped: the debugger stops its wave there, and the device is lost without one."""
import os
import subprocess
import unittest

from harness import debugger

ADDRESS = "0xffff8fff00001230"


class Fault(unittest.TestCase):
    def test_with_the_debugger(self):
        tool = debugger()
        got = tool.run(["run", "print i", "continue"], tool.program("fault", "g", 2, 1))
        self.assertEqual(got.status, 0, got.errors)
        stop = got.text(0)
        self.assertTrue(stop.startswith("Memory violation"), stop)
        self.assertIn(f"fault.comp:{tool.marker('fault', 'fault')}", stop)
        self.assertRegex(stop, f"A write of 4 bytes at {ADDRESS}: no object of the program is near\nby lane 6: +global_store_b32")
        self.assertEqual(got.value(1), "70")
        # What the simulated device says beside that: address, nearest mapping, instruction.
        self.assertIn(f"write of {ADDRESS}", got.errors)
        self.assertIn("behind the end of the mapping", got.errors)
        self.assertIn("workgroup 1,0,0", got.errors)
        self.assertIn("global_store", got.errors)
        # The handler took the fault, so that nothing is lost.
        self.assertEqual([row[0] for row in got.rows], [1 + i for i in range(128)])

    def test_without(self):
        tool = debugger()
        environment = {name: value for name, value in os.environ.items() if name != "WAVEBREAK"}
        # RADV may learn of the loss as late as at the next submission.
        program = tool.program("fault", "g", 2, 1, repeat=2)
        done = subprocess.run([os.environ["WAVEBREAK_ENV_TOOL"], "--gpu", "sim", "--", *program],
                              capture_output=True, text=True, timeout=60, env=environment, check=False)
        self.assertGreater(done.returncode, 0, "an error that the program reports, not a signal")
        self.assertIn(f"write of {ADDRESS}", done.stderr)
        self.assertRegex(done.stderr, "(?i)lost")
