# SPDX-License-Identifier: MIT
"""overlay_test.py TEST: the overlay in vkcube on lavapipe, on an X server of its own. The frames that are drawn are the test's, so
that each pixel is known; keys are pressed for real."""
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import layer_client  # noqa: E402
from display import Display  # noqa: E402

RED, HALF_GREEN, MAGENTA = 0xff0000ff, 0x8000ff00, 0xffff00ff
BACKGROUND = (51, 51, 51)  # vkcube clears to 0.2
SETTINGS = """khronos_validation.enables = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT
khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG
khronos_validation.report_flags = error,warn
khronos_validation.syncval_queue_submit = true
"""


class Overlay(unittest.TestCase):
    def start(self, validate=False, program=("vkcube", "--width", "400", "--height", "300"), order=(), **more):
        """`order`: our layer and the validation layer, the one that is next to the program first."""
        self.folder = tempfile.TemporaryDirectory(prefix="wb-")
        self.addCleanup(self.folder.cleanup)
        self.display = Display()
        self.addCleanup(self.display.close)
        share = os.path.join(os.environ["WAVEBREAK_BUILD"], "share")
        environment = dict(self.display.environment, XDG_RUNTIME_DIR=self.folder.name, WAVEBREAK="1",
                           XDG_DATA_DIRS=f"{share}:/usr/local/share:/usr/share", **more)
        self.log = os.path.join(self.folder.name, "validation")
        if validate:
            settings = os.path.join(self.folder.name, "vk_layer_settings.txt")
            with open(settings, "w") as file:
                file.write(f"{SETTINGS}khronos_validation.log_filename = {self.log}\n")
            environment.update(VK_LAYER_SETTINGS_PATH=settings, VK_INSTANCE_LAYERS="VK_LAYER_KHRONOS_validation")
        if order:
            # An implicit layer is always next to the program; among those that are asked for by name the order is the list's.
            environment.update(XDG_DATA_DIRS="/usr/local/share:/usr/share", VK_LAYER_PATH=os.pathsep.join(
                (os.path.join(share, "vulkan/implicit_layer.d"), "/usr/share/vulkan/explicit_layer.d")),
                VK_INSTANCE_LAYERS=":".join(order), VK_LOADER_DEBUG="layer")
        self.errors = open(os.path.join(self.folder.name, "errors"), "w+", encoding="utf-8")
        self.addCleanup(self.errors.close)
        self.program = subprocess.Popen(
            [os.environ["WAVEBREAK_ENV_TOOL"], "--gpu", "lavapipe", "--", *program],
            env=environment, stdout=subprocess.DEVNULL, stderr=self.errors)
        self.addCleanup(self.end)
        self.socket = os.path.join(self.folder.name, f"wavebreak-{self.program.pid}.sock")
        # The picture is looked at until the cube's window is there: the layer listens since the device was made.
        self.display.wait_for("the cube's window", lambda pixel: pixel(105, 105) == BACKGROUND)
        self.display.tool("xdotool", "mousemove", "200", "200")
        place = self.display.tool("xdotool", "getmouselocation", "--shell").decode()
        self.window = place.split("WINDOW=")[1].strip()
        self.display.tool("xdotool", "windowmove", self.window, "0", "0")
        self.client = layer_client.Client(self.socket)
        self.addCleanup(self.client.close)

    def end(self):
        self.program.terminate()
        self.program.wait()

    def show(self):
        self.client.request("overlay_show", visible=True)
        state = self.client.wait_for("overlay", lambda event: event["width"] > 0)
        self.client.request("overlay_texture", data=layer_client.texture(layer_client.WHITE, 2, 2, [0xffffffff] * 4))
        self.client.request("overlay_frame", data=layer_client.frame(state["width"], state["height"], [
            (10, 10, 50, 50, RED, 0), (40, 40, 100, 90, HALF_GREEN, 0), (0, 200, 200, 220, MAGENTA, 1)]))
        return self.display.wait_for("the red rectangle", lambda pixel: pixel(20, 20) == (255, 0, 0))

    def check_pixels(self, pixel):
        # Half of 255 over 51: 128/255 * 255 + 127/255 * 51 = 153.4, and 127/255 * 51 = 25.4.
        for at, wanted in (((60, 60), (25, 153, 25)), ((45, 45), (127, 128, 0)), ((10, 10), (255, 0, 0)), ((9, 9), BACKGROUND),
                           ((49, 30), (255, 0, 0)), ((50, 30), BACKGROUND), ((5, 210), BACKGROUND)):
            for got, value in zip(pixel(*at), wanted):
                self.assertAlmostEqual(got, value, delta=1, msg=f"at {at}")

    def check_validation(self):
        self.end()
        # The layer makes its log when it is loaded.
        with open(self.log) as file:
            self.assertEqual(file.read(), "", "the validation layer has said something")

    def size(self, i):
        return 200 + i * 37 % 300, 200 + i * 53 % 300

    def resize(self, times):
        """Each time until the overlay is drawn into a swapchain of that size."""
        for i in range(1, times + 1):
            width, height = self.size(i)
            self.display.tool("xdotool", "windowsize", self.window, str(width), str(height))
            self.client.wait_for("overlay", lambda event, wanted=(width, height): (event["width"], event["height"]) == wanted)
        self.display.wait_for("the overlay after resizes", lambda pixel: pixel(20, 20) == (255, 0, 0))

    def test_drawn(self):
        self.start(validate=True)
        self.check_pixels(self.show())
        self.assertEqual(self.client.request("overlay_state")["overlay"]["way"], "draws")
        self.resize(10)
        self.check_validation()

    def test_storm(self):
        """500 resizes, in gusts of ten faster than the program makes its swapchains anew; after each the overlay is drawn again."""
        self.start()
        self.show()
        for gust in range(50):
            sizes = [self.size(i) for i in range(10 * gust, 10 * gust + 10)]
            if gust == 49:
                sizes[-1] = 600, 500
            words = [word for width, height in sizes for word in ("windowsize", self.window, str(width), str(height))]
            self.display.tool("xdotool", *words)
            self.client.wait_for("overlay", lambda event, wanted=sizes[-1]: (event["width"], event["height"]) == wanted)
        self.check_pixels(self.display.wait_for("the overlay after the storm", lambda pixel: pixel(20, 20) == (255, 0, 0)))
        self.assertIsNone(self.program.poll())

    def test_orders(self):
        ours, theirs = "VK_LAYER_WAVEBREAK_debugger", "VK_LAYER_KHRONOS_validation"
        for order in ((ours, theirs), (theirs, ours)):
            self.start(validate=True, order=order)
            self.check_pixels(self.show())
            self.resize(5)
            self.check_validation()
            self.errors.seek(0)
            said = self.errors.read()
            self.assertLess(said.index(f"{order[0]}\n", said.index("<Application>")), said.rindex(f"{order[1]}\n"))
            self.client.close()
            self.display.close()

    def test_twins(self):
        """Two swapchains in one present."""
        self.start(validate=True, program=(os.environ["WAVEBREAK_TWINS"],))
        self.check_pixels(self.show())
        self.display.wait_for("the other window's", lambda pixel: pixel(420, 20) == (255, 0, 0))
        self.check_validation()

    def test_computed(self):
        self.start(validate=True, WAVEBREAK_OVERLAY_COMPUTE="1")
        self.check_pixels(self.show())
        self.assertEqual(self.client.request("overlay_state")["overlay"]["way"], "computes")
        self.resize(10)
        self.check_validation()

    def test_keys(self):
        self.start()
        self.show()
        self.display.key("shift+F12")
        self.client.wait_for("overlay", lambda event: not event["visible"])
        self.display.wait_for("no overlay", lambda pixel: pixel(20, 20) == BACKGROUND)
        self.display.key("F12")
        self.assertIn("does not report its commands", self.client.wait_for("captured")["note"])
        self.display.key("shift+F12")
        self.client.wait_for("overlay", lambda event: event["visible"])
        self.display.wait_for("the overlay again", lambda pixel: pixel(20, 20) == (255, 0, 0))
        self.display.key("Down")
        self.assertTrue(self.client.wait_for("overlay_input", lambda event: event["keysym"] == 0xff54)["down"])
        self.display.tool("xdotool", "mousemove", "120", "130", "click", "1")
        click = self.client.wait_for("overlay_input", lambda event: event["buttons"] == 1)
        self.assertEqual((click["x"], click["y"]), (120, 130))
        # A second visitor presses the capture key; a second engine is refused.
        other = layer_client.Client(self.socket, press="capture")
        self.assertEqual(other.hello.get("pressed"), "capture")
        other.close()
        self.client.wait_for("captured")
        second = layer_client.Client(self.socket)
        self.assertIn("another debugger", second.hello["error"])
        second.close()

    def test_bad_frames(self):
        self.start()
        self.show()
        good = layer_client.frame(400, 300, [(10, 10, 50, 50, RED, 0)])
        for bad in (b"", good[:-1], good + b"\0", b"\0" * 64, good[:4] + b"\2\0\0\0" + good[8:]):
            with self.assertRaises(layer_client.Refused):
                self.client.request("overlay_frame", data=bad)
        with self.assertRaisesRegex(layer_client.Refused, "which was not sent"):
            self.client.request("overlay_drop", texture=layer_client.WHITE)
            self.client.request("overlay_frame", data=good)
        # The last good frame stays; it keeps its texture. When the engine goes, the overlay goes.
        self.check_pixels(self.display.wait_for("the good frame", lambda pixel: pixel(20, 20) == (255, 0, 0)))
        self.client.close()
        self.display.wait_for("no overlay", lambda pixel: pixel(20, 20) == BACKGROUND)
        self.assertIsNone(self.program.poll())


if __name__ == "__main__":
    unittest.main(verbosity=2)
