# SPDX-License-Identifier: MIT
"""Runs the wavebreak command on a script and reads its answers."""
import json
import os
import subprocess
import tempfile

from spirv_module import OP_LINE, SpirvModule


class Debugger:
    """Paths of the built command and programs, and one way to run them."""

    def __init__(self, wavebreak, debuggee, grass, shaders, sources, repeater=None):
        self.wavebreak, self.debuggee, self.repeater, self.grass = wavebreak, debuggee, repeater, grass
        self.shaders, self.sources = shaders, sources

    def marker(self, shader, name):
        """Line of //@name in tests/command/shaders/<shader>.comp."""
        with open(os.path.join(self.sources, shader + ".comp"), encoding="utf-8") as source:
            for number, line in enumerate(source, 1):
                if line.rstrip().endswith("//@" + name):
                    return number
        raise KeyError(name)

    def last_line(self, shader):
        """The last line with code of a shader without includes: newer compilers give main's closing brace one."""
        module = SpirvModule(os.path.join(self.shaders, f"{shader}.g.spv"))
        return max(operands[1] for op, *operands in module.code if op == OP_LINE)

    def program(self, shader, kind, groups, words, repeat=1):
        spirv = os.path.join(self.shaders, f"{shader}.{kind}.spv")
        return [self.debuggee, spirv, str(groups), str(words), str(repeat)]

    def repeater_of(self, shader, kind, groups, words):
        """The program that submits until its standard input ends."""
        return [self.repeater, *self.program(shader, kind, groups, words)[1:4]]

    def run(self, commands, program, environment=None, timeout=300):
        """Answers: one per command, in order, as (ok, text); the program's output; the exit status; what went to standard error."""
        with tempfile.TemporaryDirectory() as folder:
            script, output = os.path.join(folder, "script.wb"), os.path.join(folder, "output")
            with open(script, "w", encoding="utf-8") as file:
                file.write("\n".join(commands) + "\n")
            environment = dict(environment or os.environ, DEBUGGEE_OUTPUT=output)
            done = subprocess.run(
                [self.wavebreak, "run", "--gpu", "sim", "--json", "--exec", script, "--", *program],
                capture_output=True, text=True, timeout=timeout, env=environment, check=False)
            rows = []
            if os.path.exists(output):
                with open(output, encoding="utf-8") as file:
                    rows = [[int(word) for word in line.split()] for line in file]
        answers = []
        for line in done.stdout.splitlines():
            answer = json.loads(line)
            answers.append((answer["ok"], answer["text"]))
        return Answers(answers, rows, done.returncode, done.stderr)

    def alone(self, program):
        """The program's rows without a debugger, on the same device."""
        environment = dict(os.environ)
        environment.pop("WAVEBREAK", None)
        env_tool = os.environ["WAVEBREAK_ENV_TOOL"]
        done = subprocess.run([env_tool, "--gpu", "sim", "--", *program], capture_output=True, text=True, timeout=60,
                              env=environment, check=True)
        return [[int(word) for word in line.split()] for line in done.stdout.splitlines()]


class Answers:
    def __init__(self, answers, rows, status, errors):
        self.answers, self.rows, self.status, self.errors = answers, rows, status, errors

    def text(self, index):
        ok, text = self.answers[index]
        assert ok, f"command {index} failed: {text}\n{self.errors}"
        return text

    def value(self, index):
        """What print said behind the first ' = '."""
        return self.text(index).split(" = ", 1)[1]
