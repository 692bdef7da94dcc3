# SPDX-License-Identifier: MIT
"""What the debugger prints is what the shader stores of the same variables."""
import struct
import unittest

from harness import debugger


def as_float(word):
    return struct.unpack("<f", struct.pack("<I", word))[0]


def as_int(word):
    return word - (1 << 32) if word >> 31 else word


def numbers(text):
    return [float(part) for part in text.replace("{", " ").replace("}", " ").replace("(", " ").replace(")", " ").replace(",", " ").split()
            if part.lstrip("-")[:1].isdigit()]


# Expression, and how the words the shader stores give its value.
SCALARS = {
    "i": lambda w: w[0],
    "negative": lambda w: as_int(w[1]),
    "fraction": lambda w: as_float(w[2]),
    "precise_one": lambda w: as_float(w[15]),
    "wide >> 32": lambda w: w[16],
    "half_one": lambda w: as_float(w[17]),
    "narrow": lambda w: w[18],
    "tiny": lambda w: w[19],
    "outer.weight": lambda w: as_float(w[20]),
    "chosen": lambda w: w[31],
    "rest": lambda w: as_float(w[33]),
    "mixed": lambda w: as_float(w[34]),
    "outer.inner.place.y": lambda w: as_int(w[22]),
    "list[2]": lambda w: as_float(w[29]),
    "outer.tags[1]": lambda w: w[25],
    "turn[1].x": lambda w: as_float(w[13]),
}
BOOLEANS = {"odd": 3, "flags.x": 9, "flags.y": 10, "outer.inner.found": 23}
VECTORS = {
    "direction": lambda w: [as_float(w[n]) for n in (4, 5, 6)],
    "pair": lambda w: [as_int(w[n]) for n in (7, 8)],
    "turn": lambda w: [as_float(w[n]) for n in (11, 12, 13, 14)],
    "outer.inner.place": lambda w: [as_int(w[n]) for n in (21, 22)],
    "outer.tags": lambda w: [w[n] for n in (24, 25, 26)],
    "list": lambda w: [as_float(w[n]) for n in (27, 28, 29, 30)],
}


class Values(unittest.TestCase):
    def check(self, kind, invocation):
        tool = debugger()
        line = tool.marker("values", "values")
        group, lane = divmod(invocation, 64)
        commands = [f"break values.comp:{line} if invocation {invocation},0,0", "run"]
        commands += [f"print {name}" for name in [*SCALARS, *BOOLEANS, *VECTORS]]
        commands += ["print gl_GlobalInvocationID", "print gl_LocalInvocationID.x", "print gl_WorkGroupID.x",
                     f"print together[{63 - lane}]", "continue"]
        got = tool.run(commands, tool.program("values", kind, 2, 40))
        self.assertEqual(got.status, 0, got.errors)
        words = got.rows[invocation]
        self.assertEqual(words[0], invocation)
        at = 2
        for name, expected in SCALARS.items():
            shown = float(got.value(at))
            if name == "half_one":  # the shortest text that reads back as the same half
                shown = struct.unpack("<e", struct.pack("<e", shown))[0]
            self.assertEqual(shown, expected(words), name)
            at += 1
        for name, index in BOOLEANS.items():
            self.assertEqual(got.value(at), "true" if words[index] else "false", name)
            at += 1
        for name, expected in VECTORS.items():
            self.assertEqual(numbers(got.value(at)), expected(words), name)
            at += 1
        self.assertEqual(got.value(at), f"({invocation}, 0, 0)")
        self.assertEqual(got.value(at + 1), str(lane))
        self.assertEqual(got.value(at + 2), str(group))
        self.assertEqual(int(got.value(at + 3)), words[32])

    def test_lines(self):
        for invocation in (0, 11, 37, 127):
            self.check("g", invocation)

    def test_scopes(self):
        for invocation in (1, 90):
            self.check("gvs", invocation)

    def test_same_bytes_as_alone(self):
        tool = debugger()
        program = tool.program("values", "g", 2, 40)
        line = tool.marker("values", "in-function")
        got = tool.run([f"break values.comp:{line} if invocation 70,0,0", "run", "print a", "print b", "print product", "up",
                        "print fraction", "continue"], program)
        self.assertEqual(float(got.value(2)), float(got.value(6)))
        self.assertEqual(numbers(got.value(3)), [2.0, 3.0])
        self.assertEqual(float(got.value(4)), 2 * float(got.value(2)))
        self.assertEqual(got.rows, tool.alone(program))
