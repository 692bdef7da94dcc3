# SPDX-License-Identifier: MIT
"""Bad pointers and endless shaders: what the debugger says at the stop, and what is said when the device is lost."""
import json
import os
import re
import subprocess
import tempfile
import unittest

from harness import debugger

PAST = 1 << 20  # bytes behind the end of 'victim' (faulty.cpp)


class Loss(unittest.TestCase):
    def setUp(self):
        self.tool = debugger()

    def faulty(self, case, subgroup, kind="g"):
        spirv = os.path.join(self.tool.shaders, f"pointer.{kind}.spv")
        return [os.environ["WAVEBREAK_FAULTY"], spirv, case, str(subgroup)]

    def line(self, name):
        return f"pointer.comp:{self.tool.marker('pointer', name)}"

    def stop(self, case, subgroup, commands=("print i", "print value"), kind="g"):
        """The answers' texts, the first one's `stop`, and all of them."""
        got = self.tool.run(["run", *commands, "continue"], self.faulty(case, subgroup, kind))
        self.assertEqual(got.status, 0, got.errors)
        return got

    def check_past_the_end(self, case, subgroup, kind="g"):
        got = self.stop(case, subgroup, ("print i", "print value", "info fault"), kind)
        stop = got.text(0)
        self.assertTrue(stop.startswith("Memory violation: main ()"), stop)
        self.assertIn(self.line(case), stop)
        self.assertIn("invocation (70, 0, 0)", stop)
        self.assertRegex(stop, f"A {case} of 4 bytes at 0x[0-9a-f]+: {PAST} bytes past the end of buffer 'victim' \\(1000 bytes at")
        self.assertRegex(stop, f"by lane 6: +global_{'load' if case == 'read' else 'store'}_b32")
        self.assertEqual((got.value(1), got.value(2)), ("70", "210"))
        self.assertIn(got.text(3).splitlines()[0], stop)
        # The handler took the fault, so that nothing is lost: a read gave 0, a write was dropped.
        self.assertEqual([row[0] for row in got.rows], [6 * i for i in range(128)])

    def test_read_past_the_end_wave32(self):
        self.check_past_the_end("read", 32)

    def test_read_past_the_end_wave64(self):
        self.check_past_the_end("read", 64, "gvs")

    def test_write_past_the_end_wave32(self):
        self.check_past_the_end("write", 32)

    def test_write_past_the_end_wave64(self):
        self.check_past_the_end("write", 64)

    def test_null(self):
        got = self.stop("null", 64)
        self.assertIn(self.line("read"), got.text(0))
        self.assertIn("A read of 4 bytes at 0x14: near address 0: a null pointer", got.text(0))
        self.assertEqual((got.value(1), got.value(2)), ("70", "210"))

    def test_use_after_free(self):
        with tempfile.TemporaryDirectory() as folder:
            script = os.path.join(folder, "script.wb")
            with open(script, "w", encoding="utf-8") as file:
                file.write("run\nprint value\ncontinue\n")
            done = subprocess.run([self.tool.wavebreak, "run", "--gpu", "sim", "--json", "--exec", script, "--",
                                   *self.faulty("freed", 32)],
                                  capture_output=True, text=True, timeout=300,
                                  env=dict(os.environ, DEBUGGEE_OUTPUT=os.path.join(folder, "output")), check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        first, second, _ = (json.loads(line) for line in done.stdout.splitlines())
        self.assertRegex(first["text"], r"A read of 4 bytes at 0x[0-9a-f]+: at byte 20 of buffer 'gone' \(4096 bytes at "
                                        r"0x[0-9a-f]+\), which has been destroyed")
        fault = first["stop"]["fault"]
        place = fault["places"][0]
        self.assertEqual((fault["known"], fault["exact"], fault["access"], fault["size"], fault["lanes"]), (True, True, "read", 4, [6]))
        self.assertEqual((place["relation"], place["name"], place["distance"]), ("destroyed", "gone", 20))
        self.assertEqual(fault["address"], place["address"] + 20)
        self.assertEqual(second["value"], "210")

    def alone(self, case, **environment):
        """The program with the layer but without a debugger; the device is lost."""
        build = os.environ["WAVEBREAK_BUILD"]
        with tempfile.TemporaryDirectory() as runtime:
            environment = dict(os.environ, WAVEBREAK="1", XDG_RUNTIME_DIR=runtime,
                               XDG_DATA_DIRS=f"{build}/share:/usr/local/share:/usr/share", **environment)
            done = subprocess.run([os.environ["WAVEBREAK_ENV_TOOL"], "--gpu", "sim", "--", *self.faulty(case, 32)],
                                  capture_output=True, text=True, timeout=120, env=environment, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("waiting for the GPU failed: VK_ERROR_DEVICE_LOST", done.stderr)
        self.assertEqual(done.stderr.count("is lost:"), 1, done.stderr)
        self.assertIn("the kernel has ended submission 1, which had 1 dispatch of shader 'bad pointer' (main)", done.stderr)
        return done.stderr

    def test_the_layer_alone(self):
        said = self.alone("write")
        page = re.search(r"a write at 0x([0-9a-f]+)000 to 0x([0-9a-f]+)fff faulted: at least (\d+) bytes past the end of buffer 'victim'", said)
        self.assertTrue(page, said)
        self.assertEqual(page[1], page[2])
        self.assertTrue(PAST - 4096 < int(page[3]) <= PAST, said)
        self.assertIn("buffer 'gone' (4096 bytes at", self.alone("freed"))

    def test_an_endless_shader_alone(self):
        self.assertIn("no page fault", self.alone("endless", WAVEBREAK_SIM_LOCKUP_TIMEOUT_MS="500"))

    def test_an_endless_shader_with_the_debugger(self):
        got = self.tool.run(["run"], self.faulty("endless", 64), dict(os.environ, WAVEBREAK_SIM_LOCKUP_TIMEOUT_MS="3000"))
        self.assertIn("exited with status 1", got.text(0))
        turn = self.tool.marker("pointer", "turn")
        # Both waves, each in one of the loop's two lines.
        places = rf"(\n  pointer\.comp:({turn - 1}|{turn}) of [^\n]*, invocation \((0|64), 0, 0\)){{1,2}}"
        self.assertRegex(got.errors, "submission 1 has been running for a long time; the kernel ends it after 3 s. It is at" + places)
        lost = got.errors[got.errors.index("is lost:"):]
        self.assertIn("no page fault", lost)
        self.assertRegex(lost, "submission 1 was last seen at" + places)
        self.assertIn("'the bad dispatch", lost)
