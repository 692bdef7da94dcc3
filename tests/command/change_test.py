# SPDX-License-Identifier: MIT
"""`set var` on variables of every kind: each changes its own words of one invocation, and nothing else."""
import struct
import unittest

from harness import debugger


def bits(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


# Variable, what it is set to, and which word of the output must then hold what (values.comp stores them behind the stop).
CHANGES = [
    ("negative", "-77", 1, 2**32 - 77),
    ("fraction", "2.5", 2, bits(2.5)),
    ("odd", "!odd", 3, None),
    ("direction.y", "9.25", 5, bits(9.25)),
    ("pair.x", "-3", 7, 2**32 - 3),
    ("flags.y", "true", 10, 1),
    ("turn[1].x", "8.5", 13, bits(8.5)),
    ("precise_one", "6.25", 15, bits(6.25)),
    ("wide", "0x1200000000", 16, 0x12),
    ("half_one", "1.5", 17, bits(1.5)),
    ("narrow", "4321", 18, 4321),
    ("tiny", "99", 19, 99),
    ("outer.weight", "-2.5", 20, bits(-2.5)),
    ("outer.inner.place.x", "55", 21, 55),
    ("outer.inner.found", "!outer.inner.found", 23, None),
    ("outer.tags[2]", "31337", 26, 31337),
    ("list[1]", "0.75", 28, bits(0.75)),
    ("chosen", "7", 31, 7),
    ("rest", "12.5", 33, bits(12.5)),
    ("mixed", "-0.25", 34, bits(-0.25)),
]


class Changes(unittest.TestCase):
    def check(self, kind, invocation):
        tool = debugger()
        program = tool.program("values", kind, 2, 40)
        expected = tool.alone(program)
        for _, _, word, value in CHANGES:
            expected[invocation][word] = 1 - expected[invocation][word] if value is None else value
        line = tool.marker("values", "values")
        commands = [f"break values.comp:{line} if invocation {invocation},0,0", "run"]
        commands += [f"set var {name} = {value}" for name, value, _, _ in CHANGES] + ["continue"]
        got = tool.run(commands, program)
        for n, (name, _, _, _) in enumerate(CHANGES):
            self.assertTrue(got.answers[n + 2][0], f"{name}: {got.answers[n + 2][1]}")
        self.assertEqual(got.status, 0, got.errors)
        for row, (mine, model) in enumerate(zip(got.rows, expected)):
            self.assertEqual(mine, model, f"invocation {row}")

    def test_all_at_once(self):
        self.check("g", 5)
        self.check("g", 100)

    def test_with_scopes(self):
        self.check("gvs", 68)

    def test_one_at_a_time(self):
        tool = debugger()
        program = tool.program("values", "g", 2, 40)
        alone = tool.alone(program)
        line = tool.marker("values", "values")
        for name, value, word, expected in CHANGES[::5]:
            got = tool.run([f"break values.comp:{line} if invocation 7,0,0", "run", f"set var {name} = {value}", "continue"], program)
            different = [(row, n) for row in range(128) for n in range(40) if got.rows[row][n] != alone[row][n]]
            self.assertEqual(different, [(7, word)], name)
            if expected is not None:
                self.assertEqual(got.rows[7][word], expected, name)

    def test_what_cannot_be_changed_is_refused(self):
        tool = debugger()
        line = tool.marker("values", "values")
        got = tool.run([f"break values.comp:{line} if invocation 3,0,0", "run", "set var gl_GlobalInvocationID.x = 1", "set var 5 = 6",
                        "set var nobody = 1", "set var pair = direction", "continue"], tool.program("values", "g", 2, 40))
        for n in range(2, 6):
            self.assertFalse(got.answers[n][0], got.answers[n][1])
        self.assertEqual(got.rows, tool.alone(tool.program("values", "g", 2, 40)))
