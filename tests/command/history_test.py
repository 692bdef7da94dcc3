# SPDX-License-Identifier: MIT
"""The value history: $1, $, $$ and $$3 are values that print has shown."""
import unittest

from harness import debugger


class History(unittest.TestCase):
    def test_values_are_kept_as_they_were(self):
        tool = debugger()
        line = tool.marker("steps", "store")
        got = tool.run(["print $", f"break steps.comp:{line} if invocation 77,0,0", "run", "print $1", "print i", "print sum", "set var sum = 5",
                        "print sum", "print $2", "print $1 + $2", "print $", "print $$", "print $$3", "print", "print $99", "set var $1 = 4",
                        "show values", "next", "print $2", "delete", "continue"], tool.program("steps", "g", 2, 1))
        # 77: first = 3 * 77 + 1 = 232, second = 3 * 232 + 1 = 697
        self.assertFalse(got.answers[0][0])
        self.assertEqual(got.answers[3], (False, "nothing has been printed yet; the first value will be $1"))
        self.assertEqual(got.value(4), "77")    # $1
        self.assertEqual(got.value(5), "929")   # $2
        self.assertEqual(got.value(7), "5")     # $3
        self.assertEqual(got.value(8), "929")   # $4
        self.assertEqual(got.value(9), "1006")  # $5
        self.assertEqual(got.value(10), "1006")  # $6
        self.assertEqual(got.value(11), "1006")  # $7: the one before the last was $5
        self.assertEqual(got.value(12), "929")  # $8: three before $7 is $4
        self.assertEqual(got.value(13), "929")  # $9
        self.assertEqual(got.answers[14], (False, "there is no value $99: the history has $1 to $9"))
        self.assertFalse(got.answers[15][0], "a kept value cannot be changed")
        shown = ["77", "929", "5", "929", "1006", "1006", "1006", "929", "929"]
        self.assertEqual(got.text(16), "\n".join(f"${n} = {value}" for n, value in enumerate(shown, 1)))
        self.assertEqual(got.value(18), "929")  # at another place too

    def test_structures_and_pointers(self):
        tool = debugger()
        line = tool.marker("values", "values")
        got = tool.run([f"break values.comp:{line} if invocation 7,0,0", "run", "print outer", "print $1.weight", "print outer.weight",
                        "print direction", "set var direction.y = 100.5", "print $4.y", "print direction.y", "delete", "continue"],
                       tool.program("values", "g", 2, 40))
        self.assertEqual(got.value(3), got.value(4))
        before = got.value(5)
        self.assertIn(got.value(7), before)
        self.assertNotEqual(got.value(7), "100.5")
        self.assertEqual(got.value(8), "100.5")
