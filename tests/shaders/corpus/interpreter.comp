// SPDX-License-Identifier: MIT
// A small machine that runs the input as byte code: a stack in scratch memory, a switch in a loop, a return for bad code.
// groups: 2 1 1
// features: scratch switch fallthrough default-return struct private-global inout-parameter array
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

struct Machine {
    uint pc;
    uint depth;
    uint carry;
    uint status;
};

const uint RUNNING = 0u;
const uint DONE = 1u;
const uint OVERFLOW = 2u;
const uint UNDERFLOW = 3u;
uint stack[24];
uint registers[4];

void push(inout Machine machine, uint value) {
    if (machine.depth >= 24u) {
        machine.status = OVERFLOW;
        return;
    }
    stack[machine.depth] = value;
    ++machine.depth;
}

uint pop(inout Machine machine) {
    if (machine.depth == 0u) {
        machine.status = UNDERFLOW;
        return 0u;
    }
    --machine.depth;
    return stack[machine.depth];
}

uint fetch(inout Machine machine, uint first) {
    uint byte = src.words[(first + machine.pc / 4u) & 1023u] >> (8u * (machine.pc & 3u)) & 0xffu;
    ++machine.pc;
    return byte;
}

bool execute(inout Machine machine, uint first) {
    uint operation = fetch(machine, first);
    switch (operation & 15u) {
    case 0u:
    case 1u:
    case 2u:
    case 3u:
    case 4u:
        push(machine, operation);
        break;
    case 5u: {
        uint a = pop(machine);
        uint b = pop(machine);
        push(machine, a + b);
        machine.carry = uint(a + b < a);
        break;
    }
    case 6u: {
        uint a = pop(machine);
        uint b = pop(machine);
        push(machine, a * b + machine.carry);
        break;
    }
    case 7u: {
        uint top = pop(machine);
        push(machine, top);
        push(machine, ~top);
        break;
    }
    case 8u:
        registers[operation >> 6u] = pop(machine);
    case 9u:
        push(machine, registers[operation >> 4u & 3u]);
        break;
    case 10u:
        if (machine.carry != 0u) {
            machine.pc += operation >> 6u;
        }
        break;
    case 11u:
        push(machine, fetch(machine, first));
        break;
    case 12u:
        machine.carry ^= 1u;
    case 13u:
        break;
    default:
        if (operation > 0xe0u) {
            machine.status = DONE;
            return false;
        }
        push(machine, machine.pc);
        return true;
    }
    return machine.status == RUNNING;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    Machine machine = Machine(0u, 0u, 0u, RUNNING);
    for (uint r = 0u; r < 4u; ++r) {
        registers[r] = i + r;
    }
    uint count = 0u;
    while (count < 64u) {
        if (!execute(machine, i * 7u)) {
            break;
        }
        ++count;
    }
    uint top = machine.depth > 0u ? stack[machine.depth - 1u] : 0xffffffffu;
    dst.words[4u * i] = machine.pc << 16u | machine.depth << 8u | machine.status;
    dst.words[4u * i + 1u] = count;
    dst.words[4u * i + 2u] = top;
    dst.words[4u * i + 3u] = registers[0] ^ registers[1] * 3u ^ registers[2] * 5u ^ registers[3] * 7u;
}
