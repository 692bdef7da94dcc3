# SPDX-License-Identifier: MIT
"""Breakpoints, stepping, and what a change changes."""
import os
import re
import unittest

from harness import debugger
from models import steps_model


def line_of(text):
    """Line number in front of the source text of a stop."""
    return int(text.splitlines()[-1].split("\t")[0])


class Stepping(unittest.TestCase):
    def setUp(self):
        self.tool = debugger()
        self.at = lambda name: self.tool.marker("steps", name)

    def run_steps(self, commands, kind="g", repeat=1, **options):
        return self.tool.run(commands, self.tool.program("steps", kind, 2, 1, repeat), **options)

    def test_into_over_and_out(self):
        for kind in ("g", "gvs"):
            got = self.run_steps([f"break steps.comp:{self.at('call')} if invocation 70,0,0", "run", "step", "step", "backtrace", "print x",
                                  "finish", "next", "next", "next", "continue"], kind)
            self.assertEqual(got.status, 0, got.errors)
            self.assertEqual(line_of(got.text(1)), self.at("call"))
            self.assertEqual(line_of(got.text(2)), self.at("middle"))
            self.assertEqual(line_of(got.text(3)), self.at("inner"))
            frames = got.text(4).splitlines()
            self.assertEqual(len(frames), 3)
            self.assertIn("inner (x = 70)", frames[0])
            self.assertIn(f"middle (x = 70) at steps.comp:{self.at('middle')}", frames[1])
            self.assertIn(f"main () at steps.comp:{self.at('call')}", frames[2])
            self.assertEqual(got.value(5), "70")
            self.assertEqual(line_of(got.text(6)), self.at("middle") + 1)
            self.assertEqual(line_of(got.text(7)), self.at("middle") + 2)  # over the second call
            self.assertEqual(line_of(got.text(8)), self.at("store"))
            self.assertEqual([row[0] for row in got.rows], steps_model())

    def test_next_over_a_barrier_and_a_branch(self):
        got = self.run_steps([f"break steps.comp:{self.at('store')} if invocation 5,0,0", "run"] + ["next"] * 4 + ["continue"])
        lines = [line_of(got.text(n)) for n in range(1, 6)]
        self.assertEqual(lines[0], self.at("store"))
        self.assertIn(self.at("after"), lines)
        self.assertIn(self.at("odd"), lines)  # invocation 5 takes the other branch
        self.assertNotIn(self.at("even"), lines)
        self.assertEqual([row[0] for row in got.rows], steps_model())

    def test_a_loop_stops_once_an_iteration(self):
        got = self.run_steps([f"break steps.comp:{self.at('body')} if invocation 64,0,0", "run", "print n", "print sum", "continue", "print n",
                              "print sum", "continue", "print n", "print sum", f"break steps.comp:{self.at('end')} if invocation 64,0,0",
                              "continue", "print sum", "print other", "continue"])
        self.assertEqual([got.value(n) for n in (2, 5, 8)], ["0", "1", "2"])
        # The variable inside the loop and behind it: what it held before plus as much each time.
        other = int(got.value(13))
        self.assertEqual([int(got.value(n)) for n in (3, 6, 9, 12)], [4 * (3 * 64 + 1) + 1 + k * other for k in range(4)])
        self.assertEqual(int(got.value(12)), steps_model()[64])

    def test_the_end_of_a_wave(self):
        """Over the last statement, out of the last loop, and past the last instruction."""
        for command in ("next", "step", "until", "stepi 1000"):
            over_brace = [command] if self.tool.last_line("steps") > self.at("end") and command != "stepi 1000" else []
            got = self.run_steps([f"break steps.comp:{self.at('end')} if invocation 5,0,0", "run", *over_brace, command, "continue"])
            self.assertEqual(got.status, 0, got.errors)
            self.assertEqual(got.text(2 + len(over_brace)), "The wave has ended.", command)
            self.assertEqual([row[0] for row in got.rows], steps_model())

    def test_conditions_name_their_lanes(self):
        got = self.run_steps([f"break steps.comp:{self.at('store')} if i >= 70 && i < 73", "run", "print i", "lanes i", "info waves", "continue"])
        self.assertIn("with lanes 6-8", got.text(1))
        self.assertEqual(got.value(2), "70")
        self.assertIn("(1, 0, 0)", got.text(4))

    def test_a_change_changes_one_invocation(self):
        got = self.run_steps([f"break steps.comp:{self.at('store')} if invocation 77,0,0", "run", "set var sum = 5000", "print sum", "continue"])
        self.assertEqual(got.value(3), "5000")
        self.assertEqual([row[0] for row in got.rows], steps_model(5000, 77))

    def test_breakpoint_during_repeated_submissions(self):
        commands = [f"tbreak steps.comp:{self.at('end')} if invocation 3,0,0", "run", "info dispatches",
                    f"break steps.comp:{self.at('after')} if invocation 100,0,0", "continue", "info dispatches"]
        commands += ["continue"] * 8 + ["info dispatches", "delete", "continue"]
        got = self.run_steps(commands, repeat=20)
        self.assertEqual(self.submissions(got.text(2)), 1)
        # Invocation 100 is of the other workgroup: at the first stop it may or may not have passed the new breakpoint's line.
        first = self.submissions(got.text(5))
        self.assertIn(first, (1, 2))
        # Each further continue comes to the next submission's.
        self.assertEqual(self.submissions(got.text(14)), first + 8)
        self.assertEqual(got.text(16), "The program has ended.")
        self.assertEqual([row[0] for row in got.rows], steps_model())

    def submissions(self, dispatches):
        return int(re.search(r"submitted +(\d+) times", dispatches)[1])

    def test_instructions_registers_memory_and_source(self):
        got = self.run_steps([f"break steps.comp:{self.at('store')} if invocation 2,0,0", "run", "stepi 3", "disassemble", "info registers pc",
                              "x/4uw results", "list", "info shaders", "info buffers", "print $v0", "print/x $exec", "print results.word.length()", "continue"])
        self.assertIn("=>", got.text(2))
        self.assertIn("=>", got.text(3))
        self.assertIn("<results>", got.text(5))
        self.assertIn("//@store", got.text(6))
        self.assertIn("debuggee shader", got.text(7))
        self.assertEqual(got.value(10), "0xffffffffffffffff")
        self.assertEqual(got.value(11), "128")
        self.assertEqual([row[0] for row in got.rows], steps_model())

    def test_mistakes_have_clear_messages(self):
        got = self.run_steps(["print 1", f"break steps.comp:{self.at('end')}", "break nowhere.comp:3", "run", "print nobody", "print i.x",
                              "x/4xw 0x10", "break steps.comp:999", "frobnicate", "delete", "finish", "print i + 1", "continue"])
        self.assertFalse(got.answers[0][0])
        self.assertIn("has not been started", got.answers[0][1])
        self.assertIn("no variable 'nobody'", got.answers[4][1])
        self.assertFalse(got.answers[5][0])
        self.assertIn("0x10", got.answers[6][1])
        self.assertIn("last one is on line", got.answers[7][1])
        # Nothing called main; the wave stays where it is.
        self.assertFalse(got.answers[10][0])
        self.assertIn("means nothing in the outermost frame", got.answers[10][1])
        self.assertTrue(got.answers[11][0])
        self.assertNotEqual(got.status, 0)
        self.assertEqual([row[0] for row in got.rows], steps_model())

    def test_a_pending_breakpoint_is_told_at_the_end(self):
        got = self.run_steps(["break nowhere.comp:3", "run"])
        self.assertIn("pending", got.text(0))
        self.assertIn("never reached: no shader of the program has that file", got.text(1))

    def test_without_a_runtime_folder(self):
        environment = dict(os.environ)
        environment.pop("XDG_RUNTIME_DIR", None)
        got = self.run_steps([f"break steps.comp:{self.at('end')} if invocation 1,0,0", "run", "print i", "continue"], environment=environment)
        self.assertEqual(got.value(2), "1")
