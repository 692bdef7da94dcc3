# SPDX-License-Identifier: MIT
"""What goes wrong: no display, broken settings, missing fonts, a program that dies or is waited for, a second front end."""
import json
import os
import subprocess

from harness import COMMAND, GRASS, UiTest, grass_line


class Mistakes(UiTest):
    def settings(self, text):
        folder = os.path.join(self.folder, "config", "wavebreak")
        os.makedirs(folder)
        path = os.path.join(folder, "ui.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_without_a_display_it_names_the_command(self):
        environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        done = subprocess.run([COMMAND, "ui", "--gpu", "sim", "--", GRASS], env=environment, capture_output=True, text=True, check=False, timeout=90)
        self.assertEqual(done.returncode, 2)
        self.assertIn("no window can be opened", done.stderr)
        self.assertIn("wavebreak run -- PROGRAM", done.stderr)

    def test_broken_settings_and_a_missing_font_are_told_and_kept(self):
        path = self.settings('{ "font": ')
        window = self.open("ui", "--gpu", "sim", "--", GRASS)
        window.wait(lambda s: any("ui.json" in text and "no JSON" in text for kind, text in s["console"]), "message about the settings")
        self.assertEqual(window.state["overview"]["phase"], "not started")
        self.assertEqual(window.close(), 0)
        with open(path + ".broken", encoding="utf-8") as kept:
            self.assertEqual(kept.read(), '{ "font": ')
        with open(path, encoding="utf-8") as fresh:
            settings = json.load(fresh)
        settings["font"] = "/nowhere/font.ttf"
        with open(path, "w", encoding="utf-8") as file:
            json.dump(settings, file)
        window = self.open("ui", "--gpu", "sim", "--", GRASS)
        window.wait(lambda s: any("/nowhere/font.ttf" in text for kind, text in s["console"]), "message about the font")

    def test_a_program_that_cannot_start_or_dies(self):
        window = self.open("ui", "--gpu", "sim", "--", "/bin/false")
        window.wait(lambda s: "toolbar/Run" in s["marks"], "window")
        window.key("F5")
        window.wait_now(lambda s: any(kind == 2 and "exited with status 1" in text for kind, text in s["console"]), "reason")
        window.wait_now(lambda s: s["overview"]["phase"] == "not started", "phase behind the start")
        window.close()

    def test_a_program_that_dies_while_it_is_stopped(self):
        window, _ = self.stopped_in_grass()
        children = subprocess.run(["pgrep", "-P", str(window.process.pid), "grass"], capture_output=True, text=True, check=True).stdout.split()
        os.kill(int(children[0]), 9)
        end = window.wait_now(lambda s: s["overview"]["phase"] == "ended", "end")
        self.assertFalse(end["overview"]["good"])
        self.assertIn("signal 9", end["overview"]["stop"])
        window.close()

    def test_a_wait_is_shown_and_cancelled(self):
        window = self.open("ui", "--gpu", "sim", "--break", "grass.comp:1 if invocation 9999,0,0", "--", "/bin/sleep", "1000")
        window.wait(lambda s: s["overview"]["phase"] == "starting" and s["overview"]["activity"] and "status/Cancel" in s["marks"], "wait")
        window.click("status/Cancel")
        window.wait_now(lambda s: s["overview"]["phase"] == "not started", "end of the wait")
        self.assertTrue(any("interrupted" in text for kind, text in window.state["console"]))
        window.close()

    def test_the_first_statement_without_any_breakpoint(self):
        window = self.open("ui", "--gpu", "sim", "--", GRASS)
        window.wait(lambda s: "toolbar/Run" in s["marks"], "window")
        window.key("F11")
        stopped = window.wait_now(lambda s: s["overview"]["phase"] == "stopped" and s["source"]["focus_line"], "stop")
        self.assertGreater(stopped["source"]["focus_line"], grass_line("void main"))
        window.close()

    def test_a_second_front_end_is_refused(self):
        window, _ = self.stopped_in_grass()
        children = subprocess.run(["pgrep", "-P", str(window.process.pid), "grass"], capture_output=True, text=True, check=True).stdout.split()
        done = subprocess.run([COMMAND, "attach", "--ui", children[0]], env=dict(os.environ, DISPLAY=self.screen.display),
                              capture_output=True, text=True, check=False, timeout=90)
        self.assertEqual(done.returncode, 2)
        self.assertIn("error", done.stderr)
        self.assertEqual(window.state["overview"]["phase"], "stopped")
        window.close()
