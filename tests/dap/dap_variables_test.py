# SPDX-License-Identifier: MIT
"""Variables, evaluation, changes, memory: compared with what the shader itself stores."""
import base64
import os
import shutil
import struct
import subprocess
import unittest

from client import Refused
from harness import DapTest


def as_float(word):
    return struct.unpack("<f", struct.pack("<I", word))[0]


def as_int(word):
    return word - (1 << 32) if word >> 31 else word


class Variables(DapTest):
    def stop_in_values(self, invocation, kind="g", **more):
        line = self.tool.marker("values", "values")
        self.launch("values", {"line": line, "condition": f"invocation {invocation},0,0"}, kind=kind, words=40, **more)
        self.thread = self.client.stopped()["threadId"]
        return self.client.frames(self.thread)[0]["id"]

    def expected(self, invocation):
        return self.tool.alone(self.tool.program("values", "g", 2, 40))[invocation]

    def test_locals_are_what_the_shader_stores(self):
        for kind, invocation in (("g", 37), ("gvs", 90)):
            with self.subTest(kind=kind):
                frame = self.stop_in_values(invocation, kind)
                words = self.expected(invocation)
                local = self.client.by_name(self.client.scope(frame, "Locals")["variablesReference"])
                self.assertEqual((local["i"]["value"], local["i"]["type"]), (str(words[0]), "uint"))
                self.assertEqual(int(local["negative"]["value"]), as_int(words[1]))
                self.assertEqual(float(local["fraction"]["value"]), as_float(words[2]))
                self.assertEqual(local["odd"]["value"], "true" if words[3] else "false")
                direction = self.client.by_name(local["direction"]["variablesReference"])
                self.assertEqual([float(direction[c]["value"]) for c in "xyz"], [as_float(words[n]) for n in (4, 5, 6)])
                self.assertEqual(local["direction"]["namedVariables"], 3)
                outer = self.client.by_name(local["outer"]["variablesReference"])
                self.assertEqual(float(outer["weight"]["value"]), as_float(words[20]))
                inner = self.client.by_name(outer["inner"]["variablesReference"])
                self.assertEqual(inner["place"]["evaluateName"], "outer.inner.place")
                place = self.client.by_name(inner["place"]["variablesReference"])
                self.assertEqual([int(place[c]["value"]) for c in "xy"], [as_int(words[n]) for n in (21, 22)])
                self.assertEqual(local["list"]["indexedVariables"], 4)
                self.assertEqual([float(v["value"]) for v in self.client.variables(local["list"]["variablesReference"])],
                                 [as_float(words[n]) for n in range(27, 31)])
                column = self.client.variables(local["turn"]["variablesReference"])[1]
                self.assertEqual(column["evaluateName"], "turn[1]")
                self.assertEqual(float(self.client.value("turn[1].x", frame)), as_float(words[13]))
                self.run_to_the_end()
                if kind == "g":
                    self.end()
                    self.client = type(self.client).start(self.tool.wavebreak)

    def test_scopes(self):
        frame = self.stop_in_values(70)
        names = [scope["name"] for scope in self.client("scopes", frameId=frame)["scopes"]]
        self.assertEqual(names, ["Locals", "Invocation", "Buffers", "Shared", "Registers"])
        ids = self.client.by_name(self.client.scope(frame, "Invocation")["variablesReference"])
        self.assertEqual([ids[n]["value"] for n in ("gl_GlobalInvocationID", "gl_LocalInvocationID", "gl_WorkGroupID", "gl_WorkGroupSize")],
                         ["(70, 0, 0)", "(6, 0, 0)", "(1, 0, 0)", "(64, 1, 1)"])
        shared = self.client.by_name(self.client.scope(frame, "Shared")["variablesReference"])["together"]
        self.assertEqual(shared["indexedVariables"], 64)
        together = self.client.variables(shared["variablesReference"], filter="indexed", start=3, count=2)
        self.assertEqual([(v["name"], v["value"]) for v in together], [("[3]", "1067"), ("[4]", "1068")])
        registers = self.client.by_name(self.client.scope(frame, "Registers")["variablesReference"])
        self.assertEqual(registers["$exec"]["value"], "0xffffffffffffffff")
        vgprs = self.client.variables(registers["VGPRs of lane 6"]["variablesReference"], start=0, count=2)
        self.assertEqual([v["name"] for v in vgprs], ["$v0", "$v1"])
        self.assertEqual(vgprs[1]["value"], self.client("evaluate", expression="$v1", frameId=frame, format={"hex": True})["result"])
        self.run_to_the_end()

    def test_arguments_and_outer_frames(self):
        line = self.tool.marker("values", "in-function")
        self.launch("values", {"line": line, "condition": "invocation 70,0,0"}, words=40)
        frames = self.client.frames(self.client.stopped()["threadId"])
        self.assertEqual([f["name"] for f in frames], ["mix_up", "main"])
        arguments = self.client.by_name(self.client.scope(frames[0]["id"], "Arguments")["variablesReference"])
        fraction = as_float(self.expected(70)[2])
        self.assertEqual(float(arguments["a"]["value"]), fraction)
        self.assertEqual(arguments["b"]["value"], "(2, 3)")
        self.assertEqual(float(self.client.value("product", frames[0]["id"])), 2 * fraction)
        self.assertEqual(float(self.client.value("fraction", frames[1]["id"])), fraction)
        with self.assertRaisesRegex(Refused, "fraction"):
            self.client.value("fraction", frames[0]["id"])
        self.run_to_the_end()

    def test_a_buffer_page_by_page(self):
        frame = self.stop_in_values(5)
        buffers = self.client.by_name(self.client.scope(frame, "Buffers")["variablesReference"])
        words = self.client.by_name(buffers["results"]["variablesReference"])["word"]
        self.assertEqual(words["indexedVariables"], 2 * 64 * 40)  # the whole buffer, from the bytes that are bound
        page = self.client.variables(words["variablesReference"], filter="indexed", start=5119, count=10)
        self.assertEqual([v["name"] for v in page], ["[5119]"])
        self.assertEqual(self.client.variables(words["variablesReference"], filter="named"), [])
        with self.assertRaisesRegex(Refused, "negative"):
            self.client.variables(words["variablesReference"], start=-1)
        # The first word is stored by the statement the wave is at.
        at = self.client.variables(words["variablesReference"], start=200, count=1)[0]
        self.assertEqual((at["name"], at["value"], at["evaluateName"]), ("[200]", "0", "results.word[200]"))
        self.client("next", threadId=self.thread)
        frame = self.client.frames(self.client.stopped()["threadId"])[0]["id"]
        self.assertEqual(self.client.value("results.word[200]", frame), "5")
        with self.assertRaisesRegex(Refused, "moved on"):
            self.client.variables(words["variablesReference"], start=0, count=1)
        self.run_to_the_end()

    def test_changes_reach_the_program(self):
        frame = self.stop_in_values(5)
        expected = self.tool.alone(self.tool.program("values", "g", 2, 40))
        scope = self.client.scope(frame, "Locals")["variablesReference"]
        local = self.client.by_name(scope)
        self.assertEqual(self.client("setVariable", variablesReference=scope, name="negative", value="-77")["value"], "-77")
        self.assertEqual(self.client.event("invalidated")["areas"], ["variables"])
        self.assertEqual(self.client("setVariable", variablesReference=local["direction"]["variablesReference"], name="y", value="9.25")["value"],
                         "9.25")
        self.assertEqual(self.client("setVariable", variablesReference=local["list"]["variablesReference"], name="[1]", value="0.75")["value"],
                         "0.75")
        self.assertEqual(self.client("setExpression", expression="outer.tags[2]", value="31337", frameId=frame)["value"], "31337")
        # An old reference shows the new value too.
        self.assertEqual(self.client.by_name(local["direction"]["variablesReference"])["y"]["value"], "9.25")
        for name, value in (("nobody", "1"), ("i", "direction")):
            with self.assertRaises(Refused):
                self.client("setVariable", variablesReference=scope, name=name, value=value)
        row = expected[5]
        row[1], row[5], row[28], row[26] = 2**32 - 77, 0x41140000, 0x3F400000, 31337
        self.run_to_the_end()
        self.assertEqual(self.rows(), expected)

    def test_evaluate_and_the_console(self):
        client, frame = self.client, self.stop_in_values(5)
        words = self.expected(5)
        self.assertEqual(client("evaluate", expression="i * 2u + 1u", frameId=frame, context="hover")["result"], str(2 * words[0] + 1))
        self.assertEqual(client("evaluate", expression="i", frameId=frame, context="watch", format={"hex": True})["result"], "0x5")
        unfolded = client("evaluate", expression="outer", frameId=frame, context="watch")
        self.assertEqual(sorted(client.by_name(unfolded["variablesReference"])), ["inner", "tags", "weight"])
        with self.assertRaisesRegex(Refused, "no variable 'nobody'"):
            client.value("nobody", frame)
        console = lambda text: client("evaluate", expression=text, frameId=frame, context="repl")["result"]
        self.assertEqual(console("print i"), "i = 5")
        self.assertEqual(console("fraction"), client.value("fraction", frame))
        self.assertIn("wave", console("info waves").lower())
        self.assertEqual(console("set var chosen = 7"), "chosen = 7")
        client.event("invalidated")
        lane = console("lane 9")
        self.assertIn("(9, 0, 0)", lane)
        self.assertIn("threads", client.event("invalidated")["areas"])
        console("break values.comp:" + str(self.tool.marker("values", "values") + 1))
        new = client.event("breakpoint", where=lambda body: body["reason"] == "new")
        console(f"delete {new['breakpoint']['id']}")
        client.event("breakpoint", where=lambda body: body["reason"] == "removed")
        for refused in ("quit", "detach", "run"):
            with self.assertRaisesRegex(Refused, "the editor"):
                console(refused)
        self.assertIn("next", [t["label"] for t in client("completions", text="ne", column=3)["targets"]])
        console("next")
        client.event("continued")
        stop = client.stopped()
        self.assertEqual(client.frames(stop["threadId"])[0]["line"], self.tool.marker("values", "values") + 1)
        self.run_to_the_end()
        self.assertEqual(self.rows()[5][31], 7)

    def test_memory(self):
        frame = self.stop_in_values(5)
        reference = self.client("evaluate", expression="results.word[0]", frameId=frame, context="watch")["memoryReference"]
        # Write a word that the shader leaves alone (of 40 it stores 35) and read it back, as memory and as a variable.
        word = struct.pack("<I", 0xABCD1234)
        written = self.client("writeMemory", memoryReference=reference, offset=4 * 39, data=base64.b64encode(word).decode())
        self.assertEqual(written["bytesWritten"], 4)
        self.client.event("invalidated")
        read = self.client("readMemory", memoryReference=reference, offset=4 * 38, count=8)
        self.assertEqual(base64.b64decode(read["data"]), bytes(4) + word)
        self.assertEqual(int(read["address"], 16), int(reference, 16) + 4 * 38)
        self.assertEqual(self.client.value("results.word[39]", frame), str(0xABCD1234))
        with self.assertRaisesRegex(Refused, "cannot read at 0x10"):
            self.client("readMemory", memoryReference="0x10", count=4)
        with self.assertRaisesRegex(Refused, "no memory reference"):
            self.client("readMemory", memoryReference="here", count=4)
        with self.assertRaisesRegex(Refused, "base64"):
            self.client("writeMemory", memoryReference=reference, data="???")
        self.run_to_the_end()
        self.assertEqual(self.rows()[0][39], 0xABCD1234)

    def test_push_constants_and_pointers(self):
        client = self.client
        client.initialize()
        client("launch", program=self.tool.grass, args=["--verify", "--blades", "64"], gpu="sim")
        client.break_at("/somewhere/else/grass.comp", {"line": 92, "condition": "invocation 37,5,0"})
        client("configurationDone")
        frame = client.frames(client.stopped()["threadId"])[0]
        pushed = client.by_name(client.scope(frame["id"], "Push constants")["variablesReference"])["pc"]
        pc = client.by_name(pushed["variablesReference"])
        self.assertEqual(float(client.value("pc.time", frame["id"])), float(pc["time"]["value"]))
        settings = client.by_name(pc["settings"]["variablesReference"])
        self.assertEqual(settings["blades"]["value"], "(64, 64)")
        self.assertEqual(settings["blades"]["evaluateName"], "pc.settings.blades")
        data = client.by_name(pc["grass"]["variablesReference"])["data"]
        self.assertEqual(data["indexedVariables"], 64 * 64)  # to the end of the buffer that the pointer points into
        self.assertEqual(data["memoryReference"], pc["grass"]["memoryReference"])
        last = client.variables(data["variablesReference"], start=4095, count=5)
        self.assertEqual([(v["name"], v["evaluateName"]) for v in last], [("[4095]", "pc.grass.data[4095]")])
        self.assertEqual(sorted(client.by_name(last[0]["variablesReference"])), ["pos_bend", "size_pitch_animation"])
        with self.assertRaisesRegex(Refused, "push constants"):
            client("setVariable", variablesReference=pushed["variablesReference"], name="time", value="1.0")
        self.run_to_the_end()

    def test_a_shader_without_debug_information(self):
        shader = os.path.join(os.environ["WAVEBREAK_BUILD"], "tests", "dap", "steps.plain.spv")
        self.launch("steps", functions=[{"name": "compute", "condition": "invocation 1,0,0"}], program=[self.tool.debuggee, shader, "2", "1"])
        frame = self.client.frames(self.client.stopped()["threadId"])[0]
        source = frame["source"]
        lines = self.client("source", source=source, sourceReference=source["sourceReference"])["content"].split("\n")
        self.assertTrue(any("OpEntryPoint GLCompute" in line for line in lines))
        self.assertIn("Op", lines[frame["line"] - 1])
        # The store to the buffer, by its line in the disassembly.
        store = max(n for n, line in enumerate(lines, 1) if "OpStore" in line)
        got = self.client("setBreakpoints", source=source, breakpoints=[{"line": store, "condition": "invocation 1,0,0"}])["breakpoints"][0]
        self.assertEqual((got["verified"], got["line"]), (True, store))
        self.client("continue", threadId=1)
        self.assertEqual(self.client.frames(self.client.stopped()["threadId"])[0]["line"], store)
        self.run_to_the_end()
        self.assertEqual(self.rows(), self.tool.alone(self.tool.program("steps", "g", 2, 1)))

    def test_source_that_is_only_in_the_shader(self):
        # Compiled from a file that is gone: no name in the shader leads to one, wherever the adapter and the program are.
        gone, shader = os.path.join(self.folder, "values.comp"), os.path.join(self.folder, "values.spv")
        shutil.copyfile(self.shader_source("values"), gone)
        subprocess.run([os.environ["GLSLANG"], "-V", "-g", "--target-env", "vulkan1.2", "-o", shader, gone], check=True, capture_output=True)
        os.remove(gone)
        self.launch("values", functions=[{"name": "mix_up", "condition": "invocation 1,0,0"}], program=[self.tool.debuggee, shader, "2", "40"])
        frame = self.client.frames(self.client.stopped()["threadId"])[0]
        with open(self.shader_source("values"), encoding="utf-8") as file:
            original = file.read()
        source = frame["source"]
        if "sourceReference" in source:
            text = self.client("source", source=source, sourceReference=source["sourceReference"])["content"]
            self.assertEqual(text.rstrip("\n"), original.rstrip("\n"))
            line = self.tool.marker("values", "values")
            again = self.client("setBreakpoints", source=source, breakpoints=[{"line": line, "condition": "invocation 1,0,0"}])["breakpoints"][0]
            self.assertEqual((again["verified"], again["line"]), (True, line))
            self.client("continue", threadId=1)
            self.client.event("breakpoint")
            self.assertEqual(self.client.frames(self.client.stopped()["threadId"])[0]["line"], line)
        else:
            self.fail(f"{source} names a file")
        self.assertIn(source, self.client("loadedSources")["sources"])
        with self.assertRaisesRegex(Refused, "no source with reference"):
            self.client("source", sourceReference=99)
        self.run_to_the_end()


if __name__ == "__main__":
    unittest.main()
