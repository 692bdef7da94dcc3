#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""corpus_times.py BUILD_FOLDER [--rounds N] [--subgroup-size 64] [NAME ...]: processor time of the corpus' shaders on the simulated GPU
and on lavapipe, and the geometric mean of their ratios. A shader's time is that of a dispatch in the middle of a command buffer: the
difference between submissions of 17 dispatches and of one, each the least of its rounds, so that submission and compilation do not
count. WAVEBREAK_RADV may name the driver. Processor time, so that other work on the machine counts little; all threads' together."""
import argparse
import collections
import math
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MORE = 16


def least_times(gpu, build, names, dispatches, rounds, options):
    """Seconds of a submission by shader; shaders that do not run are missing."""
    command = [os.path.join(ROOT, "script/env"), "--gpu", gpu, "--", os.path.join(build, "tests/shaders/run_corpus"),
               "--source", os.path.join(ROOT, "tests/shaders/corpus"), "--spirv", os.path.join(build, "tests/shaders"),
               "--repeat", str(rounds), "--dispatches", str(dispatches), "--cpu-time"] + options
    times = collections.defaultdict(list)
    run = subprocess.run(command + names, capture_output=True, text=True, check=False)
    for line in run.stdout.splitlines():
        name, _, text = line.partition(": ")
        if text.endswith(" s"):
            times[name].append(float(text.split()[0]))
    return {name: min(all_times) for name, all_times in times.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--subgroup-size", default="64")
    parser.add_argument("names", nargs="*")
    asked = parser.parse_intermixed_args()
    with open(os.path.join(ROOT, "tests/shaders/corpus.txt"), encoding="utf-8") as file:
        names = asked.names or file.read().split()
    build = os.path.abspath(asked.build)
    os.environ["WAVEBREAK_BUILD"] = build
    shader = {}
    for gpu, options in (("lavapipe", []), ("sim", ["--subgroup-size", asked.subgroup_size])):
        one = least_times(gpu, build, names, 1, asked.rounds, options)
        many = least_times(gpu, build, names, 1 + MORE, asked.rounds, options)
        shader[gpu] = {name: (many[name] - one[name]) / MORE for name in one if name in many and many[name] > one[name]}
    both = [name for name in names if name in shader["sim"] and name in shader["lavapipe"]]
    ratios = {name: shader["sim"][name] / shader["lavapipe"][name] for name in both}
    print(f"{'shader':<28}{'sim us':>10}{'lavapipe us':>13}{'ratio':>9}")
    for name in sorted(both, key=ratios.get):
        print(f"{name:<28}{shader['sim'][name] * 1e6:>10.1f}{shader['lavapipe'][name] * 1e6:>13.1f}{ratios[name]:>9.2f}")
    if not both:
        sys.exit("no shader ran on both")
    print(f"geometric mean of {len(both)} ratios: {math.exp(sum(map(math.log, ratios.values())) / len(both)):.2f}")
    missing = [name for name in names if name not in both]
    if missing:
        print("not measured: " + " ".join(missing))


main()
