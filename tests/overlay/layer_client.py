# SPDX-License-Identifier: MIT
"""The engine's side of the protocol (docs/protocol.md) without the engine: what a test sends is exactly what the layer gets."""
import os
import socket
import struct


def encode(value):
    """CBOR of what messages are made of."""
    def head(major, number):
        if number < 24:
            return bytes([major << 5 | number])
        for extra, size, form in ((24, 8, ">B"), (25, 16, ">H"), (26, 32, ">I"), (27, 64, ">Q")):
            if number < 1 << size:
                return bytes([major << 5 | extra]) + struct.pack(form, number)
        raise ValueError(number)

    if value is True or value is False:
        return b"\xf5" if value else b"\xf4"
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        data = value.encode()
        return head(3, len(data)) + data
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(encode, value))
    return head(5, len(value)) + b"".join(encode(k) + encode(v) for k, v in value.items())


def decode(data, at=0):
    """(value, where it ends)"""
    first = data[at]
    major, extra, at = first >> 5, first & 31, at + 1
    if major == 7:
        if extra in (20, 21, 22):
            return (False, True, None)[extra - 20], at
        size, form = {25: (2, ">e"), 26: (4, ">f"), 27: (8, ">d")}[extra]
        return struct.unpack(form, data[at:at + size])[0], at + size
    number = extra
    if extra >= 24:
        size = 1 << (extra - 24)
        number, at = int.from_bytes(data[at:at + size], "big"), at + size
    if major == 0:
        return number, at
    if major == 1:
        return -1 - number, at
    if major in (2, 3):
        chunk = data[at:at + number]
        return (chunk if major == 2 else chunk.decode()), at + number
    if major == 4:
        out = []
        for _ in range(number):
            value, at = decode(data, at)
            out.append(value)
        return out, at
    out = {}
    for _ in range(number):
        key, at = decode(data, at)
        out[key], at = decode(data, at)
    return out, at


class Refused(Exception):
    pass


class Client:
    def __init__(self, path, limit=60, **more):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(limit)
        self.socket.connect(path)
        self.events, self.last_id = [], 0
        self.send(dict({"version": 1, "name": "test", "pid": os.getpid(), "program": ""}, **more))
        self.hello = self.receive()

    def send(self, message):
        body = encode(message)
        self.socket.sendall(struct.pack("<I", len(body)) + body)

    def _read(self, size):
        out = b""
        while len(out) < size:
            chunk = self.socket.recv(size - len(out))
            if not chunk:
                raise EOFError("the layer has closed the line")
            out += chunk
        return out

    def receive(self):
        return decode(self._read(struct.unpack("<I", self._read(4))[0]))[0]

    def request(self, op, **fields):
        self.last_id += 1
        self.send(dict(fields, op=op, id=self.last_id))
        while True:
            message = self.receive()
            if "event" in message:
                self.events.append(message)
            elif message.get("id") == self.last_id:
                if not message["ok"]:
                    raise Refused(message["error"])
                return message

    def wait_for(self, name, wanted=lambda event: True):
        """The next event of that name that is wanted; what comes before it is dropped."""
        while True:
            event = self.events.pop(0) if self.events else self.receive()
            if event.get("event") == name and wanted(event):
                return event

    def close(self):
        self.socket.close()


WHITE = 1


def texture(number, width, height, texels):
    return struct.pack("<IIQII", 0x544f4257, 1, number, width, height) + struct.pack(f"<{len(texels)}I", *texels)


def frame(width, height, rectangles):
    """Rectangles (left, top, right, bottom, colour 0xAABBGGRR, when) of texture WHITE."""
    vertices, indices, commands = b"", b"", b""
    for number, (left, top, right, bottom, colour, when) in enumerate(rectangles):
        for x, y in ((left, top), (right, top), (right, bottom), (left, bottom)):
            vertices += struct.pack("<4fI", x, y, 0.5, 0.5, colour)
        indices += struct.pack("<6I", *(4 * number + i for i in (0, 1, 2, 0, 2, 3)))
        commands += struct.pack("<4fQIIII", 0, 0, width, height, WHITE, 6 * number, 6, when, 0)
    header = struct.pack("<IIffIIII", 0x464f4257, 1, width, height, 4 * len(rectangles), 6 * len(rectangles), len(rectangles), 0)
    return header + vertices + indices + commands
