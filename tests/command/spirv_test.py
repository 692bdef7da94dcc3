# SPDX-License-Identifier: MIT
"""Shaders without debug information, and with malformed debug information."""
import os
import re
import tempfile
import unittest

from harness import debugger
from live import Place
from models import steps_model
from spirv_module import OP_LINE, OP_STRING, SpirvModule


class NoDebugInformation(unittest.TestCase):
    def setUp(self):
        self.tool = debugger()
        self.place = Place(self.tool)
        self.addCleanup(self.place.close)

    def listing(self, session, file):
        """Line number -> text of a file that `list` shows."""
        lines = {}
        ok, text = session.command(f"list {file}:1")
        while ok:
            for line in text.splitlines():
                number, content = line.split("\t", 1)
                lines[int(number.split()[0])] = content
            ok, text = session.command("list")
        return lines

    def test_the_disassembly_is_the_source(self):
        program = self.place.program(self.tool.repeater_of("steps", "none", 2, 1))
        self.assertEqual(program.line(), "running")
        session = self.place.attach(program.child.pid)
        ok, text = session.command("info shaders")
        self.assertTrue(ok, text)
        self.assertIn("no line information", text)
        file = re.search(r"shader\d+\.spvasm", text).group()
        lines = self.listing(session, file)
        self.assertIn("OpCapability Shader", lines[1])
        # uint sum = middle(i): the call, then the store of its result.
        store = next(number for number, line in lines.items() if re.search(r"OpStore %sum ", line))
        ok, text = session.command(f"break {file}:{store} if invocation 70,0,0")
        self.assertTrue(ok and f"{file}:{store}." in text, text)
        ok, text = session.command("continue")
        self.assertTrue(ok, text)
        self.assertIn(f"main () at {file}:{store}", text)
        self.assertEqual(text.splitlines()[-1], f"{store}\t{lines[store]}")
        # Variables have the names that OpName gives them.
        self.assertEqual(session.command("print i"), (True, "i = 70"))
        ok, text = session.command("step")
        self.assertTrue(ok, text)
        number = int(text.splitlines()[-1].split("\t")[0])
        self.assertGreater(number, store)
        self.assertEqual(session.command("print sum"), (True, "sum = 845"))  # 211 of the first call, and 3 * 211 + 1
        session.end_input()
        session.rest()
        self.assertEqual(session.wait(), 1)  # the last `list` failed at the file's end
        program.end_input()
        rows = program.rest()
        self.assertEqual(program.wait(), 0)
        self.assertEqual([int(row) for row in rows], steps_model())


# NonSemantic.Shader.DebugInfo.100
COMPILATION_UNIT, FUNCTION, LEXICAL_BLOCK, SCOPE, LOCAL_VARIABLE, DECLARE, SOURCE, DEFINITION, LINE = 1, 20, 21, 23, 26, 28, 35, 101, 103


class Malformed(unittest.TestCase):
    """The program must run to its right end whatever the debug information says; so must the command."""

    def setUp(self):
        self.tool = debugger()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = os.path.join(folder.name, "malformed.spv")
        self.line = self.tool.marker("steps", "store")

    def module(self, kind):
        return SpirvModule(os.path.join(self.tool.shaders, f"steps.{kind}.spv"))

    def run_it(self, module, commands=("print i", "info locals", "backtrace", "next", "list")):
        module.write(self.file)
        program = [self.tool.debuggee, self.file, "2", "1"]
        got = self.tool.run([f"break steps.comp:{self.line} if invocation 70,0,0", "run", *commands, "delete", "continue"], program)
        self.assertEqual([row[0] for row in got.rows], steps_model(), got.errors)
        self.assertIn(got.status, (0, 1), got.errors)
        self.assertEqual(len(got.answers), len(commands) + 4, got.errors)
        return got

    def test_lines_beyond_the_source(self):
        module = self.module("g")
        for instruction in module.code:
            if instruction[0] == OP_LINE and instruction[2] == self.line:
                instruction[2] = 0xfffffff0
        got = self.run_it(module)
        # The line has no statement any more: the next one is taken.
        self.assertIn("main () at steps.comp:", got.answers[1][1])
        self.assertEqual(got.answers[2], (True, "i = 70"))

    def test_names_that_are_no_text(self):
        module = self.module("g")
        for instruction in module.code:
            if instruction[0] == OP_STRING:
                instruction[2:] = [0xfffefdfc] * (len(instruction) - 3) + [0x00c3ffff]
        got = self.run_it(module)
        self.assertIn("was never reached", got.answers[1][1])

    def check(self, number, operands):
        module = self.module("gvs")
        count = 0
        for instruction in module.debug_instructions(number):
            instruction[5:] = operands(module, instruction)
            count += 1
        self.assertGreater(count, 0)
        return self.run_it(module)

    def every(self, operands):
        for number in (SCOPE, LOCAL_VARIABLE, DECLARE, DEFINITION, FUNCTION, LINE, SOURCE):
            with self.subTest(instruction=number):
                self.check(number, operands)

    def test_ids_of_something_else(self):
        self.every(lambda module, instruction: [module.imported("GLSL.std.450")] * len(instruction[5:]))

    def test_ids_of_nothing(self):
        self.every(lambda module, instruction: [module.header[3] + 1000] * len(instruction[5:]))

    def test_scopes_that_contain_themselves(self):
        self.every(lambda module, instruction: [instruction[2]] * len(instruction[5:]))

    def test_operands_left_out(self):
        self.every(lambda module, instruction: [])
