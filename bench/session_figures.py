#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Figures of a debugging session on the simulated device, from the grass sample. Prints the least and the median of several rounds;
the spread between them is the machine's noise. Usage: session_figures.py BUILD_FOLDER [ROUNDS] (WAVEBREAK_RADV may name the driver)."""
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

build = os.path.abspath(sys.argv[1])
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 10
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
environment = dict(os.environ, WAVEBREAK_BUILD=build)
grass = os.path.join(build, "samples/grass/grass")
wavebreak, env_tool = os.path.join(root, "script/wavebreak"), os.path.join(root, "script/env")
# The scripts ask where the driver is; that is no part of what is measured.
if "WAVEBREAK_RADV" not in environment:
    environment["WAVEBREAK_RADV"] = subprocess.run([os.path.join(root, "radv-patches/build")], capture_output=True, text=True,
                                                   check=True).stdout.strip()
with open(os.path.join(root, "samples/grass/grass.comp"), encoding="utf-8") as source:
    lines = source.read().splitlines()
culling = next(number for number, line in enumerate(lines, 1) if "bool in_view" in line)


def session(commands, arguments=()):
    """Seconds from the start to each answer, and the program's frame times in milliseconds."""
    with tempfile.NamedTemporaryFile("w", suffix=".wb") as script:
        script.write("\n".join(commands) + "\n")
        script.flush()
        start = time.perf_counter()
        process = subprocess.Popen([wavebreak, "run", "--gpu", "sim", "--json", "--exec", script.name, "--", grass, *arguments],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        times = []
        for line in process.stdout:
            answer = json.loads(line)
            if not answer["ok"]:
                sys.exit(f"{answer['command']}: {answer['text']}")
            times.append(time.perf_counter() - start)
        errors = process.stderr.read()
        process.wait()
    return times, frames(errors)


def frames(text):
    return [float(ms) for ms in re.findall(r"^frame \d+: ([0-9.]+) ms", text, re.MULTILINE)]


def alone(gpu, arguments):
    done = subprocess.run([env_tool, "--gpu", gpu, "--", grass, *arguments], capture_output=True, text=True, env=environment, check=True)
    return frames(done.stdout)


def show(name, values, unit):
    print(f"{name:<58} least {min(values):9.3f}  median {statistics.median(values):9.3f} {unit}")


first, nexts, unarmed, armed, visited, simulated, lavapipe = [], [], [], [], [], [], []
stop = f"break grass.comp:{culling} if invocation 300,5,0"
for _ in range(rounds):
    times, _ = session([f"break grass.comp:{culling - 8} if invocation 37,5,0", "run"] + ["next"] * 8 + ["delete", "continue"])
    first.append(times[1] * 1000)
    nexts += [(b - a) * 1000 for a, b in zip(times[1:9], times[2:10])]
    unarmed += session(["run"], ["--frames", "5"])[1]
    # An invocation outside the grid: every wave traps at its entry slot and at the armed one and is let pass, and none stops, so that no
    # time stopped is counted.
    armed += session([stop, "run"], ["--frames", "5"])[1]
    # The same with a stop whose condition is false: the time includes that visit to the engine.
    visited += session([stop.replace("300,5,0", "37,5,0") + " and index == 0", "run"], ["--frames", "5"])[1]
    simulated += alone("sim", ["--frames", "5"])
    lavapipe += alone("lavapipe", ["--frames", "5"])
show("from `wavebreak run` to the first stop", first, "ms")
show("a `next` in a script", nexts, "ms")
show("frame of 256 x 256 blades, undebugged, simulated", simulated, "ms")
show("the same on lavapipe", lavapipe, "ms")
show("frame with the debug variant, unarmed", unarmed, "ms")
show("frame with one invocation armed in the culling condition", armed, "ms")
show("the same, with a stop whose condition is false", visited, "ms")
print(f"simulated / lavapipe      {min(simulated) / min(lavapipe):.2f}")
print(f"armed / unarmed           {min(armed) / min(unarmed):.2f}")
