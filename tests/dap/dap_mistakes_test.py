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
        self.refused("does not support the request 'stepBack'", "stepBack", threadId=1)
        self.refused("does not support the request 'frobnicate'", "frobnicate")
        self.refused("arguments of 'stackTrace'", "stackTrace")
        self.refused("arguments of 'setBreakpoints'", "setBreakpoints", source="steps.comp")
        self.assertEqual(len(client("threads")["threads"]), 1)

    def test_requests_at_the_wrong_time(self):
        got = self.launch("steps", {"line": self.tool.marker("steps", "store"), "condition": "invocation 3,0,0"},
                          {"line": 5, "condition": "invocation x"}, {"line": 5, "hitCondition": "often"}, {"line": 5, "logMessage": "i"})
        self.assertEqual([b["verified"] for b in got], [False] * 4)
        for answer, word in zip(got[1:], ("invocation is written", "hit condition is", "log points")):
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
