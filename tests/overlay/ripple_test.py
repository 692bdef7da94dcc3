# SPDX-License-Identifier: MIT
"""ripple_test.py TEST: the sample that computes its picture and presents it, on the simulated GPU and an X server of its own."""
import os
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from display import Display  # noqa: E402

WIDTH, HEIGHT = 320, 240  # the sample's
STEPS = 12


def model(steps):
    """Pixels (x, y) -> (red, green, blue) around the first drop after that many steps, as water.comp and shade.comp have it. The
    waves have not come to the edge of what is looked at."""
    reach = 40
    columns, rows = range(WIDTH // 2 - reach, WIDTH // 2 + reach), range(HEIGHT // 2 - reach, HEIGHT // 2 + reach)
    before, now = {}, {}
    for tick in range(steps):
        after = {}
        for y in rows:
            for x in columns:
                here = now.get((x, y), 0)
                around = sum(now.get(at, 0) for at in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)))
                value = (2 * here - before.get((x, y), 0) + 0.25 * (around - 4 * here)) * 0.99
                away = ((x - WIDTH / 2) ** 2 + (y - HEIGHT / 2) ** 2) ** 0.5
                if tick == 1 and away < HEIGHT / 16:
                    value -= 1 - away / (HEIGHT / 16)
                after[x, y] = value
        before, now = now, after

    def colour(x, y):
        slope = now[x + 1, y] - now[x - 1, y] + 0.5 * (now[x, y + 1] - now[x, y - 1])
        light = min(max(0.5 + slope, 0), 1)
        return tuple(255 * (low + 0.4 * light) for low in (0, 0.2, 0.4))
    return {(x, y): colour(x, y) for y in rows[1:-1] for x in columns[1:-1]}


class Ripple(unittest.TestCase):
    def start(self, *arguments):
        self.display = Display()
        self.addCleanup(self.display.close)
        self.program = subprocess.Popen(
            [os.environ["WAVEBREAK_ENV_TOOL"], "--gpu", "sim", "--", os.environ["WAVEBREAK_RIPPLE"], *arguments],
            env=dict(self.display.environment, MESA_VK_WSI_DEBUG="sw"))
        self.addCleanup(self.end)

    def end(self):
        self.program.terminate()
        self.program.wait()

    def test_picture(self):
        """On a queue that could draw, and one that could not; commands recorded for each frame, and once."""
        wanted = model(STEPS)
        self.assertGreater(max(p[2] for p in wanted.values()) - min(p[2] for p in wanted.values()), 40)

        def is_as_computed(pixel):
            return all(abs(got - value) <= 1.01 for at, values in wanted.items() for got, value in zip(pixel(*at), values))
        for arguments in ((), ("--compute-queue", "--record-once")):
            self.start("--still-after", str(STEPS), *arguments)
            self.display.wait_for("the water after twelve steps", is_as_computed)
            self.assertIsNone(self.program.poll())


if __name__ == "__main__":
    unittest.main(verbosity=2)
