# SPDX-License-Identifier: MIT
"""A driver that is not Wavebreak's: a clear message, and the program's own result."""
import os
import unittest

from harness import debugger
from live import Place
from models import steps_model

NOT_OURS = "its driver is not Wavebreak's RADV"


class Driver(unittest.TestCase):
    def setUp(self):
        self.tool = debugger()
        self.place = Place(self.tool)
        self.addCleanup(self.place.close)

    def test_run(self):
        # The program chooses its driver itself, whatever `run` has set.
        program = [os.environ["WAVEBREAK_ENV_TOOL"], "--gpu", "lavapipe", "--", *self.tool.program("steps", "g", 2, 1)]
        got = self.tool.run(["break steps.comp:12", "run", "print 1"], program)
        self.assertIn("llvmpipe", got.errors)
        self.assertIn(NOT_OURS, got.errors)
        ok, text = got.answers[1]
        self.assertTrue(ok)
        self.assertIn("The program has ended.", text)
        self.assertIn("Breakpoint 1 at steps.comp:12 was never reached: llvmpipe", text)
        self.assertIn(NOT_OURS, text)
        self.assertEqual(got.answers[2], (False, "the program has ended"))
        self.assertEqual([row[0] for row in got.rows], steps_model())

    def test_attach(self):
        program = self.place.program(self.tool.repeater_of("steps", "g", 2, 1), gpu="lavapipe")
        self.assertEqual(program.line(), "running")
        session = self.place.attach(program.child.pid)
        ok, text = session.command("info devices")
        self.assertTrue(ok)
        self.assertIn("llvmpipe", text)
        self.assertIn(NOT_OURS, text)
        ok, text = session.command("break steps.comp:12")
        self.assertIn("pending", text)
        session.end_input()
        self.assertEqual(session.rest(), [])
        self.assertEqual(session.wait(), 0)
        self.assertIn(NOT_OURS, session.errors())
        program.end_input()
        rows = program.rest()
        self.assertEqual(program.wait(), 0)
        self.assertEqual([int(row) for row in rows], steps_model())
