# SPDX-License-Identifier: MIT
"""Mistakes of the person: clear messages, the right exit status, and a program that is none the worse."""
import os
import stat
import subprocess
import tempfile
import unittest

from harness import debugger
from models import steps_model


class Mistakes(unittest.TestCase):
    def setUp(self):
        self.tool = debugger()
        self.at = lambda name: self.tool.marker("steps", name)
        self.program = self.tool.program("steps", "g", 2, 1)

    def steps(self, commands, **options):
        got = self.tool.run(commands, self.program, **options)
        self.assertEqual([row[0] for row in got.rows], steps_model(), got.errors)
        return got

    def test_breakpoints_that_are_never_reached(self):
        got = self.steps(["break steps.comp:999", "break nowhere.comp:3", f"break steps.comp:{self.at('store')} if i == 4096",
                          f"break steps.comp:{self.at('end')} if invocation 9999,0,0", "run"])
        last = self.tool.last_line("steps")
        ok, text = got.answers[4]
        self.assertTrue(ok)
        lines = text.splitlines()
        self.assertEqual(lines[0], "The program has ended.")
        self.assertEqual(lines[1], f"Breakpoint 1 at steps.comp:999 was never reached: steps.comp has no statement at or after line 999; "
                                   f"the last one is on line {last}.")
        self.assertEqual(lines[2], "Breakpoint 2 at nowhere.comp:3 was never reached: no shader of the program has that file "
                                   "(they have steps.comp).")
        self.assertEqual(lines[3], f"Breakpoint 3 at steps.comp:{self.at('store')} was never reached.")
        self.assertEqual(lines[4], f"Breakpoint 4 at steps.comp:{self.at('end')} was never reached.")
        self.assertEqual(got.status, 0, got.errors)

    def test_no_such_line_names_the_nearest(self):
        # Line 2 is a comment: the first statement behind it is in the first function.
        got = self.steps([f"tbreak steps.comp:{self.at('call')} if invocation 0,0,0", "run", "break steps.comp:2", "break steps.comp:500",
                          "break nobody.comp:1", "delete", "continue"])
        self.assertIn(f"Breakpoint 2 at steps.comp:{self.at('inner')} (line 2 has no statement)", got.text(2))
        self.assertIn(f"the last one is on line {self.tool.last_line('steps')}", got.text(3))
        self.assertNotIn("no shader of the program has it", got.text(3))
        self.assertIn("no shader of the program has it yet", got.text(4))

    def test_what_a_waiting_breakpoint_was_mistaken_in(self):
        """Files and variables that are not as it says, told once there is a shader to look at."""
        got = self.steps([f"break wrong/folder/steps.comp:{self.at('store')} if i == 4096 && nobody > 3", "run"])
        self.assertIn("no shader of the program has it yet", got.text(0))
        self.assertIn("no file is called 'wrong/folder/steps.comp'", got.errors)
        self.assertIn("has no variable 'nobody'", got.errors)

    def test_addresses_that_are_not_mapped(self):
        got = self.steps([f"break steps.comp:{self.at('store')} if invocation 1,0,0", "run", "x/4xw 0x10", "x/4xw 0xffffffffffffff00",
                          "print i", "delete", "continue"])
        for n, address in ((2, "0x10"), (3, "0xffffffffffffff00")):
            ok, text = got.answers[n]
            self.assertFalse(ok)
            self.assertIn(f"cannot read 16 bytes at {address}", text)
            self.assertIn("nothing is mapped", text)
            self.assertIn("the nearest is", text)
        self.assertEqual(got.answers[4], (True, "i = 1"))
        self.assertEqual(got.status, 1)

    def test_without_a_runtime_folder(self):
        environment = {name: value for name, value in os.environ.items() if name != "XDG_RUNTIME_DIR"}
        got = self.steps([f"break steps.comp:{self.at('store')} if invocation 1,0,0", "run", "print i", "delete", "continue"],
                         environment=environment)
        self.assertEqual(got.answers[2], (True, "i = 1"))
        self.assertEqual(got.status, 0, got.errors)

    def test_with_a_runtime_folder_that_is_not_there(self):
        got = self.steps(["run"], environment=dict(os.environ, XDG_RUNTIME_DIR="/nonexistent/folder"))
        self.assertEqual(got.status, 0, got.errors)

    def command(self, *arguments, script=None):
        with tempfile.NamedTemporaryFile("w", suffix=".wb") as file:
            if script is not None:
                file.write(script)
                file.flush()
                arguments = [file.name if argument == "SCRIPT" else argument for argument in arguments]
            return subprocess.run([self.tool.wavebreak, *arguments], capture_output=True, text=True, timeout=240, check=False,
                                  stdin=subprocess.DEVNULL)

    def test_programs_that_cannot_be_started(self):
        with tempfile.TemporaryDirectory() as folder:
            text = os.path.join(folder, "text")
            with open(text, "w", encoding="utf-8") as file:
                file.write("not a program\n")
            os.chmod(text, stat.S_IRUSR)
            for program, reason in (("/nonexistent/program", "No such file or directory"), (text, "Permission denied"),
                                    (folder, "Permission denied")):
                # The second attempt fails for the same reason, not for something that the first has left behind.
                done = self.command("run", "--gpu", "sim", "--exec", "SCRIPT", "--", program, script="run\nrun\n")
                self.assertEqual(done.stdout.count(f"error: cannot start '{program}': {reason}"), 2, done.stdout)
                self.assertEqual(done.returncode, 2)

    def test_programs_without_vulkan(self):
        done = self.command("run", "--gpu", "sim", "--exec", "SCRIPT", "--", "/bin/sh", "-c", "exit 7", script="run\n")
        self.assertIn("the program exited with status 7 before its Vulkan layer had connected; does it use Vulkan?", done.stdout)
        self.assertEqual(done.returncode, 2)

    def test_a_wrong_command_in_a_script(self):
        for script, status in (("frobnicate\nrun\n", 1), ("run\n", 0), ("# nothing\n\nrun\nprint 1\n", 1)):
            done = self.command("run", "--gpu", "sim", "--exec", "SCRIPT", "--", *self.program, script=script)
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
            self.assertIn("The program has ended.", done.stdout)
        self.assertIn("error: the program has ended", done.stdout)

    def test_scripts_that_cannot_be_read(self):
        for arguments in (("run", "--gpu", "sim", "--exec", "/nonexistent.wb", "--", *self.program),
                          ("attach", "--exec", "/tmp", str(os.getpid()))):
            done = self.command(*arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn("cannot read the commands in", done.stderr)
            self.assertEqual(done.stdout, "")

    def test_wrong_arguments(self):
        for arguments in ((), ("run",), ("run", "--gpu", "none", "--", "x"), ("attach",), ("frobnicate",)):
            done = self.command(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertTrue(done.stderr)
