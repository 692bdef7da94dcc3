# SPDX-License-Identifier: MIT
"""Modules that an optimiser had before the driver: functions inlined (DebugInlinedAt), variables taken away (DebugValue)."""
import unittest

from harness import debugger
from models import steps_model
from stepping_test import line_of


class Inlined(unittest.TestCase):
    def setUp(self):
        self.tool = debugger()
        self.at = lambda name: self.tool.marker("steps", name)

    def run_steps(self, kind, commands):
        got = self.tool.run(commands, self.tool.program("steps", kind, 2, 1))
        self.assertEqual([row[0] for row in got.rows], steps_model(), got.errors)
        return got

    def check_frames(self, kind):
        got = self.run_steps(kind, [f"break steps.comp:{self.at('call')} if invocation 70,0,0", "run", "step", "step", "backtrace",
                                    "print x", "next", "print tripled", "up", "print x", "up", "print i", "down", "down", "finish",
                                    "print first", "next", "next", "print sum", "continue"])
        self.assertEqual(got.status, 0, got.errors)
        self.assertEqual(line_of(got.text(1)), self.at("call"))
        self.assertEqual(line_of(got.text(2)), self.at("middle"))
        self.assertEqual(line_of(got.text(3)), self.at("inner"))
        frames = got.text(4).splitlines()
        self.assertEqual(len(frames), 3, got.text(4))
        self.assertIn("inner (x = 70)", frames[0])
        self.assertIn(f"middle (x = 70) at steps.comp:{self.at('middle')}", frames[1])
        self.assertIn(f"main () at steps.comp:{self.at('call')}", frames[2])
        self.assertEqual(got.value(5), "70")
        self.assertEqual(line_of(got.text(6)), self.at("inner") + 1)
        self.assertEqual(got.value(7), "210")
        self.assertEqual(got.value(9), "70")  # middle's x
        self.assertEqual(got.value(11), "70")  # main's i
        self.assertEqual(line_of(got.text(14)), self.at("middle") + 1)
        self.assertEqual(got.value(15), "211")
        self.assertEqual(line_of(got.text(16)), self.at("middle") + 2)  # over the second call
        self.assertEqual(line_of(got.text(17)), self.at("store"))
        self.assertEqual(got.value(18), str(211 + 3 * 211 + 1))

    def test_frames_of_functions_inlined_before(self):
        self.check_frames("inlined")

    def test_frames_and_values_of_an_optimised_module(self):
        self.check_frames("optimised")

    def test_the_second_call_is_a_frame_of_its_own(self):
        for kind in ("inlined", "optimised"):
            got = self.run_steps(kind, [f"break steps.comp:{self.at('middle') + 1} if invocation 5,0,0", "run", "step", "backtrace",
                                        "print x", "finish", "continue"])
            self.assertEqual(line_of(got.text(2)), self.at("inner"))
            self.assertIn(f"middle (x = 5) at steps.comp:{self.at('middle') + 1}", got.text(3))
            self.assertEqual(got.value(4), "16")
            self.assertEqual(line_of(got.text(5)), self.at("middle") + 2)

    def test_conditions_know_each_instance(self):
        for kind, place in (("inlined", "inner"), ("optimised", f"steps.comp:{self.at('inner')}")):
            got = self.run_steps(kind, [f"break {place} if x == 16 && gl_GlobalInvocationID.x == 5", "run", "backtrace", "continue"])
            self.assertIn("inner (x = 16)", got.text(2))
            self.assertIn(f"middle (x = 5) at steps.comp:{self.at('middle') + 1}", got.text(2))

    def test_what_cannot_be_shown_or_changed_is_said(self):
        got = self.run_steps("optimised", [f"break steps.comp:{self.at('middle')} if invocation 7,0,0", "run", "print second",
                                           "set var x = 9", "print other", "continue"])
        self.assertIn("<not available: the module was optimised before the driver saw it", got.text(2))
        self.assertIn("the module was optimised before the driver saw it", got.answers[3][1])
        self.assertFalse(got.answers[3][0])
        self.assertFalse(got.answers[4][0])  # main's, not middle's

    def test_variables_of_an_inlined_function_can_be_changed(self):
        tool, line = self.tool, self.at("middle") + 2
        got = tool.run([f"break steps.comp:{line} if invocation 77,0,0", "run", "set var first = 1000", "print first", "continue"],
                       tool.program("steps", "inlined", 2, 1))
        first = 3 * 77 + 1
        self.assertEqual(got.value(3), "1000")
        self.assertEqual([row[0] for row in got.rows], steps_model(1000 + 3 * first + 1, 77))
