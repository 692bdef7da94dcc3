# SPDX-License-Identifier: MIT
"""A strict client of the Debug Adapter Protocol: checks every message against what the protocol requires of it."""
import json
import os
import queue
import subprocess
import threading

WAIT = 300  # seconds; a limit for broken runs, nothing waits for it to pass

NUMBER, TEXT, FLAG, LIST, MAP = (int,), (str,), (bool,), (list,), (dict,)
SOURCE = {"name?": TEXT, "path?": TEXT, "sourceReference?": NUMBER, "origin?": TEXT, "presentationHint?": TEXT}
BREAKPOINT = {"verified": FLAG, "id?": NUMBER, "line?": NUMBER, "message?": TEXT, "source?": SOURCE,
              "instructionReference?": TEXT}
VARIABLE = {"name": TEXT, "value": TEXT, "variablesReference": NUMBER, "type?": TEXT, "evaluateName?": TEXT, "memoryReference?": TEXT,
            "indexedVariables?": NUMBER, "namedVariables?": NUMBER}
MODULE = {"id": (int, str), "name": TEXT, "path?": TEXT, "symbolStatus?": TEXT, "addressRange?": TEXT}
FRAME = {"id": NUMBER, "name": TEXT, "line": NUMBER, "column": NUMBER, "source?": SOURCE, "instructionPointerReference?": TEXT}

# What the body of a response or event must (or, with '?', may) have. [X]: a list of X.
RESPONSES = {
    "initialize": {"supportsConfigurationDoneRequest": FLAG}, "launch": {}, "attach": {}, "configurationDone": {}, "disconnect": {},
    "terminate": {}, "next": {}, "stepIn": {}, "stepOut": {}, "pause": {}, "continue": {"allThreadsContinued?": FLAG},
    "setBreakpoints": {"breakpoints": [BREAKPOINT]}, "setFunctionBreakpoints": {"breakpoints": [BREAKPOINT]},
    "threads": {"threads": [{"id": NUMBER, "name": TEXT}]}, "stackTrace": {"stackFrames": [FRAME], "totalFrames?": NUMBER},
    "scopes": {"scopes": [{"name": TEXT, "variablesReference": NUMBER, "expensive": FLAG}]}, "variables": {"variables": [VARIABLE]},
    "setVariable": {"value": TEXT, "type?": TEXT, "variablesReference?": NUMBER}, "setExpression": {"value": TEXT, "type?": TEXT},
    "evaluate": {"result": TEXT, "variablesReference": NUMBER, "type?": TEXT, "memoryReference?": TEXT},
    "source": {"content": TEXT, "mimeType?": TEXT}, "loadedSources": {"sources": [SOURCE]},
    "disassemble": {"instructions": [{"address": TEXT, "instruction": TEXT, "instructionBytes?": TEXT, "line?": NUMBER, "location?": SOURCE}]},
    "readMemory": {"address": TEXT, "data?": TEXT, "unreadableBytes?": NUMBER}, "writeMemory": {"bytesWritten?": NUMBER},
    "completions": {"targets": [{"label": TEXT, "start?": NUMBER, "length?": NUMBER, "type?": TEXT}]},
    "setInstructionBreakpoints": {"breakpoints": [BREAKPOINT]}, "setExceptionBreakpoints": {}, "cancel": {},
    "breakpointLocations": {"breakpoints": [{"line": NUMBER}]}, "modules": {"modules": [MODULE], "totalModules?": NUMBER},
    "exceptionInfo": {"exceptionId": TEXT, "breakMode": TEXT, "description?": TEXT,
                      "details?": {"message?": TEXT, "typeName?": TEXT, "stackTrace?": TEXT}},
}
EVENTS = {
    "initialized": {}, "terminated": {}, "exited": {"exitCode": NUMBER}, "output": {"output": TEXT, "category?": TEXT, "source?": SOURCE, "line?": NUMBER},
    "stopped": {"reason": TEXT, "threadId?": NUMBER, "allThreadsStopped?": FLAG, "description?": TEXT, "hitBreakpointIds?": [NUMBER]},
    "continued": {"threadId": NUMBER}, "breakpoint": {"reason": TEXT, "breakpoint": BREAKPOINT}, "invalidated": {"areas?": [TEXT]},
    "module": {"reason": TEXT, "module": MODULE}, "loadedSource": {"reason": TEXT, "source": SOURCE},
    "memory": {"memoryReference": TEXT, "offset": NUMBER, "count": NUMBER},
    "progressStart": {"progressId": TEXT, "title": TEXT, "message?": TEXT, "cancellable?": FLAG}, "progressEnd": {"progressId": TEXT},
    "process": {"name": TEXT, "systemProcessId?": NUMBER, "startMethod?": TEXT},
}


def check(value, shape, where):
    """Raises when `value` has not the shape."""
    if isinstance(shape, dict):
        assert isinstance(value, dict), f"{where}: {value!r} is no object"
        for name, inner in shape.items():
            if name.endswith("?"):
                if name[:-1] in value:
                    check(value[name[:-1]], inner, f"{where}.{name[:-1]}")
            else:
                assert name in value, f"{where} has no {name}: {value}"
                check(value[name], inner, f"{where}.{name}")
    elif isinstance(shape, list):
        assert isinstance(value, list), f"{where}: {value!r} is no list"
        for n, item in enumerate(value):
            check(item, shape[0], f"{where}[{n}]")
    else:
        assert isinstance(value, shape) and (shape == FLAG or not isinstance(value, bool)), f"{where}: {value!r} is no {shape}"


