# SPDX-License-Identifier: MIT
"""`wavebreak attach --ui` to a program that runs: a dispatch is picked, stopped, and let go; what is not spoken to is told."""
import json
import os
import socket
import struct
import subprocess
import threading

from harness import COMMAND, UiTest, steps_tool
from live import Place
from models import steps_model


def stopped(state):
    return state["overview"]["phase"] == "stopped"


class Attach(UiTest):
    def setUp(self):
        super().setUp()
        self.tool = steps_tool()
        self.place = Place(self.tool)
        self.addCleanup(self.place.close)
        # Recorded once, before the debugger came: no dispatch of it can be stopped.
        self.program = self.place.program([*self.tool.repeater_of("steps", "g", 2, 1), "once"])
        self.assertEqual(self.program.line(), "running")

    def attach(self):
        return self.open("attach", "--ui", str(self.program.child.pid), environment={"XDG_RUNTIME_DIR": self.place.folder.name})

    def test_looking_at_the_device_and_letting_go(self):
        first = self.attach()
        first.wait(lambda s: s["overview"]["phase"] == "running", "running program")
        first.click("tab/Device")
        first.wait_now(lambda s: s["devices"] and s["devices"][0]["debuggable"] and s["devices"][0]["vmid"] > 0, "device")
        self.assertEqual(first.close(), 0)
        self.program.end_input()
        rows = self.program.rest()
        self.assertEqual(self.program.wait(), 0, self.program.errors())
        self.assertEqual([int(row) for row in rows], steps_model())


