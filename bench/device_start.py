#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""device_start.py LIBRARY [ROUNDS]: milliseconds that loading libwavebreak_sim.so, making its device and opening the render node
take, each round in a new process; prints the least and the median."""
import ctypes
import statistics
import subprocess
import sys
import time


def once(library):
    """Times this process's first use of the simulator; returns seconds."""
    ops_type = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.c_int)
    began = time.perf_counter()
    sim = ctypes.CDLL(library)
    sim.wavebreak_sim_get_ops.restype = ctypes.c_void_p
    ops = sim.wavebreak_sim_get_ops(ctypes.c_uint32(1))
    if not ops:
        sys.exit("no device")
    # The table's first function is open; it follows the version and wavebreak_sim_pci_info (sim_abi.h).
    pci = ctypes.sizeof(type("Pci", (ctypes.Structure,), {"_fields_": [
        ("ids", ctypes.c_uint16 * 4), ("revision", ctypes.c_uint8), ("domain", ctypes.c_uint16), ("place", ctypes.c_uint8 * 3),
        ("driver", ctypes.c_char_p)]}))
    table = ctypes.cast(ops + 8 + pci, ctypes.POINTER(ctypes.c_void_p))
    file = ops_type(table[0])(b"/dev/dri/renderD128", 2)
    took = time.perf_counter() - began
    if file < 0:
        sys.exit(f"open says {file}")
    return took


def main():
    if len(sys.argv) == 3 and sys.argv[2] == "once":
        print(once(sys.argv[1]))
        return
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    times = [float(subprocess.run([sys.executable, sys.argv[0], sys.argv[1], "once"], check=True, capture_output=True,
                                  text=True).stdout) * 1000 for _ in range(rounds)]
    print(f"device start: least {min(times):.1f} ms, median {statistics.median(times):.1f} ms, {rounds} rounds")


main()
