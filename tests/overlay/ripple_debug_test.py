# SPDX-License-Identifier: MIT
"""ripple_debug_test.py TEST: `wavebreak run --overlay` and `wavebreak capture` on the sample that computes its picture and presents
it, on the simulated GPU and an X server of its own. Keys are pressed for real."""
import json
import os
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from display import Display, LIMIT  # noqa: E402

WIDTH, HEIGHT = 640, 400
DISPATCHES = r"#\d+\s+80 x 50 x 1\s+step the water.*#\d+\s+80 x 50 x 1\s+shade the picture"


class Talk:
    """A wavebreak that is spoken to, with all that it says."""

    def __init__(self, arguments, environment):
        self.child = subprocess.Popen([os.environ["WAVEBREAK_COMMAND"], *arguments], env=environment, stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.lines, self.said = queue.Queue(), []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.child.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def say(self, line):
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()

    def hear(self, pattern):
        """Waits until what it has said since the last match matches."""
        text = ""
        while not (match := re.search(pattern, text, re.DOTALL)):
            try:
                line = self.lines.get(timeout=2 * LIMIT)
            except queue.Empty:
                line = None
            assert line is not None, f"'{pattern}' was not said, but:\n{''.join(self.said)}"
            self.said.append(line)
            text += line
        return match

    def end(self):
        """As Ctrl-C does: once for the wait, once for the session, then for the program."""
        while self.child.poll() is None:
            self.child.send_signal(signal.SIGINT)
            try:
                self.child.wait(timeout=1)
            except subprocess.TimeoutExpired:
                pass
        return self.child.returncode


class RippleDebug(unittest.TestCase):
    def setUp(self):
        self.display = Display(WIDTH, HEIGHT)
        self.addCleanup(self.display.close)
        self.folder = tempfile.TemporaryDirectory(prefix="wb-")
        self.addCleanup(self.folder.cleanup)
        self.environment = dict(self.display.environment, MESA_VK_WSI_DEBUG="sw", XDG_RUNTIME_DIR=self.folder.name,
                                XDG_CONFIG_HOME=self.folder.name)

    def sample(self, *options):
        return [os.environ["WAVEBREAK_RIPPLE"], "--size", f"{WIDTH}x{HEIGHT}", *options]

    def run_overlay(self, *options, program=()):
        talk = Talk(["run", "--gpu", "sim", "--overlay", *options, "--", *self.sample(*program)], self.environment)
        self.addCleanup(talk.end)
        talk.hear(r"Shift\+F12 shows and hides the overlay, F12 captures a frame")
        self.wait_for_water()
        self.display.tool("xdotool", "mousemove", str(WIDTH // 2), str(HEIGHT // 2))
        return talk

    def wait_for_water(self):
        self.display.wait_for("water", lambda pixel: pixel(2, HEIGHT - 2)[2] > 100)

    def wait_for_panels(self):
        # The window's background, and a seventh of the water that shines through.
        return self.display.wait_for("the panels", lambda pixel: 10 < sum(pixel(2, HEIGHT - 2)) < 150)

    def keep(self, name):
        """For a person to look at."""
        if "WAVEBREAK_PICTURES" in os.environ:
            self.display.save(os.path.join(os.environ["WAVEBREAK_PICTURES"], name + ".png"))

    def wait_for_change(self):
        before = self.display.picture()
        self.display.wait_for("another picture", lambda pixel: any(
            pixel(x, y) != tuple(before[y][3 * x:3 * x + 3]) for y in range(0, HEIGHT, 4) for x in range(0, WIDTH, 4)))

    def pick_shade(self, talk):
        """Captures a frame, chooses its second dispatch and stops there, all by keys."""
        self.display.key("F12")
        talk.hear(r"captured frame 1: 2 dispatches.*" + DISPATCHES)
        self.wait_for_panels()
        self.keep("captured")
        self.display.key("Down")
        self.display.key("Return")
        talk.hear(r"Breakpoint 1 at the entry of .*: it stops from the next submission on")
        line = int(talk.hear(r"Breakpoint 1, main \(\) at shade\.comp:(\d+), invocation \(0, 0, 0\)")[1])
        self.keep("picked")
        return line

    def test_keys(self):
        """Picked, stopped, stepped and let go with keys in the program's window."""
        talk = self.run_overlay("--no-window")
        line = self.pick_shade(talk)
        # The last frame says why the picture stands still: in the theme's orange, along the lower edge.
        self.display.wait_for("the sentence", lambda pixel: any(
            pixel(x, y)[0] > 180 and pixel(x, y)[2] < 120 for y in range(HEIGHT - 30, HEIGHT) for x in range(WIDTH)))
        self.keep("stopped")
        # The stepped wave goes on, though thousands of others are at the breakpoint.
        for _ in range(2):
            self.display.key("F10")
            before, line = line, int(talk.hear(r"\bmain \(\) at shade\.comp:(\d+), invocation \(0, 0, 0\)")[1])
            self.assertGreater(line, before)
        # Disarmed, and let go.
        self.display.key("Return")
        self.display.key("F5")
        self.wait_for_change()
        # The list, then the overlay.
        self.display.key("Escape", "Escape")
        self.wait_for_water()
        talk.end()

    def test_prompt(self):
        """The same, with the prompt; commands are recorded once."""
        talk = self.run_overlay("--no-window", program=("--record-once",))
        self.pick_shade(talk)
        talk.say("next")
        talk.hear(r"shade\.comp:\d+")
        talk.say("print basin.size")
        talk.hear(rf"\(?{WIDTH}, {HEIGHT}\)?")
        talk.say("quit")
        self.wait_for_water()
        self.wait_for_change()
        talk.end()

    def test_window(self):
        """The window opens by itself at a stop, and its keys work."""
        talk = self.run_overlay()
        self.pick_shade(talk)
        window = self.display.tool("xdotool", "search", "--sync", "--onlyvisible", "--name", "^Wavebreak$").decode().split()[0]
        self.display.tool("xdotool", "windowfocus", "--sync", window)
        self.display.key("F10")
        talk.hear(r"shade\.comp:\d+")
        self.keep("window")
        talk.end()

    def test_panels(self):
        """Keys and the pointer in the panels, over the program's picture."""
        record = os.path.join(self.folder.name, "record")
        os.mkfifo(record)
        states, last = queue.Queue(), {}

        def read():
            with open(record, encoding="utf-8") as file:
                for line in file:
                    states.put(json.loads(line))
        threading.Thread(target=read, daemon=True).start()
        talk = self.run_overlay("--no-window", "--record", record)

        def wait(holds):
            """The first state from the last one on that is as wanted."""
            nonlocal last
            while not (last and holds(last)):
                try:
                    last = states.get(timeout=2 * LIMIT)
                except queue.Empty:
                    self.fail(f"not shown; fronts {last.get('front')}, said:\n{''.join(talk.said)}")
            return last

        def front_after(*keys):
            nonlocal front
            before, area = front, None
            self.display.key(*keys)
            front = wait(lambda s: s["front"] != before)["front"]
            [area] = [i for i, (a, b) in enumerate(zip(before, front)) if a != b]
            return area, front[area]

        self.display.key("shift+F12")
        front = wait(lambda s: "tab/Source" in s["marks"])["front"]
        self.assertEqual(front[0], "Source")
        self.wait_for_panels()
        # The areas one after another, and in each another panel: forth, back, and round.
        self.assertEqual(front_after("ctrl+Next"), (0, "Disassembly"))
        self.assertEqual(front_after("ctrl+Prior"), (0, "Source"))
        self.assertEqual(front_after("ctrl+Prior"), (0, "Heat map"))
        self.assertEqual(front_after("F6", "ctrl+Next"), (1, "Watch"))
        self.assertEqual(front_after("F6", "ctrl+Next"), (2, "Waves"))
        self.assertEqual(front_after("F6", "ctrl+Next")[0], 3)
        self.assertEqual(front_after("F6", "ctrl+Next"), (0, "Source"))

        def click(name):
            """Where it is drawn, in the program's window."""
            state = wait(lambda s: name in s["marks"])
            x, y, width, height = state["marks"][name]
            self.display.tool("xdotool", "mousemove", str(x + width // 2), str(y + height // 2))
            self.display.tool("xdotool", "click", "1")

        click("tab/Device")
        wait(lambda s: s["front"][3] == "Device")
        click("tab/Dispatches")
        shown = wait(lambda s: s["front"][2] == "Dispatches" and s["dispatches"])
        self.keep("panels")
        # Whichever row is there by now: it is stopped from its next submission on.
        name = next(name for name in shown["marks"] if name.startswith("dispatches/debug/"))
        click(name)
        talk.hear(r"Breakpoint 1, main \(\) at (water|shade)\.comp:\d+")
        talk.end()

    def test_script(self):
        """`run --overlay --exec`: a script's lines one after another, and the end with the program going on."""
        script, root = os.path.join(self.folder.name, "script"), os.path.dirname(os.path.dirname(os.environ["WAVEBREAK_COMMAND"]))
        with open(os.path.join(root, "samples/ripple/shade.comp"), encoding="utf-8") as file:
            line = next(number for number, text in enumerate(file, 1) if "main()" in text) + 1

        def run(*lines):
            with open(script, "w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
            out = Talk(["run", "--gpu", "sim", "--overlay", "--no-window", "--exec", script, "--", *self.sample("--frames", "3")], self.environment)
            self.addCleanup(out.end)
            return out
        talk = run(f"break shade.comp:{line}", "run", "print basin.size", "", "# the same wave", "next", "print $lane * 2", "delete")
        talk.hear(r"\(wavebreak\) break shade.*\(wavebreak\) run.*Breakpoint 1, main \(\) at shade\.comp")
        talk.hear(rf"\(wavebreak\) print basin\.size\n.*{WIDTH}, {HEIGHT}.*\(wavebreak\) next\n.*shade\.comp:{line + 1}\b.*\$lane \* 2 = 0\n.*\(wavebreak\) delete\n")
        # The program goes on to its own end, and it with the program.
        self.assertEqual(talk.child.wait(2 * LIMIT), 0)
        self.assertNotIn("(wavebreak) quit", "".join(talk.said))
        # A mistake is no reason to stop; it makes the exit status.
        talk = run("print basin.size", "info breakpoints")
        talk.hear(r"\(wavebreak\) print basin\.size\nerror: .*\(wavebreak\) info breakpoints\n")
        self.assertEqual(talk.child.wait(2 * LIMIT), 1)

    def test_capture(self):
        """`wavebreak capture` without a debugger and with one."""
        environment = dict(self.environment, WAVEBREAK="1", XDG_DATA_DIRS=os.path.join(
            os.environ["WAVEBREAK_BUILD"], "share") + ":/usr/local/share:/usr/share")
        program = subprocess.Popen([os.environ["WAVEBREAK_ENV_TOOL"], "--gpu", "sim", "--", *self.sample()], env=environment)
        self.addCleanup(program.wait)
        self.addCleanup(program.terminate)
        self.wait_for_water()

        def capture():
            done = subprocess.run([os.environ["WAVEBREAK_COMMAND"], "capture", str(program.pid)], env=self.environment,
                                  capture_output=True, text=True, timeout=LIMIT, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            return done
        self.assertRegex(capture().stdout, re.compile(DISPATCHES, re.DOTALL))
        talk = Talk(["attach", "--overlay", "--no-window", str(program.pid)], self.environment)
        self.addCleanup(talk.end)
        talk.hear(r"Shift\+F12")
        self.assertIn("the debugger that is attached shows the next frame", capture().stderr)
        talk.hear(r"captured frame 1: 2 dispatches.*" + DISPATCHES)
        self.wait_for_panels()
        # When the debugger goes, the overlay goes, and the program goes on.
        talk.say("quit")
        self.wait_for_water()
        self.wait_for_change()
        self.assertIsNone(program.poll())


if __name__ == "__main__":
    unittest.main(verbosity=2)
