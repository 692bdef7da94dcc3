# SPDX-License-Identifier: MIT
"""The example configurations of docs/dap.md, launched and attached with as an editor would."""
import json
import os
import re
import shutil
import subprocess
import unittest

from harness import DapTest


def blocks(text):
    """Its code blocks: paragraphs indented by four."""
    for block in re.findall(r"(?:^(?: {4}.*|)\n)+", text, re.MULTILINE):
        if block.strip():
            yield "\n".join(line[4:] for line in block.strip("\n").split("\n"))


class Documentation(DapTest):
    def setUp(self):
        super().setUp()
        with open(os.environ["WAVEBREAK_DAP_DOC"], encoding="utf-8") as file:
            self.text = file.read()
        self.blocks = list(blocks(self.text))
        self.json = [json.loads(block) for block in self.blocks if block.startswith("{")]
        # The table: field, request it is of.
        self.fields = dict(re.findall(r"^\| `(\w+)` \| (launch|attach|both) \|", self.text, re.MULTILINE))

    def fields_of(self, request):
        return {name for name, of in self.fields.items() if of in (request, "both")}

    def workspace(self):
        """A folder as the examples assume it; the program notes how it was called and becomes the debuggee."""
        shader = self.tool.program("steps", "g", 2, 1)
        os.mkdir(os.path.join(self.folder, "build"))
        os.mkdir(os.path.join(self.folder, "shaders"))
        shutil.copy(self.shader_source("steps"), os.path.join(self.folder, "shaders"))
        program = os.path.join(self.folder, "build", "my_program")
        with open(program, "w", encoding="utf-8") as file:
            command = " ".join(f"'{word}'" for word in shader)
            file.write(f'#!/bin/sh\necho "called with $*"\nDEBUGGEE_OUTPUT={self.output} exec {command}\n')
        os.chmod(program, 0o755)

    def filled_in(self, value, **variables):
        """The configuration with the editor's variables replaced."""
        if isinstance(value, dict):
            return {name: self.filled_in(each, **variables) for name, each in value.items()}
        if isinstance(value, list):
            return [self.filled_in(each, **variables) for each in value]
        return value.replace("${workspaceFolder}", self.folder) if isinstance(value, str) else value

    def session(self, configuration):
        """An editor's session with the configuration, up to the first stop: the innermost frame."""
        self.client.initialize()
        configuration = dict(configuration)
        self.client(configuration["request"], **configuration)
        path = os.path.join(self.folder, "shaders", "steps.comp")
        self.client.break_at(path, {"line": self.tool.marker("steps", "end"), "condition": "invocation 3,0,0"})
        self.client("configurationDone")
        frame = self.client.frames(self.client.stopped()["threadId"])[0]
        self.assertEqual((frame["line"], frame["source"]["path"]), (self.tool.marker("steps", "end"), path))

    def finish(self):
        self.run_to_the_end()
        self.assertEqual(self.rows(), self.tool.alone(self.tool.program("steps", "g", 2, 1)))

    def waiting_program(self):
        """A program to attach to, which waits for the pipe: its process and the pipe."""
        wait = os.path.join(self.folder, "wait")
        os.mkfifo(wait)
        os.mkdir(os.path.join(self.folder, "shaders"))
        shutil.copy(self.shader_source("steps"), os.path.join(self.folder, "shaders"))
        build = os.environ["WAVEBREAK_BUILD"]
        environment = dict(os.environ, WAVEBREAK="1", DEBUGGEE_OUTPUT=self.output, DEBUGGEE_WAIT=wait,
                           WAVEBREAK_SHARE=os.path.join(build, "trap_handler"), XDG_DATA_DIRS=os.path.join(build, "share"))
        debuggee = subprocess.Popen([os.environ["WAVEBREAK_ENV_TOOL"], "--gpu", "sim", "--", *self.tool.program("steps", "g", 2, 1)],
                                    env=environment, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        self.addCleanup(debuggee.wait)
        self.addCleanup(debuggee.kill)
        return debuggee, open(wait, "w", encoding="utf-8")

    def attach_and_leave(self, configuration):
        debuggee, pipe = self.waiting_program()
        with pipe:
            self.client.initialize()
            self.client("attach", **dict(configuration, pid=debuggee.pid))
            self.client.break_at(self.shader_source("steps"), {"line": self.tool.marker("steps", "end"), "condition": "invocation 3,0,0"})
            self.client("configurationDone")
            pipe.write("go")
        self.client.stopped()
        self.client("disconnect")
        self.assertEqual(debuggee.wait(), 0)
        self.assertEqual(self.rows(), self.tool.alone(self.tool.program("steps", "g", 2, 1)))

    def test_the_extension_knows_every_field(self):
        debugger = self.json[0]["contributes"]["debuggers"][0]
        self.assertEqual((debugger["type"], debugger["args"]), ("wavebreak", ["dap"]))
        attributes = debugger["configurationAttributes"]
        for request, required in (("launch", ["program"]), ("attach", ["pid"])):
            self.assertEqual(set(attributes[request]["properties"]), self.fields_of(request))
            self.assertEqual(attributes[request]["required"], required)
        for configuration in self.json[1]["configurations"]:
            self.assertEqual(configuration["type"], debugger["type"])
            known = self.fields_of(configuration["request"]) | {"type", "request", "name"}
            self.assertLessEqual(set(configuration), known)

    def test_vs_code_launch(self):
        self.workspace()
        launch = next(c for c in self.json[1]["configurations"] if c["request"] == "launch")
        self.session(self.filled_in(launch))
        self.assertIn("called with " + " ".join(launch["args"]), self.client.output())
        self.finish()

    def test_vs_code_attach(self):
        self.attach_and_leave(self.filled_in(next(c for c in self.json[1]["configurations"] if c["request"] == "attach")))

    def lua(self):
        """What the block for nvim-dap sets: the adapter and the configurations."""
        block = next(block for block in self.blocks if block.startswith("local dap"))
        stand_in = f"""
            local dap = {{ adapters = {{}}, configurations = {{}} }}
            package.loaded['dap'] = dap
            package.loaded['dap.utils'] = {{ pick_process = function() return 1 end }}
            vim = {{ fn = {{ input = function(prompt, text) return text .. 'build/my_program' end, getcwd = function() return '{self.folder}' end }} }}
            """
        dump = """
            local function dump(value)
                if type(value) == 'function' then value = value() end
                if type(value) ~= 'table' then return type(value) == 'string' and string.format('%q', value) or tostring(value) end
                local parts = {}
                for key, each in pairs(value) do
                    parts[#parts + 1] = #value > 0 and dump(each) or string.format('%q:', key) .. dump(each)
                end
                return #value > 0 and '[' .. table.concat(parts, ',') .. ']' or '{' .. table.concat(parts, ',') .. '}'
            end
            print(dump(dap))
            """
        done = subprocess.run(["lua5.4", "-"], input=stand_in + "do " + block + " end" + dump, text=True, capture_output=True, check=True)
        return json.loads(done.stdout)

    def test_nvim_launch(self):
        self.workspace()
        dap = self.lua()
        self.assertEqual(dap["adapters"]["wavebreak"], {"type": "executable", "command": "wavebreak", "args": ["dap"]})
        launch = dap["configurations"]["glsl"][0]
        self.assertLessEqual(set(launch), self.fields_of("launch") | {"type", "request", "name"})
        self.session(self.filled_in(launch))
        self.finish()

    def test_nvim_attach(self):
        attach = self.lua()["configurations"]["glsl"][1]
        self.assertLessEqual(set(attach), self.fields_of("attach") | {"type", "request", "name"})
        self.attach_and_leave(attach)


if __name__ == "__main__":
    unittest.main()
