# SPDX-License-Identifier: MIT
"""Steps in, over and out, by instruction, of a lane; disassembly."""
import os
import unittest

from client import Refused
from harness import DapTest


class Stepping(DapTest):
    def setUp(self):
        super().setUp()
        self.at = lambda name: self.tool.marker("steps", name)

    def go(self, command, thread, **more):
        """A step and where it ends: the frames."""
        self.client(command, threadId=thread, **more)
        stop = self.client.stopped()
        self.assertEqual(stop["reason"], "step")
        self.assertEqual(stop["threadId"], thread)
        return self.client.frames(thread)

    def test_into_over_and_out(self):
        self.launch("steps", {"line": self.at("call"), "condition": "invocation 70,0,0"})
        thread = self.client.stopped()["threadId"]
        self.assertEqual([f["name"] for f in self.go("stepIn", thread)], ["middle", "main"])
        frames = self.go("stepIn", thread)
        self.assertEqual([(f["name"], f["line"]) for f in frames],
                         [("inner", self.at("inner")), ("middle", self.at("middle")), ("main", self.at("call"))])
        self.assertEqual(self.client.value("x", frames[0]["id"]), "70")
        frames = self.go("stepOut", thread)
        self.assertEqual((frames[0]["name"], frames[0]["line"]), ("middle", self.at("middle") + 1))
        frames = self.go("next", thread)  # over the second call of inner
        self.assertEqual((frames[0]["name"], frames[0]["line"]), ("middle", self.at("middle") + 2))
        frames = self.go("next", thread)
        self.assertEqual((frames[0]["name"], frames[0]["line"]), ("main", self.at("store")))
        self.run_to_the_end()
        self.assertEqual(self.rows(), self.tool.alone(self.tool.program("steps", "g", 2, 1)))

    def test_until_advance_and_display_in_the_console(self):
        self.launch("steps", {"line": self.at("store"), "condition": "invocation 70,0,0"})
        client, thread = self.client, self.client.stopped()["threadId"]

        def console(text):
            frame = client.frames(thread)[0]["id"]
            return client("evaluate", expression=text, frameId=frame, context="repl")["result"]

        def go(text):
            """A step's frames, and what the displays say behind its stop."""
            self.assertEqual(console(text), "")
            client.event("continued")
            stop = client.stopped()
            self.assertEqual((stop["reason"], stop["threadId"]), ("step", thread))
            shown = client.event("output", where=lambda body: body["output"].startswith("1: "))["output"]
            return client.frames(thread)[0]["line"], shown

        # A step out of the frame that nothing called: refused, whoever asks.
        for refused in (lambda: console("finish"), lambda: client("stepOut", threadId=thread)):
            with self.assertRaisesRegex(Refused, "outermost frame"):
                refused()
        for text, why in (("advance", "needs a place"), ("until nowhere", "nowhere"), ("advance 9 if i == 1u", "no condition"), ("next 2", "no count")):
            with self.assertRaisesRegex(Refused, why):
                console(text)
        self.assertEqual(console("display i + 1u"), "1: i + 1u = 71")
        client.break_at(self.shader_source("steps"))
        self.assertEqual(go(f"advance {self.at('body')}"), (self.at("body"), "1: i + 1u = 71\n"))
        self.assertEqual(go(f"until {self.at('end')}"), (self.at("end"), "1: i + 1u = 71\n"))
        console("undisplay 1")
        self.run_to_the_end()
        self.assertEqual(self.rows(), self.tool.alone(self.tool.program("steps", "g", 2, 1)))

    def test_lanes_are_threads(self):
        self.launch("steps", {"line": self.at("after"), "condition": "gl_WorkGroupID.x == 1u"})
        wave = self.client.stopped()["threadId"]
        lanes = {t["name"].split(":")[0]: t["id"] for t in self.client("threads")["threads"]}
        frame = self.client.frames(lanes["Lane 4"])[0]["id"]
        self.assertEqual(self.client.value("i", frame), "68")
        odd = self.client.frames(lanes["Lane 5"])[0]["id"]
        self.assertEqual(self.client.value("i", odd), "69")
        self.assertEqual(self.client.value("i", frame), "68")  # each frame keeps its lane
        # Stepping a lane follows that lane's branch.
        self.client.break_at(self.shader_source("steps"))
        lines = [self.go("next", lanes["Lane 5"])[0]["line"] for _ in range(2)]
        self.assertIn(self.at("odd"), lines)
        self.assertNotIn(self.at("even"), lines)
        self.assertNotEqual(wave, lanes["Lane 5"])
        self.run_to_the_end()

    def test_instructions_and_disassembly(self):
        self.launch("steps", {"line": self.at("store"), "condition": "invocation 2,0,0"})
        stop = self.client.stopped()
        frame = self.client.frames(stop["threadId"])[0]
        pc = frame["instructionPointerReference"]
        listing = self.client("disassemble", memoryReference=pc, instructionOffset=-2, instructionCount=6)["instructions"]
        self.assertEqual(len(listing), 6)
        addresses = [int(i["address"], 16) for i in listing]
        self.assertEqual(addresses, sorted(set(addresses)))
        self.assertEqual(addresses[2], int(pc, 16))
        # The slot before the PC carries the statement's line.
        self.assertIn("s_nop", listing[1]["instruction"])
        self.assertEqual(listing[1]["line"], self.at("store"))
        self.go("next", stop["threadId"], granularity="instruction")
        after = self.client.frames(stop["threadId"])[0]
        self.assertEqual(int(after["instructionPointerReference"], 16), addresses[3])
        self.assertEqual(after["line"], self.at("store"))
        far = self.client("disassemble", memoryReference=pc, instructionOffset=-5000, instructionCount=3)["instructions"]
        self.assertEqual([i["instruction"] for i in far], ["(outside the shader)"] * 3)
        with self.assertRaisesRegex(Refused, "no shader"):
            self.client("disassemble", memoryReference="0x10", instructionCount=1)
        self.run_to_the_end()

    def test_the_end_of_a_wave(self):
        # Invocation 3's last statement: the step runs into the wave's end, and the program to its own.
        self.launch("steps", {"line": self.at("end"), "condition": "invocation 3,0,0"})
        stop = self.client.stopped()
        if self.tool.last_line("steps") > self.at("end"):
            self.client("next", threadId=stop["threadId"])
            stop = self.client.stopped()
        self.client("next", threadId=stop["threadId"])
        # Whether the wave's end or the program's is heard of first is a matter of moments; neither may be told as a stop.
        kind, body = self.client.event("exited", "stopped")
        self.assertEqual((kind, body.get("exitCode")), ("exited", 0))
        self.client("disconnect")
        self.assertEqual(self.rows(), self.tool.alone(self.tool.program("steps", "g", 2, 1)))

    def test_while_the_program_runs(self):
        # The program has its device and waits for the pipe: it runs, and no wave is there.
        wait = os.path.join(self.folder, "wait")
        os.mkfifo(wait)
        program = self.tool.program("steps", "g", 2, 1)
        client = self.client
        client.initialize()
        client("launch", program=program[0], args=program[1:], gpu="sim", env={"DEBUGGEE_OUTPUT": self.output, "DEBUGGEE_WAIT": wait})
        client("configurationDone")
        with open(wait, "w", encoding="utf-8") as pipe:
            client.event("process")
            with self.assertRaisesRegex(Refused, "no wave can be stopped: no submission"):
                client("pause", threadId=1)
            for command in ("stackTrace", "next", "continue"):
                with self.assertRaisesRegex(Refused, "running and no wave is stopped"):
                    client(command, threadId=1)
            got = client.break_at(self.shader_source("steps"), {"line": self.at("end"), "condition": "invocation 9,0,0"})[0]
            self.assertFalse(got["verified"])
            pipe.write("go")
        stop = client.stopped()
        self.assertEqual(stop["hitBreakpointIds"], [got["id"]])
        self.assertEqual(client.frames(stop["threadId"])[0]["line"], self.at("end"))
        self.run_to_the_end()

    def test_pause_stops_a_shader_that_runs(self):
        # No breakpoint is there: its waves were launched without the handler's knowing them.
        client, last = self.client, 127
        self.launch("endless")
        while True:
            try:
                client("pause", threadId=1)
                break
            except Refused as refused:
                self.assertRegex(str(refused), "no wave can be stopped|not made a Vulkan device")
        stop = client.stopped()
        self.assertEqual(stop["reason"], "pause")
        thread = stop["threadId"]
        frames = client.frames(thread)
        while len(frames) == 1:  # it has just begun
            frames = self.go("stepIn", thread)
        self.assertEqual([frame["name"] for frame in frames], ["spin", "main"])
        self.assertEqual(client.value("last", frames[0]["id"]), str(last))
        i = client.value("i", frames[1]["id"])
        self.assertEqual(client.value("gl_GlobalInvocationID.x", frames[0]["id"]), i)
        # It is stepped like any other, though another wave runs the same statements.
        for _ in range(4):
            self.assertEqual(client.value("i", self.go("next", thread)[1]["id"]), i)
        # A step that does not end is cut short, at the same wave.
        client("stepOut", threadId=thread)
        client("pause", threadId=thread)
        stop = client.stopped()
        self.assertEqual((stop["reason"], stop["threadId"]), ("pause", thread))
        frames = client.frames(thread)
        self.assertEqual(client.value("i", frames[1]["id"]), i)
        client("setExpression", expression=f"results.word[{last}]", value="1", frameId=frames[0]["id"])
        self.run_to_the_end()
        self.assertEqual([row[0] for row in self.rows()], [3 * n + 1 for n in range(last + 1)])


if __name__ == "__main__":
    unittest.main()
