# SPDX-License-Identifier: MIT
"""Each panel over one stopped session of the grass sample."""
from harness import UiTest, steps_tool


class Panels(UiTest):
    def test_every_panel(self):
        # No invocation is named: every wave stops.
        window, line = self.stopped_in_grass("float radius = max", "gl_GlobalInvocationID.x < 4096u")
        state = window.wait_now(lambda s: s["waves"]["count"] > 8, "several waves")
        count = state["waves"]["count"]
        self.assertIn(str(line), state["source"]["waves"])

        with self.subTest("Waves: filter, sort, focus"):
            window.click("tab/Waves")
            window.wait_now(lambda s: "waves/filter" in s["marks"], "panel")
            window.click("waves/filter")
            window.type("gl_GlobalInvocationID.y == 5u")
            filtered = window.wait_now(lambda s: s["waves"]["filter"] and s["waves"]["passing"] < count, "fewer waves")
            self.assertGreater(filtered["waves"]["passing"], 0)

            def rows(state):
                """The names in view, from above."""
                places = {name: rect[1] for name, rect in state["marks"].items() if name.startswith("waves/") and name[6:].isdigit()}
                return [int(name[6:]) for name in sorted(places, key=places.get)]

            up = rows(window.wait_now(lambda s: s["settled"] and len(rows(s)) > 3, "rows"))
            self.assertEqual(up, sorted(up))
            window.click("waves/header/0")
            down = rows(window.wait_now(lambda s: s["settled"] and rows(s)[:1] > up[:1], "the other way round"))
            self.assertEqual(down, sorted(down, reverse=True))
            window.click("waves/header/0")
            window.wait_now(lambda s: s["settled"] and rows(s) == up, "as before")
            other = next(str(row[0]) for row in filtered["waves"]["rows"] if row[0] != filtered["overview"]["wave"])
            window.click(f"waves/{other}")
            window.wait_now(lambda s: str(s["overview"]["wave"]) == other and s["overview"]["invocation"], "focus on it")

        with self.subTest("Lanes: an expression over the wave, focus on a lane"):
            window.click("tab/Lanes")
            window.click("lanes/add")
            window.type("$lane * 3")
            lanes = window.wait_now(lambda s: "$lane * 3" in s["lanes"]["expressions"], "column")["lanes"]["rows"]
            self.assertEqual([row["cells"][-1] for row in lanes[:4]], ["0", "3", "6", "9"])
            window.click("lanes/2")
            window.wait_now(lambda s: s["overview"]["lane"] == 2, "focus on lane 2")

        with self.subTest("Watch, in hex"):
            window.click("tab/Watch")
            window.click("watch/add")
            window.type("$lane + 40")
            window.wait_now(lambda s: any(w["text"] == "42" for w in s["watches"].values()), "watched value")
            window.click("format##format")
            window.click("format/hex")
            window.wait_now(lambda s: any(w["text"] == "0x2a" for w in s["watches"].values()), "hexadecimal")
            window.click("format##format")
            window.click("format/by type")
            window.wait_now(lambda s: any(w["text"] == "42" for w in s["watches"].values()), "decimal again")

        with self.subTest("Registers"):
            window.click("tab/Registers")
            registers = window.wait_now(lambda s: "v0" in s["registers"], "registers")["registers"]
            self.assertTrue(registers["exec"][0].startswith("0x"))

        with self.subTest("Variables: a pointer leads to its buffer"):
            window.click("tab/Variables")
            window.reveal("variables/name/Push constants", "variables/name/Locals")
            window.click("variables/name/Push constants")
            name = window.wait_now(lambda s: any(k.endswith("/pc") for k in s["variables"]), "push constants")
            key = next(k for k in name["variables"] if k.endswith("/pc"))
            window.reveal(f"variables/name/{key}", "variables/name/Push constants")
            window.click(f"variables/name/{key}")
            window.wait_now(lambda s: f"{key}/grass" in s["variables"], "members of pc")
            window.reveal(f"variables/link/{key}/grass", f"variables/name/{key}")
            window.click(f"variables/link/{key}/grass")
            blades = window.wait_now(lambda s: s["memory"]["rows"], "contents of the buffer")["memory"]
            self.assertEqual(blades["columns"], ["pos_bend", "size_pitch_animation"])
            self.assertEqual(blades["count"], 256 * 256)

        with self.subTest("Buffers: list, hex, plot"):
            window.wait_now(lambda s: any(row["name"] and "pc.grass" in row["known_as"] for row in s["memory"]["list"]), "buffer and its name here")
            window.click("buffers/view/Hex")
            window.wait_now(lambda s: s["memory"]["bytes"] >= 4096, "bytes")
            # The shader has written nothing there yet: one number is ours.
            window.click("buffers/view/Table")
            window.command("set var pc.grass.data[0].pos_bend.x = 2")
            window.wait_now(lambda s: s["memory"]["rows"] and s["memory"]["rows"][0][0].startswith("(2"), "number in the buffer")
            window.click("buffers/view/Plot")
            window.wait_now(lambda s: s["memory"]["plot"] > 1000, "points")
            window.click("buffers/view/Image")
            narrow = window.wait_now(lambda s: s["memory"]["plot"] > 1000 and "buffers/image" in s["marks"] and s["settled"], "picture")
            self.assertEqual(narrow["image_width"], 64)
            # As many cells in fewer rows.
            x, y, width, height = narrow["marks"]["buffers/wide"]
            window.screen.do("mousemove", x + 20, y + height // 2, "click", "--repeat", 2, "--delay", 80, 1)
            window.type("256")
            wide = window.wait_now(lambda s: s["image_width"] == 256 and s["settled"] and s["marks"]["buffers/image"] != narrow["marks"]["buffers/image"],
                                   "wider picture")
            x, y, width, height = wide["marks"]["buffers/image"]
            self.assertAlmostEqual(width / height, 256 / -(-wide["memory"]["plot"] // 256), delta=0.1)
            # Its first cell is of another colour than the others.
            drawn = window.screen.pixels()[2][y:y + height]
            colours = [row[i:i + 3] for row in drawn for i in range(3 * x, 3 * (x + width), 3)]
            self.assertEqual(colours[0], bytes((244, 222, 70)))
            self.assertEqual(colours[width // 2], bytes((42, 28, 92)))
            self.assertLessEqual(colours.count(colours[0]), (width / 256 + 1) ** 2)
            window.click("buffers/view/Table")

        with self.subTest("Heat map"):
            window.click("tab/Heat map")
            window.click("heat_map/expression")
            window.type("gl_GlobalInvocationID.y")
            window.wait_now(lambda s: s["heat_map"]["points"] == s["waves"]["count"] * 64 >= count * 64, "a point for each lane")
            # A click chooses the invocation that is drawn there: of 256 x 256, and at last one that passes the filter of the waves.
            x, y, width, height = window.wait_now(lambda s: s["settled"] and "heat_map/grid" in s["marks"], "grid")["marks"]["heat_map/grid"]
            for right, down in ((0.25, 0.75), (0.75, 5.5 / 256)):
                at, before = (x + int(width * right), y + int(height * down)), window.state["overview"]["invocation"]
                window.screen.do("mousemove", *at, "click", 1)
                chosen = window.wait_now(lambda s, before=before: s["overview"]["invocation"] not in (None, before), "another focus")["overview"]["invocation"]
                self.assertAlmostEqual(chosen[0], 256 * right, delta=2)
                self.assertAlmostEqual(chosen[1], 256 * down, delta=2)

        with self.subTest("Disassembly and SPIR-V"):
            window.click("tab/Disassembly")
            code = window.wait_now(lambda s: s["disassembly"]["rows"] > 50, "instructions")["disassembly"]
            self.assertTrue(code["pc"])
            window.click("tab/Source")
            window.click("source/spirv")
            window.wait_now(lambda s: s["source"]["spirv_line"] > 0, "line of the SPIR-V")
            # And the instructions beside it.
            self.assertFalse([mark for mark in window.state["marks"] if mark.startswith("disassembly/")])
            window.click("source/code")
            window.wait_now(lambda s: any(mark.startswith("disassembly/") for mark in s["marks"]) and f"source/line/{line}" in s["marks"], "code beside the text")
            window.click("source/code")

        with self.subTest("hover"):
            window.click("source/spirv")
            window.wait_now(lambda s: s["settled"] and not s["source"]["spirv_line"], "source alone")
            x, y = window.place(f"source/line/{line}")
            # Over the line's letters, as a hand would go, until the name "height" is met: its value comes.
            for step in range(0, 400, 5):
                window.screen.do("mousemove", x - 40 + step, y)
                try:
                    window.wait(lambda s: s["hover"]["expression"] == "height" and s["hover"]["text"], "value", 0.3, len(window.states) - 1)
                    break
                except AssertionError:
                    pass
            self.assertGreater(float(window.state["hover"]["text"]), 0)

        with self.subTest("Dispatches and Device"):
            window.click("tab/Dispatches")
            dispatch = window.wait_now(lambda s: s["dispatches"], "dispatch")["dispatches"][0]
            window.click(f"dispatches/debug/{dispatch['command']}")
            window.wait_now(lambda s: s["dispatches"] and s["dispatches"][0]["armed"] and len(s["breakpoints"]) == 2, "armed dispatch")
            window.click("tab/Device")
            window.wait_now(lambda s: len(s["devices"]) == 1 and s["devices"][0]["vmid"] > 0, "device")

        with self.subTest("light colours, and what was drawn piece by piece"):
            def change_colours(dark):
                window.click("toolbar/View")
                window.click("view/Light colours")
                window.screen.do("mousemove", 900, 899)
                window.wait_now(lambda s: s["settings"]["dark"] == dark and s["settled"] and "view/Light colours" not in s["marks"], "colours")
                return window.screen.pixels()[2]

            def brightness(rows):
                return sum(map(sum, rows)) / (len(rows) * len(rows[0]))

            # The pointer lights nothing up any more when the step is shown.
            window.screen.do("mousemove", 900, 899)
            stops = window.state["overview"]["stops"]
            window.key("F10")
            window.wait_now(lambda s: s["overview"]["stops"] > stops and [s["overview"]["wave"], s["source"]["focus_line"]]
                            in [row[:2] for row in s["waves"]["rows"]] and s["settled"], "step, also in the list of waves")
            pieces = window.screen.pixels()[2]
            self.assertGreater(brightness(change_colours(False)), 180)
            self.assertLess(brightness(pieces), 60)
            # With the colours everything is drawn anew. Changes alone must have come to the same picture.
            whole = change_colours(True)
            self.assertEqual([(x // 3, y, tuple(a[x:x + 3]), tuple(b[x:x + 3])) for y, (a, b) in enumerate(zip(pieces, whole)) for x in range(0, len(a), 3) if a[x:x + 3] != b[x:x + 3]][:9], [])

    def test_layers_of_the_heat_map(self):
        tool = steps_tool()
        line = tool.marker("layers", "layers")
        window = self.open("ui", "--gpu", "sim", "--break", f"layers.comp:{line}", "--", *tool.program("layers", "g", 2, 1))
        window.wait(lambda s: s["overview"]["phase"] == "stopped" and s["waves"]["count"] == 2, "stop of both waves")
        window.click("tab/Heat map")
        window.click("heat_map/expression")
        window.type("value")
        shown = window.wait_now(lambda s: s["heat_map"]["points"] == 128 and "heat_map/z" in s["marks"] and s["settled"], "points")["heat_map"]
        self.assertEqual((shown["layer"], shown["layers"], shown["least"], shown["most"]), (0, 4, 0, 337))
        x, y, width, height = window.state["marks"]["heat_map/z"]
        window.screen.do("mousemove", x + 20, y + height // 2, "mousedown", 1)
        # The label is behind the bar.
        for at in (x + 40, x + 60, x + width * 2 // 3):
            window.screen.do("mousemove", at, y + height // 2)
        window.wait_now(lambda s: s["heat_map"]["layer"] >= 2, "another layer")
        window.screen.do("mouseup", 1)
        layer = window.wait_now(lambda s: s["settled"], "last frame")["heat_map"]["layer"]
        window.click("heat_map/grid")
        chosen = window.wait_now(lambda s: s["overview"]["invocation"] and s["overview"]["invocation"][2] == layer, "focus in that layer")
        name = "Locals/value"
        at = chosen["overview"]["invocation"]
        window.wait_now(lambda s: name in s["variables"] and s["variables"][name]["text"] == str(at[2] * 100 + at[1] * 10 + at[0]), "its value")
