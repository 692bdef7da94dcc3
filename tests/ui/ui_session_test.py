# SPDX-License-Identifier: MIT
"""A person's session with keys and mouse: stop, step, look, change, go on."""
from harness import UiTest, grass_line, steps_tool


def phase(name):
    return lambda s: s["overview"]["phase"] == name


class Session(UiTest):
    def test_keys_step_as_debuggers_do(self):
        window, line = self.stopped_in_grass()
        self.assertEqual(window.state["overview"]["invocation"], [37, 5, 0])
        stops = window.state["overview"]["stops"]

        def after(key):
            nonlocal stops
            window.key(key)
            state = window.wait_now(lambda s: s["overview"]["stops"] > stops and phase("stopped")(s), f"stop after {key}")
            stops = state["overview"]["stops"]
            return window.wait_now(lambda s: s["source"]["focus_line"] == s["overview"]["frames"][0][2], "line in view")

        over = after("F10")
        self.assertGreater(over["source"]["focus_line"], line)
        self.assertEqual(over["overview"]["reason"], "step")
        # The statement that was stepped over has given it its value.
        self.assertFalse(over["variables"]["Locals/radius"]["missing"])
        window.click("tab/Registers")
        pc = window.wait_now(lambda s: "pc" in s["registers"], "registers")["registers"]["pc"][0]
        after("ctrl+F11")
        window.wait_now(lambda s: s["registers"]["pc"][0] != pc, "another instruction")

    def test_into_and_out_of_a_function(self):
        window, line = self.stopped_in_grass("vec3 shape = hash3")
        window.key("F11")
        inside = window.wait_now(lambda s: len(s["overview"].get("frames", [])) > 1 and phase("stopped")(s), "frame of the called function")
        self.assertEqual(inside["overview"]["frames"][1][2], line)
        window.click("toolbar/frames")
        window.click("toolbar/frame/1")
        window.wait_now(lambda s: s["overview"]["frame"] == 1 and s["source"]["focus_line"] == line, "line of the call")
        window.click("toolbar/frames")
        window.click("toolbar/frame/0")
        window.wait_now(lambda s: s["overview"]["frame"] == 0, "innermost frame")
        window.key("shift+F11")
        window.wait_now(lambda s: len(s["overview"].get("frames", [])) == 1 and phase("stopped")(s), "return from the function")

    def test_breakpoints_by_mouse_key_and_console_and_the_end(self):
        window, line = self.stopped_in_grass()
        following = str(line + 1)
        window.click(f"source/gutter/{following}")
        window.wait_now(lambda s: following in s["source"]["breakpoints"], "breakpoint set by mouse")
        window.click("tab/Breakpoints")
        window.click("breakpoints/2/enabled")
        window.wait_now(lambda s: any(b["id"] == 2 and not b["enabled"] for b in s["breakpoints"]), "disabled breakpoint")
        # F9 takes it away: the cursor is on its line.
        window.click(f"source/line/{following}")
        window.key("F9")
        window.wait_now(lambda s: following not in s["source"]["breakpoints"], "breakpoint taken away by F9")
        # A condition is changed in place; what cannot be one is told, and the old one stays.
        window.click("breakpoints/1##condition", twice=True)
        window.wait_now(lambda s: "edit/1##condition" in s["marks"], "text field")
        window.screen.do("key", "ctrl+a")
        window.type("invocation 37,5,0 and height >")
        window.wait_now(lambda s: any(kind == 2 and "breakpoint 1" in text for kind, text in s["console"]), "complaint")
        self.assertEqual(window.state["breakpoints"][0]["condition"], "invocation 37,5,0")
        window.click("breakpoints/1##hits", twice=True)
        window.wait_now(lambda s: "edit/1##hits" in s["marks"], "text field")
        window.screen.do("key", "ctrl+a")
        window.type(">= 1")
        window.wait_now(lambda s: s["breakpoints"][0]["hit_condition"] == ">= 1" and s["breakpoints"][0]["hits"] == 1, "condition for hits")
        window.command("print height * 0.0 + 2.5")
        window.wait_now(lambda s: any("= 2.5" in text for kind, text in s["console"]), "answer in the console")
        window.click("console/input")
        window.key("Up", "Up", "Up", "Down")
        window.command("delete")
        window.wait_now(lambda s: not s["breakpoints"], "no breakpoint")
        window.key("F5")
        end = window.wait_now(phase("ended"), "end of the program")
        self.assertTrue(end["overview"]["good"])
        self.assertEqual(window.close(), 0)

    def test_a_value_changed_in_place_reaches_the_program(self):
        line = grass_line("float radius = max")
        window, _ = self.stopped_in_grass("float radius = max", "invocation 37,5,0", "--expect-changed", "37,5")
        self.assertTrue(line)
        window.reveal("variables/value/Locals/pitch", "variables/name/Locals/cell")
        window.click("variables/value/Locals/pitch", twice=True)
        window.wait_now(lambda s: "edit/Locals/pitch" in s["marks"], "text field in the value's place")
        window.type("9.5")
        window.wait_now(lambda s: s["variables"]["Locals/pitch"]["text"] == "9.5", "changed value")
        window.command("delete")
        window.key("F5")
        end = window.wait_now(phase("ended"), "end of the program")
        # The sample itself checks that this blade, and no other, is another one.
        self.assertTrue(end["overview"]["good"], end["overview"]["stop"])

    def test_what_runs_is_stopped_by_a_key(self):
        tool = steps_tool()
        window = self.open("ui", "--gpu", "sim", "--break", f"endless.comp:{tool.marker('endless', 'begin')} if invocation 0,0,0", "--",
                           *tool.program("endless", "g", 2, 1))
        window.wait(phase("stopped"), "stop")
        window.command("delete")
        window.key("F5")
        window.wait_now(lambda s: phase("running")(s) and "toolbar/Pause" in s["marks"], "running program")
        window.key("F6")
        paused = window.wait_now(lambda s: phase("stopped")(s) and s["source"]["focus_line"] == s["overview"]["frames"][0][2], "pause")
        self.assertEqual(paused["overview"]["reason"], "interrupted")
        self.assertEqual([frame[0] for frame in paused["overview"]["frames"]], ["spin", "main"])
        # Both waves come to stand still, and are seen.
        window.wait_now(lambda s: s["waves"]["count"] == 2, "both waves")
        # The button does the same for a step that does not end.
        stops = window.state["overview"]["stops"]
        window.key("shift+F11")
        window.wait_now(lambda s: phase("stepping")(s) and "toolbar/Pause" in s["marks"], "step")
        window.click("toolbar/Pause")
        window.wait_now(lambda s: phase("stopped")(s) and s["overview"]["stops"] > stops, "pause of the step")
        window.command("set var results.word[127] = 1")
        window.key("F5")
        self.assertTrue(window.wait_now(phase("ended"), "end of the program")["overview"]["good"])
