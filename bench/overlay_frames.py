#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""overlay_frames.py [--blocks N]: frames of vkcube on lavapipe with the layer and its overlay hidden, and without the layer, for each
second, and for each second of processor time.

Runs come in blocks of four, without, with, with, without: what drifts in a block falls on both alike. Each block gives a ratio; of
them the median and the interval that it lies in with 95 % are told. Other programs on the machine disturb processor time far less
than elapsed time. In each run a short and a long one are timed, so that starting does not count. With the layer, a debugger is
attached as far as the overlay knows: a client of its protocol that shows nothing."""
import argparse
import math
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

SHORT, LONG = 300, 8300
WANTED = 0.98
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


def interval(values):
    """The median's 95 % interval from the values' order alone, whatever their distribution; None: there are too few."""
    ordered, count = sorted(values), len(values)
    # Below the median lie as many of them as of heads in `count` throws.
    outside, low = 0, 0
    while low < count // 2 and (outside + 2 * math.comb(count, low)) / 2**count <= 0.05:
        outside += 2 * math.comb(count, low)
        low += 1
    return (ordered[low - 1], ordered[count - low]) if low else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--blocks", type=int, default=20)
    parser.add_argument("--build", default=os.environ.get("WAVEBREAK_BUILD", os.path.join(ROOT, "build")))
    arguments = parser.parse_args()
    display = Display(200, 200)
    starts, runs = {WITHOUT: [], WITH: []}, {WITHOUT: [], WITH: []}
    try:
        for number in range(arguments.blocks):
            # Neither is always the one that finds the machine as the other left it.
            first, second = (WITHOUT, WITH) if number % 2 else (WITH, WITHOUT)
            for kind in (first, second):
                starts[kind].append(run(display, SHORT, kind == WITH, arguments.build))
            for kind in (first, second, second, first):
                runs[kind].append(run(display, LONG, kind == WITH, arguments.build))
    finally:
        display.close()
    for kind, times in runs.items():
        start = [statistics.median(column) for column in zip(*starts[kind])]
        runs[kind] = [[a - b for a, b in zip(each, start)] for each in times]
    blocks = [[sum(a) / sum(b) for a, b in zip(zip(*runs[WITHOUT][i:i + 2]), zip(*runs[WITH][i:i + 2]))]
              for i in range(0, 2 * arguments.blocks, 2)]
    frames = LONG - SHORT
    print(f"{len(blocks)} blocks of four runs of {frames} frames, load {os.getloadavg()[0]:.1f}")
    for kind, times in runs.items():
        elapsed, processor = ([1e6 * each / frames for each in column] for column in zip(*times))
        print(f"{kind}: a frame takes least {min(elapsed):.1f}, median {statistics.median(elapsed):.1f} us; "
              f"of processor time least {min(processor):.1f}, median {statistics.median(processor):.1f} us")
    for what, ratios in zip(("elapsed", "processor"), zip(*blocks)):
        found = interval(ratios)
        bounds = f"95 % between {found[0]:.3f} and {found[1]:.3f}" if found else "too few blocks for an interval"
        decided = "not decided" if not found or found[0] < WANTED <= found[1] else "reached" if found[0] >= WANTED else "missed"
        print(f"frames in {what} time, {WITH} / {WITHOUT}: median {statistics.median(ratios):.3f}, {bounds}; {WANTED} is {decided}")


if __name__ == "__main__":
    main()
