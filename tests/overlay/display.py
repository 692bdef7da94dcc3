# SPDX-License-Identifier: MIT
"""An X server of our own, its picture, and keys pressed for real."""
import os
import subprocess
import time

LIMIT = 60


class Display:
    def __init__(self, width=800, height=600):
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"], pass_fds=[write],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            self.name = ":" + pipe.readline().strip()
        self.width, self.height = width, height
        self.environment = dict(os.environ, DISPLAY=self.name)

    def close(self):
        self.server.terminate()
        self.server.wait()

    def tool(self, *arguments):
        return subprocess.run(arguments, env=self.environment, check=True, capture_output=True, timeout=LIMIT).stdout

    def key(self, *keys):
        self.tool("xdotool", "key", *keys)

    def picture(self):
        """Rows of bytes, three a pixel."""
        data = self.tool("import", "-silent", "-window", "root", "-depth", "8", "rgb:-")
        return [data[3 * self.width * y:3 * self.width * (y + 1)] for y in range(self.height)]

    def save(self, path):
        self.tool("import", "-silent", "-window", "root", path)

    def wait_for(self, what, holds):
        """Looks at the picture until holds(pixel) is true; pixel(x, y) is (red, green, blue)."""
        until = time.monotonic() + LIMIT
        while True:
            rows = self.picture()

            def pixel(x, y):
                return tuple(rows[y][3 * x:3 * x + 3])
            if holds(pixel):
                return pixel
            assert time.monotonic() < until, f"not seen: {what}; pixels {[pixel(*p) for p in ((20, 20), (60, 60), (5, 5))]}"

    def window(self, pid):
        """The id of a process's window, once it has one."""
        until = time.monotonic() + LIMIT
        while time.monotonic() < until:
            found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "."], env=self.environment, capture_output=True,
                                   text=True, timeout=LIMIT).stdout.split()
            if found:
                return found[0]
        raise AssertionError("no window")
