# SPDX-License-Identifier: MIT
"""The program ends, crashes or is killed while one of its waves is stopped."""
import signal
import unittest

from harness import debugger
from live import Place


class Ending(unittest.TestCase):
    def setUp(self):
        self.tool = debugger()
        self.place = Place(self.tool)
        self.addCleanup(self.place.close)

    def stopped(self, leave="exit"):
        """A session with a stopped wave, and the program's process id."""
        session = self.place.run(self.tool.program("steps", "g", 2, 1, 3), DEBUGGEE_LEAVE=leave)
        line = self.tool.marker("steps", "store")
        self.assertTrue(session.command(f"break steps.comp:{line} if invocation 70,0,0")[0])
        ok, text = session.command("run")
        self.assertTrue(ok, text)
        self.assertIn("invocation (70, 0, 0)", text)
        with open(f"/proc/{session.child.pid}/task/{session.child.pid}/children", encoding="utf-8") as children:
            return session, int(children.read().split()[0])

    def check(self, leave, number, ending):
        """Sends signal `number` to the program while it is stopped."""
        session, pid = self.stopped(leave)
        process = signal_and_wait(pid, number)
        self.assertTrue(process, "the program did not end")
        # What was known of the wave is not shown as if it were still there.
        ok, text = session.command("print i")
        self.assertEqual((ok, text), (False, f"the program {ending}"))
        ok, text = session.command("continue")
        self.assertEqual((ok, text), (False, f"the program {ending}"))
        session.end_input()
        self.assertEqual(session.rest(), [])
        self.assertEqual(session.wait(), 1)
        self.assertEqual(self.place.sockets(), [])

    def test_exit(self):
        self.check("exit", signal.SIGUSR1, "exited with status 3")

    def test_abort(self):
        self.check("abort", signal.SIGUSR1, "was ended by signal 6 (Aborted)")

    def test_segmentation_fault(self):
        self.check("crash", signal.SIGUSR1, "was ended by signal 11 (Segmentation fault)")

    def test_kill(self):
        self.check("exit", signal.SIGKILL, "was ended by signal 9 (Killed)")

    def test_killed_while_the_debugger_waits(self):
        session = self.place.run(self.place.endless(self.tool.repeater_of("steps", "g", 2, 1)))
        self.assertTrue(session.command("break steps.comp:1 if invocation 999999,0,0")[0])
        session.child.stdin.write("run\n")
        session.child.stdin.flush()
        # The program says on standard error that it runs.
        pid = wait_for_child(session)
        self.assertTrue(signal_and_wait(pid, signal.SIGKILL))
        answer = session.line()
        self.assertIn("The program was ended by signal 9 (Killed).", answer)
        session.end_input()
        self.assertEqual(session.wait(), 0)
        self.assertEqual(self.place.sockets(), [])


def wait_for_child(session):
    """The program's process id, once it has submitted something (its output goes to standard error)."""
    while "running" not in session.errors():
        session.child.poll()
        if session.child.returncode is not None:
            raise AssertionError(session.errors())
    with open(f"/proc/{session.child.pid}/task/{session.child.pid}/children", encoding="utf-8") as children:
        return int(children.read().split()[0])


def signal_and_wait(pid, number):
    """Sends a signal to a process that is not our child and waits until it has ended."""
    import os
    import select

    descriptor = os.pidfd_open(pid)
    try:
        os.kill(pid, number)
        return bool(select.select([descriptor], [], [], 240)[0])
    finally:
        os.close(descriptor)
