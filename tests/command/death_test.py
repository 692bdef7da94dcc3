# SPDX-License-Identifier: MIT
"""The debugger dies, the program goes on."""
import signal
import subprocess
import unittest

from harness import debugger


class Death(unittest.TestCase):
    def test_killed_while_a_wave_is_stopped(self):
        tool = debugger()
        program = ["/bin/sh", "-c", '"$0" "$@"; echo status $?', tool.grass, "--verify", "--blades", "64"]
        process = subprocess.Popen([tool.wavebreak, "run", "--gpu", "sim", "--exec", "-", "--", *program], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, text=True)
        process.stdin.write("break grass.comp:92 if invocation 37,5,0\nrun\nprint index\n")
        process.stdin.flush()
        for line in process.stdout:
            if line.startswith("index = "):
                break
        else:
            self.fail("the debugger ended before it stopped")
        process.send_signal(signal.SIGKILL)
        # The program holds the other end of the pipe: its end is the end of the file.
        text = process.stdout.read()
        process.wait()
        process.stdin.close()
        process.stdout.close()
        self.assertIn("right: all 4096 blades", text)
        self.assertIn("status 0", text)
