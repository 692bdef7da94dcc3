# SPDX-License-Identifier: MIT
"""What is wrong or not supported is said, and nothing is lost by it."""
import unittest

from client import Refused
from harness import DapTest


class Mistakes(DapTest):
    def refused(self, pattern, command, **arguments):
        with self.assertRaisesRegex(Refused, pattern):
            self.client(command, **arguments)

    def test_launch_configurations(self):
        self.client.initialize()
        self.refused("no 'program'", "launch")
        self.refused("no program '/nowhere/at-all'", "launch", program="/nowhere/at-all")
        self.refused("'gpu' is sim, hw or auto", "launch", program="/bin/true", gpu="cuda")
        self.refused("'cwd' is no folder", "launch", program="/bin/true", cwd="/nowhere")
        self.refused("neither text nor null", "launch", program="/bin/true", gpu="sim", env={"A": 5})
        self.refused("without the debugger", "launch", program="/bin/true", gpu="sim", noDebug=True)
        self.refused("no 'pid'", "attach")
        self.refused("no process 99999999", "attach", pid=99999999)
        self.refused("no Wavebreak layer", "attach", pid=1)
        self.refused("not been started", "continue", threadId=1)
        self.refused("not been started", "terminate")
        # After all that a right one works.
        self.client("launch", program="/bin/true", gpu="sim")
        self.refused("already", "launch", program="/bin/true", gpu="sim")
        self.client("configurationDone")
        self.assertEqual(self.client.event("exited")["exitCode"], 0)
        self.client.event("terminated")
        self.refused("has ended", "stackTrace", threadId=128)
        self.client("disconnect")

    def test_messages_that_are_none(self):
        client = self.client
        client.initialize()
        for body, header in ((b"{ this is no JSON", None), (b'[1, 2]', None), (b'{"type": "event", "seq": 1}', None),
                             (b'{"type": "request", "command": "threads"}', None),
                             (b"", b"Content-Length: many\r\n\r\n"), (b"", b"Content-Size: 3\r\n\r\n")):
            client.raw(body, header)
            client.event("output", where=lambda event: "skipped" in event["output"])
        # A length beyond all measure: what follows is skipped up to the next message, and that is said once or twice, not for every byte.
        client.raw(b"x" * 300000, b"Content-Length: 99999999999\r\n\r\n")
        client.event("output", where=lambda event: "broken header" in event["output"])
        self.assertEqual(len(client("threads")["threads"]), 1)
        self.assertLessEqual(client.output("important").count("skipped"), 2)
        # JSON that only half arrives, or with half a character: it is still seen which request it was.
        for sequence, body in ((200, b'{"seq": 200, "type": "request", "command": "threads", "arguments": {"a": '),
                               (201, b'{"command":"evaluate","arguments":{"expression":"\\ud800"},"type":"request","seq":201}')):
            client.pending[sequence] = "threads" if sequence == 200 else "evaluate"
            client.raw(body)
            with self.assertRaisesRegex(Refused, "no JSON that can be read"):
                client.answer(sequence)
        self.refused("does not support the request 'stepBack'", "stepBack", threadId=1)
        self.refused("does not support the request 'frobnicate'", "frobnicate")
        self.refused("arguments of 'stackTrace'", "stackTrace")
        self.refused("arguments of 'setBreakpoints'", "setBreakpoints", source="steps.comp")
        self.assertEqual(len(client("threads")["threads"]), 1)

    def test_requests_before_initialize(self):
        for command, arguments in (("launch", {"program": "/bin/true", "gpu": "sim"}), ("attach", {"pid": 1}), ("configurationDone", {}), ("threads", {}),
                                   ("setBreakpoints", {"source": {"path": "/a.comp"}, "breakpoints": [{"line": 1}]})):
            self.refused("first request of a session is 'initialize'", command, **arguments)
        self.client.initialize()
        self.refused("initialized already", "initialize", adapterID="wavebreak")
        self.assertEqual(len(self.client("threads")["threads"]), 1)

    def test_arguments_that_are_left_out(self):
        client = self.client
        client.initialize()
        self.assertEqual(len(client.answer(client.send("threads"))["threads"]), 1)
        for command, pattern in (("launch", "no 'program'"), ("attach", "no 'pid'"), ("terminate", "not been started"),
                                 ("stackTrace", "arguments of 'stackTrace'"), ("evaluate", "arguments of 'evaluate'")):
            with self.subTest(command=command), self.assertRaisesRegex(Refused, pattern):
                client.answer(client.send(command))
        client.raw(b'{"seq": 100, "type": "request", "command": "modules", "arguments": null}')
        client.pending[100] = "modules"
        self.assertEqual(client.answer(100)["modules"], [])
        client.answer(client.send("configurationDone"))
        client.answer(client.send("disconnect"))
        self.assertEqual(client.close(), 0)

    def test_wrong_types_everywhere(self):
        """Whatever a request's fields hold, it is answered, and the session goes on."""
        self.launch("steps", {"line": self.tool.marker("steps", "store"), "condition": "invocation 3,0,0"})
        thread = self.client.stopped()["threadId"]
        frame = self.client.frames(thread)[0]["id"]
        right = {
            "setBreakpoints": {"source": {"path": "/nowhere.comp"}, "breakpoints": [{"line": 1}]},
            "setFunctionBreakpoints": {"breakpoints": [{"name": "nobody"}]}, "setInstructionBreakpoints": {"breakpoints": []},
            "breakpointLocations": {"source": {"path": "/nowhere.comp"}, "line": 1}, "stackTrace": {"threadId": thread}, "scopes": {"frameId": frame},
            "variables": {"variablesReference": 1}, "setVariable": {"variablesReference": 1, "name": "i", "value": "1"},
            "setExpression": {"expression": "nobody", "value": "1"}, "evaluate": {"expression": "nobody", "frameId": frame},
            "completions": {"text": "n", "column": 2}, "source": {"sourceReference": 77}, "modules": {"startModule": 0},
            "disassemble": {"memoryReference": "0x10", "instructionCount": 1}, "readMemory": {"memoryReference": "0x10", "count": 4},
            "writeMemory": {"memoryReference": "0x10", "data": "AAAA"}, "exceptionInfo": {"threadId": thread}, "cancel": {"requestId": 0},
            "setExceptionBreakpoints": {"filters": []},
        }
        asked = 0
        for command, arguments in right.items():
            broken = [{**arguments, name: wrong} for name in arguments for wrong in (None, -1, 2**62, 1.5, "\u0000 {", [[]], {"line": []}, True)]
            for each in [[], "text", *broken]:
                sequence = self.client.send(command, each)
                try:
                    self.client.answer(sequence)
                except Refused as refused:
                    self.assertTrue(str(refused))
                asked += 1
        self.assertGreater(asked, 200)
        self.assertEqual(self.client.value("i", self.client.frames(thread)[0]["id"]), "3")
        self.client.break_at(self.shader_source("steps"))
        self.run_to_the_end()
        self.assertEqual(self.rows(), self.tool.alone(self.tool.program("steps", "g", 2, 1)))

    def test_requests_at_the_wrong_time(self):
        got = self.launch("steps", {"line": self.tool.marker("steps", "store"), "condition": "invocation 3,0,0"},
                          {"line": 5, "condition": "invocation x"}, {"line": 5, "hitCondition": "often"}, {"line": 5, "logMessage": "{i"})
        self.assertEqual([b["verified"] for b in got], [False] * 4)
        for answer, word in zip(got[1:], ("invocation is written", "hit condition is", "not closed")):
            self.assertIn(word, answer["message"])
        thread = self.client.stopped()["threadId"]
        self.refused("no frame 123456", "scopes", frameId=123456)
        self.refused("no variable with reference", "variables", variablesReference=987654)
        self.refused("no stopped wave", "stackTrace", threadId=128 * 77)
        self.refused("together", "continue", threadId=thread, singleThread=True)
        self.refused("granularity", "next", threadId=thread, granularity="word")
        self.client("pause", threadId=thread)  # it is stopped already
        self.run_to_the_end()

    def test_pause_is_answered_honestly(self):
        # The program waits for a reader of its pipe: it runs, and no wave is there to be stopped.
        import os
        import sys
        pipe = os.path.join(self.folder, "pipe")
        os.mkfifo(pipe)
        self.client.initialize()
        self.client("launch", program=sys.executable, args=["-c", "import sys; print('up', flush=True); open(sys.argv[1], 'w').write('x')", pipe],
                    gpu="sim")
        self.client("configurationDone")
        self.client.event("output", where=lambda event: "up" in event["output"])
        self.assertIn("running", self.client("threads")["threads"][0]["name"])
        self.refused("not made a Vulkan device", "stackTrace", threadId=1)
        self.client("disconnect")
        self.assertEqual(self.client.close(), 0)


if __name__ == "__main__":
    unittest.main()
