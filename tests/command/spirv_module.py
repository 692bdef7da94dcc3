# SPDX-License-Identifier: MIT
"""Reads, changes and writes SPIR-V modules."""
import struct

OP_STRING, OP_LINE, OP_EXT_INST_IMPORT, OP_EXT_INST = 7, 8, 11, 12
HEADER = 5


class SpirvModule:
    """`code` is a list of instructions, each a list of words whose first is the opcode alone."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        words = list(struct.unpack(f"<{len(data) // 4}I", data))
        self.header, self.code = words[:HEADER], []
        at = HEADER
        while at < len(words):
            count = words[at] >> 16
            self.code.append([words[at] & 0xffff] + words[at + 1:at + count])
            at += count

    def write(self, path):
        words = list(self.header)
        for instruction in self.code:
            words += [len(instruction) << 16 | instruction[0]] + instruction[1:]
        with open(path, "wb") as file:
            file.write(struct.pack(f"<{len(words)}I", *words))

    def imported(self, name):
        """The id of an imported instruction set."""
        for op, *operands in self.code:
            if op == OP_EXT_INST_IMPORT and text_of(operands[1:]) == name:
                return operands[0]
        raise KeyError(name)

    def debug_instructions(self, number=None):
        """Instructions of NonSemantic.Shader.DebugInfo.100: OpExtInst, type, id, set, number, operands."""
        own = self.imported("NonSemantic.Shader.DebugInfo.100")
        for instruction in self.code:
            if instruction[0] == OP_EXT_INST and instruction[3] == own and number in (None, instruction[4]):
                yield instruction


def text_of(words):
    return struct.pack(f"<{len(words)}I", *words).split(b"\0")[0].decode()
