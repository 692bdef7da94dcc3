# SPDX-License-Identifier: MIT
"""`--json`: a line for each command, with what a tool needs to show it."""
import os
import unittest

from harness import debugger
from live import Place
from models import steps_model


class Json(unittest.TestCase):
    def test_fields(self):
        tool = debugger()
        at = lambda name: tool.marker("steps", name)
        place = Place(tool)
        self.addCleanup(place.close)
        session = place.run(tool.program("steps", "g", 2, 1))

        # Session.answer() parses each line and fails if it is none or no JSON.
        answer = session.answer(f"break steps.comp:{at('inner')} if invocation 70,0,0")
        self.assertEqual(answer["command"], f"break steps.comp:{at('inner')} if invocation 70,0,0")
        self.assertTrue(answer["ok"])
        self.assertEqual(answer["breakpoint"], {"number": 1, "file": "steps.comp", "line": at("inner"), "pending": True, "places": 0,
                                                "invocation": [70, 0, 0]})

        stop = session.answer("run")["stop"]
        self.assertEqual(stop["reason"], "breakpoint")
        self.assertEqual(stop["breakpoint"], 1)
        self.assertEqual(stop["lanes"], [6])
        self.assertEqual((stop["invocation"], stop["workgroup"], stop["lane"], stop["wave"]), ([70, 0, 0], [1, 0, 0], 6, 1))
        self.assertEqual((stop["function"], os.path.basename(stop["file"]), stop["line"]), ("inner", "steps.comp", at("inner")))
        self.assertGreater(stop["pc"], 0)

        frames = session.answer("backtrace")["frames"]
        self.assertEqual([frame["function"] for frame in frames], ["inner", "middle", "main"])
        self.assertEqual([frame["line"] for frame in frames], [at("inner"), at("middle"), at("call")])
        self.assertEqual([frame["level"] for frame in frames], [0, 1, 2])

        answer = session.answer("print x")
        self.assertEqual((answer["text"], answer["value"], answer["type"], answer["history"]), ("x = 70", "70", "uint", 1))
        self.assertEqual(session.answer("print $ + 1")["value"], "71")
        self.assertIn({"name": "x", "type": "uint", "value": "70"}, session.answer("info locals")["locals"])
        self.assertEqual(session.answer("set var x = 70")["value"], "70")

        self.check_lists(session, at)

        stop = session.answer("finish")["stop"]
        self.assertEqual((stop["reason"], stop["function"], stop["line"]), ("step", "middle", at("middle") + 1))

        answer = session.answer("print nobody")
        self.assertFalse(answer["ok"])
        self.assertIn("nobody", answer["text"])
        self.assertNotIn("value", answer)

        self.assertTrue(session.answer("delete")["ok"])
        answer = session.answer("continue")
        self.assertEqual((answer["ok"], answer["stop"]), (True, {"reason": "program-ended"}))
        session.end_input()
        self.assertEqual(session.rest(), [])
        self.assertEqual(session.wait(), 1)

    def check_lists(self, session, at):
        """What `info` and the like tell a tool of the program stopped in inner."""
        row = session.answer("info breakpoints")["breakpoints"][0]
        self.assertEqual((row["number"], row["line"], row["pending"], row["enabled"], row["hits"]), (1, at("inner"), False, True, 1))
        row = next(row for row in session.answer("info waves")["waves"] if row["focus"])
        self.assertEqual((row["wave"], row["workgroup"], row["line"]), (1, [1, 0, 0], at("inner")))
        row = session.answer("info dispatches")["dispatches"][0]
        self.assertEqual((row["workgroups"], row["debuggable"], row["focus"]), ([2, 1, 1], True, True))
        row = session.answer("info shaders")["shaders"][0]
        self.assertEqual((row["stage"], row["debuggable"], row["wave_size"]), ("compute", True, 64))
        results = next(row for row in session.answer("info buffers")["buffers"] if row["name"] == "results")
        memory = session.answer("x/4uw results")["memory"]
        self.assertEqual((memory["address"], memory["unit"], len(memory["values"])), (results["address"], 4, 4))
        lanes = session.answer("lanes x")["lanes"]
        self.assertEqual([lane["value"] for lane in lanes], [str(n) for n in range(64, 128)])
        self.assertEqual(len(session.answer("info registers")["registers"]["vgprs"]), session.answer("info shaders")["shaders"][0]["vgprs"])
        current = [row["line"] for row in session.answer("list")["source"]["lines"] if row["current"]]
        self.assertEqual(current, [at("inner")])

    def test_what_the_program_prints_is_elsewhere(self):
        """Only answers are on standard output."""
        tool = debugger()
        place = Place(tool)
        self.addCleanup(place.close)
        session = place.run(tool.program("steps", "g", 2, 1))
        self.assertEqual(session.answer("run")["text"], "The program has ended.")
        session.end_input()
        self.assertEqual(session.rest(), [])
        self.assertEqual(session.wait(), 0)
        rows = [int(line) for line in session.errors().split("\n") if line.isdigit()]
        self.assertEqual(rows, steps_model())
