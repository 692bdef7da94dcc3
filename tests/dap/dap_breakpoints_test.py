# SPDX-License-Identifier: MIT
"""Log points, instruction breakpoints, where breakpoints can be, and faults."""
import os
import unittest

from client import Refused
from harness import DapTest


class Breakpoints(DapTest):
    def at(self, name):
        return self.tool.marker("steps", name)

    def logged(self, line):
        """What log points on the line have printed so far."""
        return [e["body"]["output"] for e in self.client.events if e["event"] == "output" and e["body"].get("line") == line]

    def test_log_points(self):
        words = self.tool.alone(self.tool.program("steps", "g", 2, 1))
        end, body = self.at("end"), self.at("body")
        got = self.launch("steps", {"line": end, "condition": "i > 61u && i < 66u", "logMessage": "sum {sum} {{of}} {i + 1u}"},
                          {"line": body, "condition": "gl_WorkGroupID.x == 1u", "hitCondition": "== 2", "logMessage": "round {n}"},
                          {"line": body, "logMessage": "{n"}, {"line": body, "logMessage": "{n +}"})
        self.assertEqual([bool(b.get("message", "").startswith("no shader")) for b in got], [True, True, False, False])
        self.assertIn("not closed", got[2]["message"])
        self.assertIn("{n +}", got[3]["message"])
        # Nothing stops: the next thing that is heard is the program's end.
        kind, what = self.client.event("exited", "stopped")
        self.assertEqual((kind, what.get("exitCode")), ("exited", 0))
        # Waves come in any order.
        self.assertEqual(sorted(self.logged(end)), [f"({i}, 0, 0): sum {words[i][0]} {{of}} {i + 1}\n" for i in range(62, 66)])
        # Lanes that say the same share a line; the second hit of the second workgroup's only wave is its second round.
        self.assertEqual(self.logged(body), ["workgroup (1, 0, 0), lanes 0-63: round 1\n"])
        place = next(e["body"]["source"] for e in self.client.events if e["event"] == "output" and e["body"].get("line") == end)
        self.assertEqual(place["path"], self.shader_source("steps"))
        self.assertEqual(self.rows(), words)
        self.client("disconnect")

    def test_a_log_point_where_a_step_arrives(self):
        after = self.at("after")
        self.launch("steps", {"line": self.at("store"), "condition": "invocation 2,0,0"},
                    {"line": after, "condition": "invocation 2,0,0", "logMessage": "passing {i}, {nobody}"})
        thread = self.client.stopped()["threadId"]
        for _ in range(2):
            self.client("next", threadId=thread)
            self.client.stopped()
        self.assertEqual(len(self.logged(after)), 1)
        self.assertRegex(self.logged(after)[0], r"^\(2, 0, 0\): passing 2, <.*nobody.*>\n$")
        self.run_to_the_end()

    def test_instruction_breakpoints(self):
        self.launch("steps", {"line": self.at("store"), "condition": "invocation 70,0,0"})
        stop = self.client.stopped()
        pc = self.client.frames(stop["threadId"])[0]["instructionPointerReference"]
        listing = self.client("disassemble", memoryReference=pc, instructionCount=400)["instructions"]
        end = next(n for n, i in enumerate(listing) if i.get("line") == self.at("end") and i["instruction"].startswith("s_nop"))
        self.client.break_at(self.shader_source("steps"))
        inside = listing[end + 2]["address"]
        got = self.client("setInstructionBreakpoints", breakpoints=[
            {"instructionReference": listing[end]["address"], "offset": 4, "condition": "invocation 70,0,0"},
            {"instructionReference": inside}, {"instructionReference": "0x10"}])["breakpoints"]
        self.assertEqual([b["verified"] for b in got], [True, False, False])
        self.assertEqual(int(got[0]["instructionReference"], 16), int(listing[end + 1]["address"], 16))
        self.assertIn("where a statement begins", got[1]["message"])
        with self.assertRaisesRegex(Refused, "no memory reference"):
            self.client("setInstructionBreakpoints", breakpoints=[{"instructionReference": "main"}])
        self.client("continue", threadId=stop["threadId"])
        stop = self.client.stopped()
        self.assertEqual((stop["reason"], stop["hitBreakpointIds"]), ("instruction breakpoint", [got[0]["id"]]))
        frame = self.client.frames(stop["threadId"])[0]
        self.assertEqual((frame["line"], frame["instructionPointerReference"]), (self.at("end"), listing[end + 1]["address"]))
        self.assertEqual(self.client.value("i", frame["id"]), "70")
        self.assertEqual(self.client("setInstructionBreakpoints", breakpoints=[])["breakpoints"], [])
        self.run_to_the_end()

    def test_a_condition_with_an_unknown_name(self):
        # The shader is loaded by the first stop, so that the names can be looked up at once.
        self.launch("steps", {"line": self.at("store"), "condition": "invocation 2,0,0"})
        thread = self.client.stopped()["threadId"]
        end, source = self.at("end"), self.shader_source("steps")
        got = self.client.break_at(source, {"line": end, "condition": "smu > 3u"}, {"line": end, "condition": "i == 2u"})
        self.assertEqual([b["verified"] for b in got], [False, True])
        self.assertRegex(got[0]["message"], "'smu > 3u'.* has no variable 'smu'")
        # Mended, it is set; the other one keeps its number.
        mended = self.client.break_at(source, {"line": end, "condition": "sum > 3u && i == 70u"}, {"line": end, "condition": "i == 2u"})
        self.assertEqual([b["verified"] for b in mended], [True, True])
        self.assertEqual(mended[1]["id"], got[1]["id"])
        # The console says what an editor does itself.
        with self.assertRaisesRegex(Refused, "disconnect"):
            self.client("evaluate", expression="detach", context="repl")
        self.client("continue", threadId=thread)
        self.assertIn(self.client.stopped()["hitBreakpointIds"], [[b["id"]] for b in mended])
        self.client.break_at(source)
        self.run_to_the_end()

    def test_breakpoint_locations(self):
        self.launch("steps", {"line": self.at("store"), "condition": "invocation 1,0,0"})
        source = {"path": self.shader_source("steps")}
        self.client.stopped()
        got = self.client("breakpointLocations", source=source, line=1, endLine=99)["breakpoints"]
        lines = [b["line"] for b in got]
        self.assertEqual(lines, sorted(set(lines)))
        for name in ("inner", "middle", "call", "store", "after", "even", "odd", "body", "end"):
            self.assertIn(self.at(name), lines)
        with open(source["path"], encoding="utf-8") as file:
            text = file.read().splitlines()
        for line in lines:  # no empty line, no declaration outside a function; a function's end may have code
            self.assertTrue(text[line - 1].startswith("    ") or text[line - 1] == "}", text[line - 1])
        self.assertEqual([b["line"] for b in self.client("breakpointLocations", source=source, line=self.at("end"))["breakpoints"]], [self.at("end")])
        self.assertEqual(self.client("breakpointLocations", source=source, line=1, endLine=3)["breakpoints"], [])
        self.run_to_the_end()

    def test_a_fault_is_an_exception(self):
        self.launch("fault")
        stop = self.client.stopped()
        self.assertEqual(stop["reason"], "exception")
        self.assertIn("Memory violation", stop["text"])
        info = self.client("exceptionInfo", threadId=stop["threadId"])
        self.assertEqual((info["exceptionId"], info["breakMode"]), ("memory violation", "always"))
        self.assertIn(f"fault.comp:{self.tool.marker('fault', 'fault')}", info["description"])
        self.assertIn("A write of 4 bytes at 0xffff8fff00001230", info["description"])
        self.assertRegex(info["details"]["stackTrace"], "^main ")
        frame = self.client.frames(stop["threadId"])[0]["id"]
        self.assertEqual(self.client.value("i", frame), "70")
        # The editor may set filters although there are none.
        self.client("setExceptionBreakpoints", filters=[])
        with self.assertRaisesRegex(Refused, "faults always stop"):
            self.client("setExceptionBreakpoints", filters=["all"])
        self.client("continue", threadId=stop["threadId"])
        self.assertEqual(self.client.event("exited")["exitCode"], 0)
        self.client("disconnect")

    def test_a_lost_device_is_told(self):
        # An endless loop, which the kernel ends: no wave is stopped, so that nothing but the console can show it.
        shader = self.tool.program("pointer", "g", 2, 1)[1]
        self.client.initialize()
        self.client("launch", program=os.environ["WAVEBREAK_FAULTY"], args=[shader, "endless", "64"], gpu="sim",
                    env={"WAVEBREAK_SIM_LOCKUP_TIMEOUT_MS": "500"})
        self.client("configurationDone")
        self.client.event("output", where=lambda event: event["category"] == "important" and "is lost:" in event["output"])
        self.assertEqual(self.client.event("exited")["exitCode"], 1)
        self.client("disconnect")

    def test_a_breakpoint_is_no_exception(self):
        self.launch("steps", {"line": self.at("store"), "condition": "invocation 1,0,0"})
        stop = self.client.stopped()
        with self.assertRaisesRegex(Refused, "not stopped by a fault"):
            self.client("exceptionInfo", threadId=stop["threadId"])
        self.client("terminate")


if __name__ == "__main__":
    unittest.main()
