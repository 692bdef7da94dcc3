#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""overlay_frames.py [--rounds N]: frames a second of vkcube on lavapipe with the layer and its overlay hidden, and without the layer.

Rounds alternate between the two. In each, a short and a long run are timed, so that starting does not count. With the layer, a
debugger is attached as far as the overlay knows: a client of its protocol that shows nothing."""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests/overlay"))
from display import Display  # noqa: E402
import layer_client  # noqa: E402

SHORT, LONG = 1000, 11000
WITHOUT, WITH = "without the layer", "overlay hidden"


def run(display, frames, layer, build):
    """Seconds of elapsed time and of processor time."""
    with tempfile.TemporaryDirectory(prefix="wb-") as folder:
        environment = dict(display.environment, XDG_RUNTIME_DIR=folder, XDG_DATA_DIRS=f"{build}/share:/usr/local/share:/usr/share")
        environment.pop("WAVEBREAK", None)
        if layer:
            environment["WAVEBREAK"] = "1"
        began = time.monotonic()
        # Presents are not kept to the display's rhythm; a small picture leaves little but what a frame costs by itself.
        program = subprocess.Popen(
            [f"{ROOT}/script/env", "--gpu", "lavapipe", "--", "vkcube", "--c", str(frames), "--present_mode", "0", "--width", "64", "--height",
             "64", "--suppress_popups"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        client = None
        while layer and client is None and program.poll() is None:
            try:
                client = layer_client.Client(os.path.join(folder, f"wavebreak-{program.pid}.sock"))
            except OSError:
                time.sleep(0.002)
        _, status, usage = os.wait4(program.pid, 0)
        program.returncode = status
        if status or (layer and client is None):
            raise RuntimeError("vkcube has failed, or its layer did not listen")
        return time.monotonic() - began, usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--build", default=os.environ.get("WAVEBREAK_BUILD", os.path.join(ROOT, "build")))
    arguments = parser.parse_args()
    display = Display(200, 200)
    measured = {WITHOUT: [], WITH: []}
    try:
        for number in range(arguments.rounds):
            # Neither is always the one that finds the machine as the other left it.
            for kind in (WITHOUT, WITH) if number % 2 else (WITH, WITHOUT):
                short, long = (run(display, frames, kind == WITH, arguments.build) for frames in (SHORT, LONG))
                measured[kind].append([(LONG - SHORT) / (b - a) for a, b in zip(short, long)])
    finally:
        display.close()
    for kind, rounds in measured.items():
        elapsed, processor = zip(*rounds)
        print(f"{kind}: best {max(elapsed):.0f}, median {statistics.median(elapsed):.0f} frames a second; "
              f"{statistics.median(processor):.0f} frames a second of processor time")
    for column, what in enumerate(("elapsed", "processor")):
        ratios = [a[column] / b[column] for a, b in zip(measured[WITH], measured[WITHOUT])]
        best = max(r[column] for r in measured[WITH]) / max(r[column] for r in measured[WITHOUT])
        print(f"{what} time, {WITH} / {WITHOUT}: median of rounds {statistics.median(ratios):.3f}, best / best {best:.3f}")


if __name__ == "__main__":
    main()
