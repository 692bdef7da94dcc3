# SPDX-License-Identifier: MIT
"""Ctrl-C: it ends what runs, not the session, and ends a program that is waited for after `quit`."""
import os
import pty
import signal
import subprocess
import unittest

from harness import debugger
from live import Place


class Interrupt(unittest.TestCase):
    def setUp(self):
        self.tool = debugger()
        self.place = Place(self.tool)
        self.addCleanup(self.place.close)

    def wait_for(self, session, text):
        while text not in session.errors():
            self.assertIsNone(session.child.poll(), session.errors())

    def test_while_the_program_runs(self):
        session = self.place.run(self.place.endless(self.tool.repeater_of("steps", "g", 2, 1)))
        session.child.stdin.write("run\n")
        session.child.stdin.flush()
        self.wait_for(session, "running")
        session.child.send_signal(signal.SIGINT)
        # At a wave of a submission that ran just then, or between two.
        self.assertRegex(session.line(), r"Interrupted, \w+ \(|Interrupted; the program is running and no wave is stopped.")
        # The next commands are not taken for interrupted too.
        line = self.tool.marker("steps", "store")
        self.assertTrue(session.command(f"break steps.comp:{line} if invocation 70,0,0")[0])
        for _ in range(3):
            ok, text = session.command("continue")
            self.assertTrue(ok, text + session.errors())
            self.assertIn("Breakpoint 1", text)
        self.assertEqual(session.command("print i"), (True, "i = 70"))
        # The program would run for ever: nobody ends its input.
        session.child.stdin.write("quit\n")
        session.child.stdin.flush()
        self.assertIn('"quit"', session.line())
        session.child.send_signal(signal.SIGINT)
        self.assertEqual(session.wait(), 0)
        self.assertIn("the program was ended by signal 15", session.errors())
        self.assertEqual(self.place.sockets(), [])

    def test_at_the_prompt(self):
        ours, theirs = pty.openpty()
        arguments = [self.tool.wavebreak, "run", "--gpu", "sim", "--", *self.tool.program("steps", "g", 2, 1)]
        child = subprocess.Popen(arguments, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=self.place.environment)
        os.close(theirs)
        try:
            self.read_until(child, b"(wavebreak) ")
            child.send_signal(signal.SIGINT)
            self.read_until(child, b"\n(wavebreak) ")
            os.write(ours, b"info breakpoints\n")
            self.read_until(child, b"No breakpoints.\n(wavebreak) ")
            os.write(ours, b"quit\n")
            self.assertEqual(child.wait(timeout=240), 0)
        finally:
            child.kill()
            child.wait()
            child.stdout.close()
            os.close(ours)

    def read_until(self, child, text):
        got = b""
        while not got.endswith(text):
            byte = child.stdout.read(1)
            self.assertTrue(byte, f"the output ended with {got!r}")
            got += byte
