# SPDX-License-Identifier: MIT
"""Values that the compiler has spilled, to scratch or to lanes of a register, print as what they are."""
import unittest

from harness import debugger

VECTORS, BOOLEANS = 66, 64


def vector(i, n):
    return tuple((i * 97 + n) * factor % 2**32 for factor in (1, 3, 5, 7))


def boolean(i, n):
    return ((i * 2654435761 % 2**32) >> (n & 31) & 1) != n >> 5


def stored(i):
    total = 0
    for n in range(VECTORS):
        total = (total * 31 + sum(vector(i, n))) % 2**32
    for n in range(BOOLEANS):
        total = (total * 2 + boolean(i, n)) % 2**32
    return total


class Spills(unittest.TestCase):
    def test_all_of_them(self):
        tool = debugger()
        line, lane = tool.marker("spills", "spilled"), 41
        names = [f"v{n}" for n in range(VECTORS)] + [f"b{n}" for n in range(BOOLEANS)]
        got = tool.run([f"break spills.comp:{line} if invocation {lane},0,0", "run", *(f"print {name}" for name in names), "continue"],
                       tool.program("spills", "g", 1, 1))
        self.assertEqual(got.status, 0, got.errors)
        expected = [str(vector(lane, n)) for n in range(VECTORS)] + [str(bool(boolean(lane, n))).lower() for n in range(BOOLEANS)]
        self.assertEqual([got.value(2 + n) for n in range(len(names))], expected)
        self.assertEqual([row[0] for row in got.rows], [stored(i) for i in range(64)])

    def test_changed_ones(self):
        tool = debugger()
        line, lane = tool.marker("spills", "spilled"), 41
        changes = [f"set var b{n} = {'false' if boolean(lane, n) else 'true'}" for n in range(BOOLEANS)]
        got = tool.run([f"break spills.comp:{line} if invocation {lane},0,0", "run", *changes, "continue"],
                       tool.program("spills", "g", 1, 1))
        # Each change has its effect or is refused, and no other invocation changes.
        total = 0
        for n in range(VECTORS):
            total = (total * 31 + sum(vector(lane, n))) % 2**32
        for n in range(BOOLEANS):
            changed, text = got.answers[2 + n]
            self.assertTrue(changed or "read-only" in text or "second copy" in text, text)
            total = (total * 2 + (boolean(lane, n) != changed)) % 2**32
        rows = [row[0] for row in got.rows]
        self.assertEqual(rows[lane], total)
        self.assertEqual(rows[:lane] + rows[lane + 1:], [stored(i) for i in range(64) if i != lane])
