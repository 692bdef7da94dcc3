# SPDX-License-Identifier: MIT
"""The window of a debugging session: what it shows, as its record tells, and real events to it."""
import json
import os
import subprocess
import threading
import time


# How long nothing may change, in seconds: only something that hangs comes to it.
PATIENCE = float(os.environ.get("WAVEBREAK_UI_PATIENCE", 120))


class Window:
    """Runs `command` on `screen`; `state` is the newest line of the record. Nothing here waits by sleeping."""

    def __init__(self, screen, command, folder, environment=None):
        self.screen, self.states, self.ended = screen, [], False
        self.arrived = threading.Condition()
        pipe = os.path.join(folder, "record")
        if os.path.exists(pipe):
            os.unlink(pipe)
        os.mkfifo(pipe)
        where = command.index("--") if "--" in command else len(command)
        command = command[:where] + ["--record", pipe] + command[where:]
        environment = dict(os.environ, DISPLAY=screen.display, **(environment or {}))
        environment.setdefault("XDG_CONFIG_HOME", os.path.join(folder, "config"))
        self.errors = open(os.path.join(folder, "errors"), "w+", encoding="utf-8")
        self.process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.errors)
        self.reader = threading.Thread(target=self.read, args=[pipe], daemon=True)
        self.reader.start()
        self.window = None

    def read(self, pipe):
        with open(pipe, encoding="utf-8") as file:
            for line in file:
                with self.arrived:
                    self.states.append(json.loads(line))
                    self.arrived.notify_all()
        with self.arrived:
            self.ended = True
            self.arrived.notify_all()

    @property
    def state(self):
        return self.states[-1] if self.states else None

    def wait(self, condition, what, patience=PATIENCE, since=0):
        """The first state from number `since` on for which `condition` holds."""
        at, end = since, time.monotonic() + patience * 2
        with self.arrived:
            while True:
                while at < len(self.states):
                    if condition(self.states[at]):
                        return self.states[at]
                    at += 1
                if self.ended or not self.arrived.wait(patience) or time.monotonic() > end:
                    raise AssertionError(f"no {what}; {self.said()}\n{self.summary()}")

    def wait_now(self, condition, what):
        """The same from the state that is shown now on."""
        return self.wait(condition, what, since=max(0, len(self.states) - 1))

    def said(self):
        self.errors.flush()
        self.errors.seek(0)
        return self.errors.read()

    def summary(self):
        if not self.states:
            return "nothing was shown"
        return json.dumps({name: self.state[name] for name in ("overview", "console", "breakpoints", "source", "watches")}, indent=1)

    # ---- events
    def focus(self):
        if self.window is None:
            found = self.screen.do("search", "--sync", "--onlyvisible", "--name", "Wavebreak").split()
            self.window = found[-1]
        self.screen.do("windowfocus", "--sync", self.window)

    def key(self, *names):
        self.focus()
        self.screen.do("key", "--window", 0, *names)

    def place(self, mark):
        """The middle of what is drawn under that name."""
        # What has just been opened may not have its place yet.
        state = self.wait_now(lambda s: mark in s["marks"] and s["settled"], f"'{mark}' on the screen")
        x, y, width, height = state["marks"][mark]
        return x + min(width // 2, 40), y + height // 2

    def point(self, mark):
        self.focus()
        self.screen.do("mousemove", *self.place(mark))

    def reveal(self, mark, over):
        """Turns the wheel over what is called `over` until `mark` is in view."""
        self.point(over)
        while True:
            before = self.wait_now(lambda s: s["settled"], "last frame")
            if mark in before["marks"]:
                return
            self.screen.do("click", 5)
            self.wait_now(lambda s: s["settled"] and s["marks"] != before["marks"], f"'{mark}' further down")

    def click(self, mark, button=1, twice=False):
        self.point(mark)
        # ImGui of Debian 12 takes one change of a button a frame.
        self.screen.do("click", *(["--repeat", 2, "--delay", 80] if twice else []), button)

    def type(self, text, enter=True):
        self.focus()
        self.screen.do("type", "--delay", 15, text)
        if enter:
            self.screen.do("key", "--window", 0, "Return")

    def command(self, line):
        """Types a line into the console and waits for its echo."""
        before = self.state["console_total"]
        if "console/input" not in self.state["marks"]:
            self.click("tab/Console")
        self.click("console/input")
        self.type(line)
        return self.wait_now(lambda s: s["console_total"] > before and any(l == [0, line] for l in s["console"]), f"echo of {line}")

    def close(self):
        """Ends it as a person's Ctrl-C in the terminal does; its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(2)
        try:
            status = self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.reader.join(10)
        return status