class Again(UiTest):
    def test_a_dispatch_that_is_recorded_anew(self):
        tool = steps_tool()
        place = Place(tool)
        self.addCleanup(place.close)
        program = place.program(tool.repeater_of("steps", "g", 2, 1))
        self.assertEqual(program.line(), "running")
        window = self.open("attach", "--ui", str(program.child.pid), environment={"XDG_RUNTIME_DIR": place.folder.name})
        window.wait(lambda s: s["overview"]["phase"] == "running", "running program")
        window.click("tab/Dispatches")
        picked = window.wait_now(lambda s: any(d["debuggable"] and f"dispatches/debug/{d['command']}" in s["marks"] for d in s["dispatches"]),
                                 "dispatch that can be debugged")
        # The rows move on with each dispatch that is recorded, and stand still while the pointer is over them.
        x, y, width, height = next(rect for name, rect in picked["marks"].items() if name.startswith("dispatches/debug/"))
        window.focus()
        window.screen.do("mousemove", x + width // 2, y + height // 2)

        def commands(state):
            return [row["command"] for row in state["dispatches"]]

        held = window.wait_now(lambda s: s["newest_dispatch"] > max(commands(s)), "further dispatches")
        later = window.wait_now(lambda s: s["newest_dispatch"] > held["newest_dispatch"] + 1, "yet further dispatches")
        self.assertEqual(commands(later), commands(held))
        self.assertTrue(any(f"dispatches/debug/{command}" in later["marks"] for command in commands(held)))
        # Whatever has become of the row's command: its shader is stopped.
        window.screen.do("click", 1)
        # Both of its waves come to be seen, though the first alone was told.
        both = window.wait_now(lambda s: stopped(s) and s["waves"]["count"] == 2 and s["source"]["focus_line"], "stop at the entry")
        self.assertEqual(both["overview"]["reason"], "breakpoint")
        line = both["source"]["focus_line"]
        self.assertEqual(both["source"]["waves"], {str(line): 2})
        window.key("F10")
        window.wait_now(lambda s: stopped(s) and s["source"]["focus_line"] > line, "next statement")
        # A second front end is refused, and the first keeps what it has.
        done = subprocess.run([COMMAND, "attach", "--ui", str(program.child.pid)], capture_output=True, text=True, check=False, timeout=90,
                              env=dict(os.environ, DISPLAY=self.screen.display, XDG_RUNTIME_DIR=place.folder.name))
        self.assertEqual(done.returncode, 2)
        self.assertIn("debugg", done.stderr)
        self.assertTrue(stopped(window.state))
        # Closing the window lets the program go on.
        self.assertEqual(window.close(), 0)
        program.end_input()
        rows = program.rest()
        self.assertEqual(program.wait(), 0, program.errors())
        self.assertEqual([int(row) for row in rows], steps_model())
        self.assertEqual(place.sockets(), [])


def text(word):
    return bytes([0x60 + len(word)]) + word.encode()


class OtherVersion(UiTest):
    def test_a_layer_of_another_version_is_told(self):
        # A layer's side of the line, in this process: hello with a version that is not ours (CBOR, docs/protocol.md).
        hello = b"\xa3" + text("version") + b"\x18\x63" + text("pid") + b"\x01" + text("name") + text("layer 9.9")
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(os.path.join(self.folder, f"wavebreak-{os.getpid()}.sock"))
            server.listen()

            def answer():
                with server.accept()[0] as line:
                    line.sendall(struct.pack("<I", len(hello)) + hello)
                    line.recv(4096)

            thread = threading.Thread(target=answer, daemon=True)
            thread.start()
            done = subprocess.run([COMMAND, "attach", "--ui", str(os.getpid())], capture_output=True, text=True, check=False, timeout=90,
                                  env=dict(os.environ, DISPLAY=self.screen.display, XDG_RUNTIME_DIR=self.folder))
            thread.join(30)
        self.assertEqual(done.returncode, 2)
        self.assertIn("protocol version 99", done.stderr)
        self.assertIn("install both from one build", done.stderr)


class Remembered(UiTest):
    def test_layout_and_colours_come_back(self):
        first = self.open("ui", "--gpu", "sim")
        first.wait(lambda s: "toolbar/View" in s["marks"], "window")
        before = first.state["marks"]["splitter/side"]
        first.click("toolbar/View")
        first.click("view/Light colours")
        first.wait_now(lambda s: not s["settings"]["dark"], "light colours")
        first.click("toolbar/View")
        first.click("view/Font size 18")
        first.wait_now(lambda s: s["settings"]["font_size"] == 18, "larger letters")
        # The tab's menu moves a panel, and a bar between areas is dragged.
        first.click("tab/Waves", button=3)
        first.click("tab/menu/bottom")
        first.wait_now(lambda s: s["marks"]["tab/Waves"][1] > s["marks"]["splitter/bottom"][1], "panel in the bottom area")
        x, y = first.place("splitter/side")
        first.screen.do("mousemove", x, y, "mousedown", 1)
        first.screen.do("mousemove", x - 60, y)
        first.screen.do("mousemove", x - 120, y)
        first.wait_now(lambda s: s["marks"]["splitter/side"][0] < before[0] - 100, "moved bar")
        first.screen.do("mouseup", 1)
        moved = first.state["marks"]["splitter/side"][0]
        self.assertEqual(first.close(), 0)
        with open(os.path.join(self.folder, "config/wavebreak/ui.json"), encoding="utf-8") as file:
            kept = json.load(file)
        self.assertEqual((kept["dark"], kept["font_size"], kept["panels"]["Waves"]), (False, 18, "bottom"))
        again = self.open("ui", "--gpu", "sim")
        state = again.wait(lambda s: "tab/Waves" in s["marks"] and "splitter/side" in s["marks"], "window")
        self.assertEqual((state["settings"]["dark"], state["settings"]["font_size"]), (False, 18))
        self.assertGreater(state["marks"]["tab/Waves"][1], state["marks"]["splitter/bottom"][1])
        self.assertAlmostEqual(state["marks"]["splitter/side"][0], moved, delta=4)
        # And the first layout is there again at a click.
        again.click("toolbar/View")
        again.click("view/First layout")
        again.wait_now(lambda s: s["marks"]["tab/Waves"][1] < s["marks"]["splitter/bottom"][1], "first layout")
        self.assertEqual(again.close(), 0)
