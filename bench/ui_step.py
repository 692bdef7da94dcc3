#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Time from a key press (as the window's toolkit hands it over) to the end of the frame that shows the variables after a step, in the
window on a screen without a monitor (OpenGL by the CPU), grass sample on the simulated GPU. Usage: ui_step.py BUILD_FOLDER [STEPS]
The sample's main function has room for 28 steps."""
import os
import statistics
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
build, steps = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 28
sys.path.insert(0, os.path.join(ROOT, "tests/ui"))
os.environ["WAVEBREAK_BUILD"] = build
os.environ["WAVEBREAK_COMMAND"] = os.path.join(ROOT, "script/wavebreak")
os.environ["WAVEBREAK_GRASS"] = os.path.join(build, "samples/grass/grass")
from harness import COMMAND, GRASS, grass_line  # noqa: E402
from screen import Screen  # noqa: E402
from window import Window  # noqa: E402

screen = Screen()
times, frames = [], []
with tempfile.TemporaryDirectory() as folder:
    line = grass_line("uvec2 cell = gl_Global")
    window = Window(screen, [COMMAND, "ui", "--gpu", "sim", "--break", f"grass.comp:{line} if invocation 37,5,0", "--", GRASS], folder)
    window.wait(lambda s: s["overview"]["phase"] == "stopped" and s["source"]["focus_line"] == line, "stop")
    window.command("delete")
    for n in range(steps):
        # A person presses the key when nothing moves any more.
        stops = window.wait_now(lambda s: s["settled"], "last frame")["overview"]["stops"]
        window.key("F10")
        # The stop and its variables are shown in one frame.
        shown = window.wait_now(lambda s: s["overview"]["stops"] > stops or s["overview"]["phase"] == "ended", "step")
        if shown["overview"]["phase"] != "stopped":
            break
        times.append((shown["time"] - shown["key_time"]) * 1000)
        frames.append((shown["time"] - shown["begin"]) * 1000)
    window.close()
screen.close()
waits = [whole - frame for whole, frame in zip(times, frames)]
print(f"key press to updated variables after a step, {len(times)} steps: least {min(times):.1f} ms  median {statistics.median(times):.1f} ms  "
      f"most {max(times):.1f} ms; of it the frame that shows them: least {min(frames):.1f} ms  "
      f"median {statistics.median(frames):.1f} ms; and until it begins: least {min(waits):.1f} ms  median {statistics.median(waits):.1f} ms")
