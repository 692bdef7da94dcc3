# SPDX-License-Identifier: MIT
"""A wavebreak that is spoken to command by command, and programs it attaches to. Every wait is for an event, with a limit that
only a hang reaches."""
import json
import os
import queue
import signal
import subprocess
import tempfile
import threading

LIMIT = 240


class Process:
    """A child whose standard output is read line by line; standard error goes to a file."""

    def __init__(self, arguments, environment):
        self.errors_file = tempfile.TemporaryFile()
        self.child = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors_file, text=True,
                                      env=environment)
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.child.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def line(self):
        """The next line, None at the end of the output."""
        return self.lines.get(timeout=LIMIT)

    def rest(self):
        out = []
        while (line := self.line()) is not None:
            out.append(line)
        return out

    def errors(self):
        self.errors_file.seek(0)
        return self.errors_file.read().decode()

    def end_input(self):
        self.child.stdin.close()

    def wait(self):
        status = self.child.wait(timeout=LIMIT)
        self.reader.join(LIMIT)
        return status

    def close(self):
        if self.child.poll() is None:
            # A test that has failed may leave a program whose shader never ends.
            with open(f"/proc/{self.child.pid}/task/{self.child.pid}/children", encoding="ascii") as file:
                programs = [int(pid) for pid in file.read().split()]
            self.child.kill()
            self.child.wait()
            for pid in programs:
                os.kill(pid, signal.SIGKILL)
        if not self.child.stdin.closed:
            try:
                self.child.stdin.close()
            except BrokenPipeError:
                pass
        self.reader.join(LIMIT)
        self.child.stdout.close()
        self.errors_file.close()


class Session(Process):
    """`wavebreak run` or `attach` with its commands from us and its answers as JSON."""

    def command(self, text):
        """(ok, text) of one command."""
        answer = self.answer(text)
        return answer["ok"], answer["text"]

    def answer(self, text):
        self.child.stdin.write(text + "\n")
        self.child.stdin.flush()
        line = self.line()
        assert line is not None, f"wavebreak ended at '{text}': {self.errors()}"
        return json.loads(line)


class Place:
    """A folder for sockets of its own, so that left-over ones are seen; an environment that uses it."""

    def __init__(self, tool, **extra):
        self.tool = tool
        self.folder = tempfile.TemporaryDirectory(prefix="wb-")
        self.environment = dict(os.environ, XDG_RUNTIME_DIR=self.folder.name, **extra)
        self.extra = tempfile.TemporaryDirectory()
        self.processes = []

    def close(self):
        for process in self.processes:
            process.close()
        self.folder.cleanup()
        self.extra.cleanup()

    def sockets(self):
        return os.listdir(self.folder.name)

    def endless(self, program):
        """`program` with an input that neither has anything nor ends, and is not that of the debugger, which it would share."""
        pipe = os.path.join(self.extra.name, "input")
        os.mkfifo(pipe)
        return ["/bin/sh", "-c", 'exec "$@" <>"$0"', pipe, *program]

    def _keep(self, process):
        self.processes.append(process)
        return process

    def run(self, program, **extra):
        arguments = [self.tool.wavebreak, "run", "--gpu", "sim", "--json", "--exec", "-", "--", *program]
        return self._keep(Session(arguments, dict(self.environment, **extra)))

    def attach(self, pid):
        return self._keep(Session([self.tool.wavebreak, "attach", "--json", "--exec", "-", str(pid)], self.environment))

    def program(self, arguments, gpu="sim", **extra):
        """Starts a program with the layer and no debugger. Its process id is the program's own."""
        share = os.path.join(os.environ["WAVEBREAK_BUILD"], "share")
        data = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
        environment = dict(self.environment, WAVEBREAK="1", XDG_DATA_DIRS=f"{share}:{data}", **extra)
        return self._keep(Process([os.environ["WAVEBREAK_ENV_TOOL"], "--gpu", gpu, "--", *arguments], environment))
