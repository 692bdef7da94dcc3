# SPDX-License-Identifier: MIT
"""What the simulated device does not model ends the job, loudly, and the program learns that it has lost the device."""
import os
import re
import unittest

from harness import debugger


class Refusal(unittest.TestCase):
    def run_refused(self, what, commands):
        tool = debugger()
        spirv = os.path.join(tool.shaders, "sample.g.spv")
        return tool.run(commands, [os.environ["WAVEBREAK_REFUSED"], spirv, what])

    def check_end(self, got, ending):
        # The kernel signals the fence of the failed job; RADV asks what became of it, so that the wait for it tells.
        self.assertIn("submission 1: waiting for the GPU failed: VK_ERROR_DEVICE_LOST", got.errors)
        self.assertIn("The program exited with status 4.", ending)

    def test_instruction(self):
        tool = debugger()
        line = tool.marker("sample", "sample")
        got = self.run_refused("instruction", [f"break sample.comp:{line} if invocation 5,0,0", "run", "print i", "continue"])
        self.assertEqual(got.answers[2], (True, "i = 5"))
        # Instruction, address and raw bits.
        said = re.search(r"compressed images .*not modelled.*: image_sample\w* \[.*", got.errors)
        self.assertTrue(said, got.errors)
        report = said.group()
        self.assertRegex(report, r"0xffff8[0-9a-f]+")
        self.assertRegex(report, r"\bf[0-9a-f]{7}\b")  # MIMG's first word begins with 1111
        self.check_end(got, got.answers[3][1])
        self.assertEqual(got.status, 0, got.errors)

    def test_packet(self):
        got = self.run_refused("packet", ["run"])
        self.assertRegex(got.errors, r"(is not modelled|is not known)")
        self.assertRegex(got.errors, r"packet at 0xffff8[0-9a-f]+: ")
        self.assertRegex(got.errors, r"dwords: [0-9a-f]{8}")
        self.check_end(got, got.answers[0][1])
        self.assertEqual(got.status, 0, got.errors)
