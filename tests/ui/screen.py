# SPDX-License-Identifier: MIT
"""A screen without a monitor, with real key and mouse events, and pictures of it."""
import os
import struct
import subprocess
import tempfile
import zlib


class Screen:
    """Xvfb; `display` is its name. Its framebuffer is a file, in X's window dump format."""

    def __init__(self, width=1440, height=900):
        self.folder = tempfile.TemporaryDirectory()
        read, write = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-fbdir", self.folder.name, "-nolisten", "tcp"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise RuntimeError("Xvfb has not started")
        self.display = ":" + number

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()

    def do(self, *words):
        """Runs xdotool; what it printed."""
        done = subprocess.run(["xdotool", *map(str, words)], env=dict(os.environ, DISPLAY=self.display), capture_output=True, text=True,
                              check=False)
        if done.returncode:
            raise RuntimeError(f"xdotool {words}: {done.stderr}")
        return done.stdout

    def pixels(self):
        """Width, height and rows of (red, green, blue) bytes."""
        with open(os.path.join(self.folder.name, "Xvfb_screen0"), "rb") as file:
            dump = file.read()
        header = struct.unpack(">25I", dump[:100])
        size, width, height, little, bits, stride, colors = header[0], header[4], header[5], not header[7], header[11], header[12], header[19]
        assert bits == 32 and little, "the screen is not made as expected"
        start = size + colors * 12
        rows = []
        for y in range(height):
            line = dump[start + y * stride:start + y * stride + width * 4]
            row = bytearray(width * 3)
            row[0::3], row[1::3], row[2::3] = line[2::4], line[1::4], line[0::4]
            rows.append(bytes(row))
        return width, height, rows

    def picture(self, path):
        """Writes a PNG: with a palette, when few colours do."""
        width, height, rows = self.pixels()
        # Five bits a channel are enough for flat panels, and let the text's edges share colours.
        table, packed = {}, []
        for row in rows:
            line = bytearray(b"\0")
            for x in range(0, len(row), 3):
                color = (row[x] & 0xf8 | row[x] >> 5, row[x + 1] & 0xf8 | row[x + 1] >> 5, row[x + 2] & 0xf8 | row[x + 2] >> 5)
                index = table.setdefault(color, len(table))
                line.append(min(index, 255) if index < 256 else nearest(color, table))
            packed.append(bytes(line))
        palette = b"".join(bytes(color) for color in list(table)[:256])
        chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)), (b"PLTE", palette),
                  (b"IDAT", zlib.compress(b"".join(packed), 9)), (b"IEND", b"")]
        with open(path, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n")
            for name, data in chunks:
                file.write(struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)))


def nearest(color, table):
    """The index of the colour among the first 256 that is closest."""
    found = NEAREST.get(color)
    if found is None:
        first = list(table)[:256]
        found = min(range(256), key=lambda i: sum((a - b) ** 2 for a, b in zip(first[i], color)))
        NEAREST[color] = found
    return found


NEAREST = {}
