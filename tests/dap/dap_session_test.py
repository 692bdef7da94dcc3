# SPDX-License-Identifier: MIT
"""Launching, breakpoints, stacks, output, the end of a session in each of its ways, attaching, the socket."""
import os
import socket
import subprocess
import sys
import unittest

from client import Client, Refused
from harness import DapTest


class Session(DapTest):
    def test_a_breakpoint_for_one_invocation_in_grass(self):
        client = self.client
        can = client.initialize()
        for name in ("supportsConditionalBreakpoints", "supportsHitConditionalBreakpoints", "supportsFunctionBreakpoints", "supportsSetVariable",
                     "supportsSteppingGranularity", "supportsDisassembleRequest", "supportsReadMemoryRequest", "supportTerminateDebuggee"):
            self.assertTrue(can[name], name)
        client("launch", program=self.tool.grass, args=["--verify", "--blades", "64"], gpu="sim")
        source = os.path.join(os.path.dirname(os.path.dirname(self.tool.sources)), "..", "samples", "grass", "grass.comp")
        first = client.break_at(os.path.normpath(source), {"line": 92, "condition": "invocation 37,5,0"})[0]
        self.assertFalse(first["verified"])  # no shader yet
        self.assertIn("no shader", first["message"])
        client("configurationDone")
        self.assertEqual(client.event("process")["startMethod"], "launch")
        changed = client.event("breakpoint")
        self.assertEqual((changed["reason"], changed["breakpoint"]["id"], changed["breakpoint"]["verified"]), ("changed", first["id"], True))
        stop = client.stopped()
        self.assertEqual((stop["reason"], stop["hitBreakpointIds"]), ("breakpoint", [first["id"]]))
        threads = client("threads")["threads"]
        self.assertEqual(threads[0]["id"], stop["threadId"])
        self.assertTrue(threads[0]["name"].startswith("Wave 1"), threads[0])
        lanes = [t for t in threads if t["name"].startswith("Lane ")]
        self.assertIn(len(lanes), (32, 64))
        self.assertEqual(sum("(37, 5, 0)" in t["name"] for t in lanes), 1)
        frame = client.frames(stop["threadId"])[0]
        self.assertEqual((frame["name"], frame["line"]), ("main", changed["breakpoint"]["line"]))
        self.assertEqual(client.value("gl_GlobalInvocationID", frame["id"]), "(37, 5, 0)")
        client("continue", threadId=stop["threadId"])
        self.assertEqual(client.event("exited")["exitCode"], 0)
        self.assertIn("right: all 4096 blades", client.output())
        client.event("terminated")
        client("disconnect")
        self.assertEqual(client.close(), 0)

    def test_lines_move_and_are_told(self):
        line = self.tool.marker("steps", "store")
        # The line before `call` is a declaration's; the closing brace of `middle` has no statement, main's first comes next.
        empty = self.tool.marker("steps", "middle") + 4
        self.launch("steps", empty, line)
        moved = self.client.event("breakpoint", where=lambda b: b["breakpoint"]["verified"])["breakpoint"]
        self.assertGreater(moved["line"], empty)
        stop = self.client.stopped()
        self.assertEqual(self.client.frames(stop["threadId"])[0]["line"], moved["line"])
        # Now that the shader is there, the answer itself says where a line moves.
        again = self.client.break_at(self.shader_source("steps"), empty, line)
        self.assertEqual([b["verified"] for b in again], [True, True])
        self.assertEqual([b["line"] for b in again], [moved["line"], line])
        beyond = self.client.break_at(self.shader_source("steps"), 999)[0]
        self.assertFalse(beyond["verified"])
        self.assertIn("last one is on line", beyond["message"])
        self.client.break_at(self.shader_source("steps"))
        self.run_to_the_end()

    def test_conditions_and_hit_counts(self):
        body = self.tool.marker("steps", "body")
        self.launch("steps", {"line": body, "condition": "invocation 64,0,0 and n > 0u", "hitCondition": "2"})
        stop = self.client.stopped()
        frame = self.client.frames(stop["threadId"])[0]["id"]
        self.assertEqual(self.client.value("n", frame), "2")  # n is 1 at the first hit, 2 at the second
        self.run_to_the_end()

    def test_function_breakpoints_and_inlined_frames(self):
        # inner is inlined twice; for one invocation its first statement is come to twice.
        got = self.launch("steps", functions=[{"name": "inner", "condition": "invocation 70,0,0"}], sourceFolders=[self.tool.sources])
        self.assertEqual(len(got), 1)
        for _ in range(2):
            stop = self.client.stopped()
            self.assertEqual(stop["reason"], "function breakpoint")
            frames = self.client.frames(stop["threadId"])
            self.assertEqual([f["name"] for f in frames], ["inner", "middle", "main"])
            self.assertEqual(frames[0]["line"], self.tool.marker("steps", "inner"))
            self.assertEqual(frames[2]["line"], self.tool.marker("steps", "call"))
            self.assertEqual(frames[0]["source"]["path"], self.shader_source("steps"))
            part = self.client("stackTrace", threadId=stop["threadId"], startFrame=1, levels=1)
            self.assertEqual(([f["name"] for f in part["stackFrames"]], part["totalFrames"]), (["middle"], 3))
            self.client("continue", threadId=stop["threadId"])
        self.expect_end()

    def test_stop_on_entry(self):
        self.launch("steps", stopOnEntry=True)
        stop = self.client.stopped()
        self.assertEqual(stop["reason"], "entry")
        frame = self.client.frames(stop["threadId"])[-1]
        self.assertEqual((frame["name"], frame["line"]), ("main", self.tool.marker("steps", "call") - 1))
        self.client("continue", threadId=stop["threadId"])
        self.expect_end()

    def test_disconnect_leaves_the_program_to_its_end(self):
        # The shell writes the debuggee's exit status behind its result.
        done = os.path.join(self.folder, "done")
        os.mkfifo(done)
        program = ["/bin/sh", "-c", '"$@"; echo printed; echo $? > "$DONE"', "sh", *self.tool.program("steps", "g", 2, 1)]
        self.client.initialize()
        self.client("launch", program=program[0], args=program[1:], gpu="sim", env={"DONE": done, "DEBUGGEE_OUTPUT": self.output})
        self.client.break_at(self.shader_source("steps"), self.tool.marker("steps", "store"))
        self.client("configurationDone")
        self.client.stopped()
        self.client("disconnect", terminateDebuggee=False)
        with open(done, encoding="utf-8") as file:  # comes when the program has ended
            self.assertEqual(file.read().strip(), "0")
        self.assertEqual(self.client.close(), 0)
        alone = self.tool.alone(self.tool.program("steps", "g", 2, 1))
        self.assertEqual(self.rows(), alone)

    def test_terminate(self):
        self.launch("steps", self.tool.marker("steps", "store"))
        process = self.client.event("process")["systemProcessId"]
        self.client.stopped()
        self.client("terminate")
        self.client.event("exited", where=lambda body: body["exitCode"] != 0)
        self.client.event("terminated")
        with self.assertRaises(ProcessLookupError):
            os.kill(process, 0)
        self.client("disconnect")  # as editors do then
        self.assertEqual(self.client.close(), 0)

    def test_attach_and_leave(self):
        line = self.tool.marker("steps", "end")
        wait = os.path.join(self.folder, "wait")
        os.mkfifo(wait)
        environment = dict(os.environ, WAVEBREAK="1", DEBUGGEE_OUTPUT=self.output, DEBUGGEE_WAIT=wait,
                           WAVEBREAK_SHARE=os.path.join(os.environ["WAVEBREAK_BUILD"], "trap_handler"),
                           XDG_DATA_DIRS=os.path.join(os.environ["WAVEBREAK_BUILD"], "share"))
        program = self.tool.program("steps", "g", 2, 1, 3)
        debuggee = subprocess.Popen([os.environ["WAVEBREAK_ENV_TOOL"], "--gpu", "sim", "--", *program], env=environment,
                                    stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        self.addCleanup(debuggee.wait)
        self.addCleanup(debuggee.kill)
        self.client.initialize()
        with open(wait, "w", encoding="utf-8") as pipe:  # opened when the program has its device: its layer listens
            self.client("attach", pid=debuggee.pid)
            self.client.break_at(self.shader_source("steps"), {"line": line, "condition": "invocation 3,0,0"})
            self.client("configurationDone")
            self.assertEqual(self.client.event("process")["startMethod"], "attach")
            pipe.write("go")
        stop = self.client.stopped()
        frame = self.client.frames(stop["threadId"])[0]
        self.assertEqual((frame["line"], self.client.value("i", frame["id"])), (line, "3"))
        with self.assertRaisesRegex(Refused, "disconnect"):
            self.client("terminate")
        self.client("disconnect")
        self.assertEqual(self.client.close(), 0)
        self.assertEqual(debuggee.wait(), 0)
        self.assertEqual(self.rows(), self.tool.alone(self.tool.program("steps", "g", 2, 1)))

    def test_socket(self):
        process = subprocess.Popen([self.tool.wavebreak, "dap", "--port", "0"], stdout=subprocess.PIPE)
        self.addCleanup(process.stdout.close)
        port = int(process.stdout.readline().rsplit(b":", 1)[1])
        with socket.create_connection(("127.0.0.1", port)) as line:
            client = Client(line.makefile("rb"), line.makefile("wb"))
            client.initialize()
            self.assertEqual(len(client("threads")["threads"]), 1)
            client("disconnect")
        self.assertEqual(process.wait(), 0)

    def test_an_editor_that_goes_away_ends_the_program(self):
        self.launch("steps", self.tool.marker("steps", "store"))
        process = self.client.event("process")["systemProcessId"]
        self.client.stopped()
        self.assertEqual(self.client.close(), 0)
        with self.assertRaises(ProcessLookupError):
            os.kill(process, 0)

    def test_terminate_a_program_that_has_not_connected(self):
        self.client.initialize()
        self.client("launch", program=sys.executable, args=["-c", "import signal; print('up', flush=True); signal.pause()"], gpu="sim")
        self.client("configurationDone")
        self.client.event("output")
        self.client("terminate")
        self.assertEqual(self.client.event("exited")["exitCode"], 128 + 15)
        self.client.event("terminated")
        self.assertEqual(self.client.close(), 0)

    def test_output_in_pieces(self):
        # A character whose bytes come one by one, the reader having seen the first; then one that never ends.
        self.client.initialize()
        seen = os.path.join(self.folder, "seen")
        os.mkfifo(seen)
        script = ("import os, sys; [os.write(1, b) for b in (b'up \\xe2', )]; open(sys.argv[1]).read(); "
                  "os.write(1, b'\\x82\\xac'); os.write(1, b'\\xf0\\x9f\\x8c'); os.write(1, b'\\xb1'); os.write(1, b' end \\xe2\\x82')")
        self.client("launch", program=sys.executable, args=["-c", script, seen], gpu="sim")
        self.client("configurationDone")
        self.client.event("output", where=lambda event: event["output"] == "up ")
        with open(seen, "w", encoding="utf-8"):
            pass
        self.client.event("exited")
        output = self.client.output()
        self.assertEqual(output.rstrip("\ufffd"), "\u20ac\U0001f331 end ")
        self.assertTrue(output.endswith("\ufffd"))  # what is no character is seen not to be one
        self.client("disconnect")

    def test_output_and_exit_status(self):
        self.client.initialize()
        script = "import sys, os; print('to standard output', os.environ['WORD'], os.getcwd()); print('to standard error', file=sys.stderr); sys.exit(7)"
        self.client("launch", program=sys.executable, args=["-c", script], gpu="sim", env={"WORD": "given"}, cwd=self.folder)
        self.client("configurationDone")
        self.assertEqual(self.client.event("exited")["exitCode"], 7)
        self.client.event("terminated")
        self.assertIn(f"to standard output given {self.folder}\n", self.client.output())
        self.assertIn("to standard error\n", self.client.output("stderr"))
        self.assertIn("does it use Vulkan", self.client.output("important"))
        self.client("disconnect")


if __name__ == "__main__":
    unittest.main()
