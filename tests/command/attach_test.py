# SPDX-License-Identifier: MIT
"""`wavebreak attach` to a running program, and two debuggers at one program."""
import unittest

from harness import debugger
from live import Place
from models import steps_model


class Attach(unittest.TestCase):
    def setUp(self):
        self.tool = debugger()
        self.at = lambda name: self.tool.marker("steps", name)
        self.place = Place(self.tool)
        self.addCleanup(self.place.close)

    def start(self, *options):
        program = self.place.program([*self.tool.repeater_of("steps", "g", 2, 1), *options])
        self.assertEqual(program.line(), "running")
        return program

    def end(self, program):
        """The program is told to end, and has right results."""
        program.end_input()
        rows = program.rest()
        self.assertEqual(program.wait(), 0, program.errors())
        self.assertEqual([int(row) for row in rows], steps_model())
        self.assertEqual(self.place.sockets(), [])

    def stop(self, session, invocation):
        ok, text = session.command(f"break steps.comp:{self.at('store')} if invocation {invocation},0,0")
        self.assertTrue(ok, text)
        self.assertIn("Breakpoint 1 at steps.comp", text)
        self.assertNotIn("pending", text)
        ok, text = session.command("continue")
        self.assertTrue(ok, text)
        self.assertIn(f"invocation ({invocation}, 0, 0)", text)

    def test_break_step_and_quit(self):
        program = self.start()
        session = self.place.attach(program.child.pid)
        self.stop(session, 70)
        self.assertEqual(session.command("print i"), (True, "i = 70"))
        self.assertTrue(session.command("next")[0])
        # The next submission's invocation stops too.
        self.assertIn("Breakpoint 1", session.command("continue")[1])
        session.child.stdin.write("quit\n")
        session.end_input()
        session.rest()
        self.assertEqual(session.wait(), 0, session.errors())
        self.end(program)

    def test_detach_and_attach_again(self):
        program = self.start()
        for invocation in (3, 100):
            session = self.place.attach(program.child.pid)
            self.stop(session, invocation)
            self.assertTrue(session.command("detach")[0])
            ok, text = session.command("continue")
            self.assertEqual((ok, text), (False, "the debugger has detached from the program"))
            session.end_input()
            session.rest()
            self.assertEqual(session.wait(), 1)
        self.end(program)

    def test_the_program_ends_while_attached(self):
        program = self.start()
        session = self.place.attach(program.child.pid)
        self.stop(session, 5)
        self.assertTrue(session.command("delete")[0])
        program.end_input()
        self.assertEqual(session.command("continue"), (True, "The program has ended."))
        session.end_input()
        self.assertEqual(session.wait(), 0, session.errors())
        self.end(program)

    def test_a_second_debugger_is_refused(self):
        program = self.start()
        first = self.place.attach(program.child.pid)
        self.stop(first, 64)
        second = self.place.attach(program.child.pid)
        self.assertEqual(second.rest(), [])
        self.assertEqual(second.wait(), 2)
        self.assertIn("another debugger is attached to this program", second.errors())
        # The first one has noticed nothing.
        self.assertEqual(first.command("print i"), (True, "i = 64"))
        self.assertTrue(first.command("next")[0])
        self.assertIn("Breakpoint 1", first.command("continue")[1])
        first.end_input()
        first.rest()
        self.assertEqual(first.wait(), 0)
        self.end(program)

    def test_commands_recorded_before_are_told(self):
        program = self.start("once")
        session = self.place.attach(program.child.pid)
        ok, text = session.command(f"break steps.comp:{self.at('store')} if invocation 3,0,0")
        self.assertTrue(ok, text)
        # The command buffer is submitted again and again; it has no variant that could stop. If that has been heard of already,
        # the answer tells it.
        while "ran without the debug variant" not in text + session.errors():
            self.assertTrue(session.command("info dispatches")[0])
        said = text
        program.end_input()
        ok, text = session.command("continue")
        self.assertTrue(ok, text)
        self.assertRegex(text, r"Breakpoint 1 at steps.comp:\d+ was never reached: the program submitted \d+ dispatch(es)? of its shader "
                               r"that (was|were) recorded before the debugger was there")
        session.end_input()
        session.wait()
        self.assertRegex(said + session.errors(), r"breakpoint 1: \d+ dispatch(es)? of .*repeated shader.* ran without the debug variant")
        self.end(program)

    def test_attach_needs_a_process_with_the_layer(self):
        got = self.place.attach(self.no_such_process())
        got.rest()
        self.assertEqual(got.wait(), 2)
        self.assertIn("there is no process", got.errors())
        sleeper = self.place.program(["/bin/cat"])
        got = self.place.attach(sleeper.child.pid)
        got.rest()
        self.assertEqual(got.wait(), 2)
        self.assertIn("no Wavebreak layer listening", got.errors())
        self.assertIn("WAVEBREAK=1", got.errors())

    def no_such_process(self):
        """A process id that was in use and is free."""
        gone = self.place.program(["/bin/true"])
        gone.wait()
        return gone.child.pid
