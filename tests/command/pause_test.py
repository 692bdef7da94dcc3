# SPDX-License-Identifier: MIT
"""Ctrl-C while a shader runs that does not end: its waves stop at their next statements, are looked at, stepped, changed, and let go."""
import json
import queue
import signal
import unittest

from harness import debugger
from live import Place

LAST = 127  # whose word ends it


class Pause(unittest.TestCase):
    def setUp(self):
        self.tool = debugger()
        self.place = Place(self.tool)
        self.addCleanup(self.place.close)

    def interrupted(self, session, command):
        """The answer to a command that does not end by itself. A Ctrl-C counts from the moment it has begun: it is pressed until then."""
        session.child.stdin.write(command + "\n")
        session.child.stdin.flush()
        while True:
            session.child.send_signal(signal.SIGINT)
            try:
                return session.lines.get(timeout=0.2)
            except queue.Empty:
                self.assertIsNone(session.child.poll(), session.errors())

    def test_an_endless_shader(self):
        at = lambda name: self.tool.marker("endless", name)
        output = f"{self.place.extra.name}/output"
        session = self.place.run(self.tool.program("endless", "g", 2, 1), DEBUGGEE_OUTPUT=output)
        self.assertTrue(session.command(f"break endless.comp:{at('begin')} if invocation 70,0,0")[0])
        self.assertIn("Breakpoint 1", session.command("run")[1])
        self.assertTrue(session.command("delete")[0])
        stop = self.interrupted(session, "continue")
        while "Interrupted, main () at endless.comp:" in stop:  # before it came to the loop
            stop = self.interrupted(session, "continue")
        self.assertIn(f"Interrupted, spin (last = {LAST}) at endless.comp:", stop)
        self.assertEqual(json.loads(stop)["stop"]["reason"], "interrupted")
        # Whichever wave came first, it is known where it is, and it is stepped as any other.
        which = "print gl_GlobalInvocationID.x"
        ok, first = session.command(which)
        self.assertTrue(ok, first)
        self.assertTrue(session.command("next")[0])
        self.assertEqual(session.command(which), (True, first))
        self.assertRegex(session.command("print turns")[1], r"^turns = \d+$")
        # A step that does not end: the same wave, and the same lane.
        self.assertTrue(session.command("lane 5")[0])
        ok, fifth = session.command(which)
        self.assertTrue(ok, fifth)
        stop = self.interrupted(session, "finish")
        self.assertIn(f"Interrupted, spin (last = {LAST}) at endless.comp:", stop)
        self.assertEqual(session.command(which), (True, fifth))
        # Nothing stays armed: it goes on until it is ended.
        self.assertTrue(session.command(f"set var results.word[{LAST}] = 1")[0])
        self.assertEqual(session.command("continue"), (True, "The program has ended."))
        session.end_input()
        session.rest()
        self.assertEqual(session.wait(), 0, session.errors())
        with open(output, encoding="utf-8") as file:
            self.assertEqual([int(line) for line in file], [3 * i + 1 for i in range(128)])

    def test_what_has_no_debug_variant(self):
        # Recorded and submitted before the debugger came.
        program = self.place.program([*self.tool.repeater_of("steps", "g", 2, 1), "once"])
        self.assertEqual(program.line(), "running")
        session = self.place.attach(program.child.pid)
        self.assertTrue(session.command("info breakpoints")[0])
        answer = self.interrupted(session, "continue")
        self.assertIn("no wave is stopped", answer)
        self.assertRegex(answer, "no debug variant|no submission that the debugger has seen runs")
        session.end_input()
        session.rest()
        self.assertEqual(session.wait(), 0, session.errors())
        program.end_input()
        program.rest()
        self.assertEqual(program.wait(), 0, program.errors())


if __name__ == "__main__":
    unittest.main()
