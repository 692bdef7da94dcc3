# SPDX-License-Identifier: MIT
"""What an editor shows beside the stop itself: shaders, sources, completions, long waits; cancelling; what the adapter says it can do."""
import base64
import os
import signal
import sys
import unittest

from client import Refused
from harness import DapTest

# Each capability, and the test that shows it.
CAPABILITIES = {
    "supportsConfigurationDoneRequest": "session", "supportsConditionalBreakpoints": "session", "supportsHitConditionalBreakpoints": "session",
    "supportsFunctionBreakpoints": "session", "supportsDelayedStackTraceLoading": "session", "supportsTerminateRequest": "session",
    "supportTerminateDebuggee": "session", "supportsEvaluateForHovers": "variables", "supportsSetVariable": "variables",
    "supportsSetExpression": "variables", "supportsValueFormattingOptions": "variables", "supportsReadMemoryRequest": "variables",
    "supportsWriteMemoryRequest": "variables", "supportsLoadedSourcesRequest": "variables", "supportsSteppingGranularity": "stepping",
    "supportsDisassembleRequest": "stepping", "supportsLogPoints": "breakpoints", "supportsInstructionBreakpoints": "breakpoints",
    "supportsBreakpointLocationsRequest": "breakpoints", "supportsExceptionInfoRequest": "breakpoints", "supportsModulesRequest": "editor",
    "supportsCompletionsRequest": "editor", "supportsCancelRequest": "editor",
}


