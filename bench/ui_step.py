#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Time from a key press (as the X server is told of it) to the end of the frame that shows the variables after a step, in the window
on a screen without a monitor (OpenGL by the CPU), grass sample on the simulated GPU. Usage: ui_step.py BUILD_FOLDER [STEPS]
The sample's main function has room for 28 steps."""
import ctypes
import os
import statistics
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
build, steps = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 28
sys.path.insert(0, os.path.join(ROOT, "tests/ui"))
os.environ["WAVEBREAK_BUILD"] = build
os.environ["WAVEBREAK_COMMAND"] = os.path.join(ROOT, "script/wavebreak")
os.environ["WAVEBREAK_GRASS"] = os.path.join(build, "samples/grass/grass")
from harness import COMMAND, GRASS, grass_line  # noqa: E402
from screen import Screen  # noqa: E402
from window import Window  # noqa: E402


class Keyboard:
    """Keys by the extension XTEST, without the milliseconds that starting a program takes."""

    def __init__(self, name):
        self.x11, self.xtest = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(name.encode()))

    def press(self, keysym):
        """The time of the press, on the clock of the window's record."""
        code = self.x11.XKeysymToKeycode(self.display, ctypes.c_ulong(keysym))
        now = time.monotonic()
        for down in (1, 0):
            self.xtest.XTestFakeKeyEvent(self.display, code, down, ctypes.c_ulong(0))
        self.x11.XFlush(self.display)
        return now


F10 = 0xffc7  # X11/keysymdef.h
screen = Screen()
keyboard = Keyboard(screen.display)
measured = []
with tempfile.TemporaryDirectory() as folder:
    line = grass_line("uvec2 cell = gl_Global")
    window = Window(screen, [COMMAND, "ui", "--gpu", "sim", "--break", f"grass.comp:{line} if invocation 37,5,0", "--", GRASS], folder)
    window.wait(lambda s: s["overview"]["phase"] == "stopped" and s["source"]["focus_line"] == line, "stop")
    window.command("delete")
    for n in range(steps):
        # A person presses the key when nothing moves any more, and after a moment: stopped waves ask less often by then.
        stops = window.wait_now(lambda s: s["settled"], "last frame")["overview"]["stops"]
        window.focus()
        time.sleep(0.2)
        shown_before = len(window.states)
        pressed = keyboard.press(F10)
        # The stop and its variables are shown in one frame.
        shown = window.wait(lambda s: s["overview"]["stops"] > stops or s["overview"]["phase"] == "ended", "step", since=shown_before)
        if shown["overview"]["phase"] != "stopped":
            break
        measured.append([(b - a) * 1000 for a, b in ((pressed, shown["time"]), (pressed, shown["key_time"]), (shown["key_time"], shown["begin"]),
                                                     (shown["begin"], shown["time"]))])
    window.close()
screen.close()
print(f"key press to updated variables after a step, {len(measured)} steps, load {os.getloadavg()[0]:.1f}")
for what, column in zip(("all", "until the window has the key", "until the frame begins", "that frame"), zip(*measured)):
    ordered = sorted(column)
    print(f"  {what}: least {ordered[0]:.1f} ms, median {statistics.median(ordered):.1f} ms, "
          f"nine of ten within {ordered[int(0.9 * (len(ordered) - 1))]:.1f} ms, most {ordered[-1]:.1f} ms")