class Refused(Exception):
    """The adapter answered a request with an error."""


class Client:
    """Speaks to one adapter over two streams. A thread reads; requests and events are waited for."""

    def __init__(self, reader, writer, process=None):
        self.reader, self.writer, self.process = reader, writer, process
        self.sent, self.received = 0, 0
        self.pending = {}
        self.events, self.answers = [], {}
        self.messages = queue.Queue()
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    @staticmethod
    def start(wavebreak, *options, environment=None):
        process = subprocess.Popen([wavebreak, "dap", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        return Client(process.stdout, process.stdin, process)

    def _read(self):
        try:
            while True:
                length = None
                while True:
                    line = self.reader.readline()
                    if not line:
                        self.messages.put(None)
                        return
                    if line == b"\r\n":
                        break
                    name, _, value = line.partition(b":")
                    if name == b"Content-Length":
                        length = int(value)
                self.messages.put(json.loads(self.reader.read(length)))
        except Exception as error:  # pylint: disable=broad-except
            self.messages.put(error)

    def _take(self):
        """Takes in one message."""
        message = self.messages.get(timeout=WAIT)
        if isinstance(message, Exception):
            raise message
        if message is None:
            raise EOFError("the adapter has closed the line")
        self.received += 1
        check(message, {"seq": NUMBER, "type": TEXT}, "message")
        assert message["seq"] == self.received, f"sequence number {message['seq']} instead of {self.received}"
        if message["type"] == "event":
            check(message, {"event": TEXT}, "event")
            assert message["event"] in EVENTS, f"unknown event {message['event']}"
            check(message.get("body", {}), EVENTS[message["event"]], message["event"])
            self.events.append(message)
        else:
            assert message["type"] == "response", message
            check(message, {"request_seq": NUMBER, "success": FLAG, "command": TEXT, "message?": TEXT}, "response")
            command = self.pending.pop(message["request_seq"])
            assert message["command"] == command, f"{message['command']} answers {command}"
            if message["success"]:
                check(message.get("body", {}), RESPONSES[command], command)
            else:
                assert message.get("message"), f"{command} was refused without a reason"
            self.answers[message["request_seq"]] = message
        return message

    def send(self, command, arguments=None):
        self.sent += 1
        message = {"seq": self.sent, "type": "request", "command": command}
        if arguments is not None:
            message["arguments"] = arguments
        self.pending[self.sent] = command
        self.raw(json.dumps(message).encode())
        return self.sent

    def raw(self, body, header=None):
        self.writer.write((header or b"Content-Length: %d\r\n\r\n" % len(body)) + body)
        self.writer.flush()

    def answer(self, sequence):
        while sequence not in self.answers:
            self._take()
        message = self.answers.pop(sequence)
        if not message["success"]:
            raise Refused(message["message"])
        return message.get("body", {})

    def __call__(self, command, **arguments):
        return self.answer(self.send(command, arguments))

    def event(self, *names, where=lambda body: True):
        """The next event of one of these names, in order of arrival; those before it stay for other calls."""
        seen = 0
        while True:
            while seen < len(self.events):
                event = self.events[seen]
                if event["event"] in names and where(event.get("body", {})):
                    del self.events[seen]
                    return event.get("body", {}) if len(names) == 1 else (event["event"], event.get("body", {}))
                seen += 1
            self._take()

    def output(self, category="stdout"):
        """All output events of the category so far, joined."""
        return "".join(e["body"]["output"] for e in self.events if e["event"] == "output" and e["body"].get("category") == category)

    def close(self):
        """Closes the line and waits for the adapter's end: its exit status."""
        self.writer.close()
        status = self.process.wait(timeout=WAIT) if self.process else None
        self.thread.join(timeout=WAIT)
        self.reader.close()
        return status

    # ---- a session's usual steps
    def initialize(self, **more):
        body = self("initialize", adapterID="wavebreak", clientID="test", linesStartAt1=True, columnsStartAt1=True, pathFormat="path",
                    supportsInvalidatedEvent=True, supportsVariablePaging=True, **more)
        self.event("initialized")
        return body

    def break_at(self, path, *lines):
        wanted = [line if isinstance(line, dict) else {"line": line} for line in lines]
        return self("setBreakpoints", source={"path": path, "name": os.path.basename(path)}, breakpoints=wanted)["breakpoints"]

    def stopped(self):
        return self.event("stopped")

    def frames(self, thread):
        return self("stackTrace", threadId=thread)["stackFrames"]

    def scope(self, frame, name):
        for scope in self("scopes", frameId=frame)["scopes"]:
            if scope["name"] == name:
                return scope
        raise KeyError(name)

    def variables(self, reference, **paging):
        return self("variables", variablesReference=reference, **paging)["variables"]

    def by_name(self, reference):
        return {variable["name"]: variable for variable in self.variables(reference)}

    def value(self, expression, frame, **more):
        return self("evaluate", expression=expression, frameId=frame, context="watch", **more)["result"]