class Editor(DapTest):
    def test_capabilities(self):
        can = self.client.initialize()
        self.assertEqual(can.pop("completionTriggerCharacters"), ["."])
        self.assertEqual({name for name, value in can.items() if value}, set(CAPABILITIES))
        self.client("disconnect")

    def stop_in_values(self, **more):
        line = self.tool.marker("values", "values")
        self.launch("values", {"line": line, "condition": "invocation 37,0,0"}, words=40, **more)
        return self.client.frames(self.client.stopped()["threadId"])[0]["id"]

    def test_modules_and_sources_come(self):
        frame = self.stop_in_values()
        came = self.client.event("module", where=lambda body: body["module"].get("symbolStatus") == "debug variant")["module"]
        modules = self.client("modules")
        self.assertEqual((modules["modules"], modules["totalModules"]), ([came], 1))
        self.assertEqual(self.client("modules", startModule=1, moduleCount=5)["modules"], [])
        with self.assertRaisesRegex(Refused, "negative"):
            self.client("modules", startModule=-1)
        first, last = (int(end, 16) for end in came["addressRange"].split("-"))
        pc = int(self.client.value("$pc", frame), 0)
        self.assertTrue(first <= pc < last, (first, pc, last))
        source = self.client.event("loadedSource")
        self.assertEqual((source["reason"], source["source"]["path"]), ("new", self.shader_source("values")))
        self.client("terminate")

    def test_completions(self):
        frame = self.stop_in_values()

        def labels(text, column=None, **where):
            got = self.client("completions", text=text, column=column or len(text) + 1, **where)["targets"]
            return {t["label"]: text[t["start"] - 1:t["start"] - 1 + t["length"]] for t in got}

        self.assertEqual(labels("fini", frameId=frame), {"finish": "fini"})
        self.assertEqual(labels("direc", frameId=frame), {"direction": "direc"})
        self.assertEqual(labels("print fra", frameId=frame), {"fraction": "fra"})
        self.assertEqual(labels("outer.", frameId=frame), {"inner": "", "tags": "", "weight": ""})
        self.assertEqual(labels("print 2 * outer.inner.pl + 1", column=25, frameId=frame), {"place": "pl"})
        self.assertEqual(set(labels("direction.")), {"x", "y", "z"})  # without a frame: the focus
        self.assertEqual(labels("nobody.", frameId=frame), {})
        self.assertEqual(labels("list.", frameId=frame), {})
        self.assertIn("gl_WorkGroupID", labels("gl_W", frameId=frame))
        with self.assertRaisesRegex(Refused, "no frame"):
            labels("i", frameId=12345678)
        self.client("terminate")

    def test_memory_events(self):
        self.client.initialize(supportsMemoryEvent=True)
        program = self.tool.program("values", "g", 2, 40)
        self.client("launch", program=program[0], args=program[1:], gpu="sim", env={"DEBUGGEE_OUTPUT": self.output})
        self.client.break_at(self.shader_source("values"), {"line": self.tool.marker("values", "values"), "condition": "invocation 5,0,0"})
        self.client("configurationDone")
        frame = self.client.frames(self.client.stopped()["threadId"])[0]["id"]
        reference = self.client("evaluate", expression="results.word[0]", frameId=frame, context="watch")["memoryReference"]
        self.client("writeMemory", memoryReference=reference, offset=4 * 39, data=base64.b64encode(bytes(4)).decode())
        self.assertEqual(self.client.event("memory"), {"memoryReference": hex(int(reference, 16) + 4 * 39), "offset": 0, "count": 4})
        self.client("terminate")

    def start_and_wait(self):
        """A program that has its device and waits for the pipe that is returned."""
        wait = os.path.join(self.folder, "wait")
        os.mkfifo(wait)
        program = self.tool.program("steps", "g", 2, 1)
        self.client.initialize(supportsProgressReporting=True)
        self.client("launch", program=program[0], args=program[1:], gpu="sim", env={"DEBUGGEE_OUTPUT": self.output, "DEBUGGEE_WAIT": wait})
        self.client.break_at(self.shader_source("steps"), {"line": self.tool.marker("steps", "end"), "condition": "invocation 9,0,0"})
        self.client("configurationDone")
        return open(wait, "w", encoding="utf-8")

    def progress(self, title):
        return self.client.event("progressStart", where=lambda body: body["title"].startswith(title))

    def ended(self, progress):
        self.client.event("progressEnd", where=lambda body: body["progressId"] == progress["progressId"])

    def test_waits_are_shown_and_end(self):
        with self.start_and_wait() as pipe:
            self.ended(self.progress("Starting"))
            waiting = self.progress("Waiting")
            self.assertTrue(waiting["cancellable"])
            pipe.write("go")
        compiling = self.progress("Compiling")
        self.assertEqual(compiling["message"], "debuggee shader")
        self.ended(compiling)
        self.ended(waiting)
        self.client.stopped()
        self.run_to_the_end()

    def test_a_wait_is_cancelled(self):
        with self.start_and_wait() as pipe:
            self.progress("Starting")
            waiting = self.progress("Waiting")
            self.client("cancel", progressId=waiting["progressId"])
            self.ended(waiting)
            self.client("cancel", progressId=waiting["progressId"])  # too late: nothing happens
            self.client("cancel", progressId="none", requestId=999999)
            pipe.write("go")
        # Only the display went away, for all waits to come.
        self.client.stopped()
        self.client("continue", threadId=1)
        self.client.event("exited")
        self.assertFalse([e for e in self.client.events if e["event"] == "progressStart" and e["body"]["title"].startswith("Waiting")])
        self.client("disconnect")

    def test_a_start_is_cancelled(self):
        self.client.initialize(supportsProgressReporting=True)
        self.client("launch", program=sys.executable, args=["-c", "import signal; print('up', flush=True); signal.pause()"], gpu="sim")
        self.client("configurationDone")
        starting = self.progress("Starting")
        self.client.event("output")
        self.client("cancel", progressId=starting["progressId"])
        self.assertEqual(self.client.event("exited")["exitCode"], 128 + 15)
        self.client.event("terminated")
        self.assertEqual(self.client.close(), 0)

    def test_a_compilation_is_cancelled(self):
        client, line = self.client, self.tool.marker("endless", "turn")
        client.initialize(supportsProgressReporting=True)
        program = self.tool.program("endless", "g", 2, 1)
        client("launch", program=program[0], args=program[1:], gpu="sim", env={"DEBUGGEE_OUTPUT": self.output})
        client("configurationDone")
        process = client.event("process")["systemProcessId"]
        client.event("module")
        # While the program is suspended its driver compiles nothing.
        os.kill(process, signal.SIGSTOP)
        try:
            source = {"path": self.shader_source("endless"), "name": "endless.comp"}
            setting = client.send("setBreakpoints", {"source": source, "breakpoints": [{"line": line}]})
            compiling = self.progress("Compiling")
            client("cancel", progressId=compiling["progressId"])
        finally:
            os.kill(process, signal.SIGCONT)
        self.ended(compiling)
        self.assertEqual([each["verified"] for each in client.answer(setting)["breakpoints"]], [False])
        # Set again, it is there.
        self.assertEqual([each["verified"] for each in client.break_at(source["path"], line)], [True])
        # Waves that were in their loop by then come to it too.
        thread = client.stopped()["threadId"]
        frame = client.frames(thread)[0]
        self.assertEqual(frame["line"], line)
        client.break_at(source["path"])
        client("setExpression", expression="results.word[127]", value="1", frameId=frame["id"])
        self.run_to_the_end()

    def test_a_request_is_cancelled(self):
        frame = self.stop_in_values()
        process = self.client.event("process")["systemProcessId"]
        reference = self.client("evaluate", expression="results.word[0]", frameId=frame, context="watch")["memoryReference"]
        # While the program is suspended nobody reads its memory, and requests wait behind that one.
        os.kill(process, signal.SIGSTOP)
        try:
            reading = self.client.send("readMemory", {"memoryReference": reference, "count": 4})
            waiting = [self.client.send("modules") for _ in range(2)]
            self.client("cancel", requestId=waiting[0])
            with self.assertRaisesRegex(Refused, "^cancelled$"):
                self.client.answer(waiting[0])
        finally:
            os.kill(process, signal.SIGCONT)
        self.assertEqual(base64.b64decode(self.client.answer(reading)["data"]), bytes(4))
        self.assertEqual(len(self.client.answer(waiting[1])["modules"]), 1)
        self.client("terminate")


if __name__ == "__main__":
    unittest.main()
