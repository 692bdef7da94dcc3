// SPDX-License-Identifier: MIT
// Quicksort with an explicit stack in global arrays of the invocation: scratch memory, pushed and popped by functions.
// groups: 1 1 1
// features: private-global scratch array nested-loops continue break
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

uint depth;
uint stack[32];
uint data[16];

void push(uint low, uint high) {
    stack[depth] = low << 16u | high;
    ++depth;
}

bool pop(out uint low, out uint high) {
    if (depth == 0u) {
        return false;
    }
    --depth;
    low = stack[depth] >> 16u;
    high = stack[depth] & 0xffffu;
    return true;
}

uint split(uint low, uint high) {
    uint pivot = data[high];
    uint place = low;
    for (uint k = low; k < high; ++k) {
        if (data[k] >= pivot) {
            continue;
        }
        uint swapped = data[k];
        data[k] = data[place];
        data[place] = swapped;
        ++place;
    }
    data[high] = data[place];
    data[place] = pivot;
    return place;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    depth = 0u;
    for (uint k = 0u; k < 16u; ++k) {
        data[k] = src.words[16u * i + k];
    }
    push(0u, 15u);
    uint low;
    uint high;
    while (pop(low, high)) {
        uint place = split(low, high);
        if (place > low + 1u) {
            push(low, place - 1u);
        }
        if (place + 1u < high) {
            push(place + 1u, high);
        }
        if (depth > 30u) {
            break;
        }
    }
    for (uint k = 0u; k < 16u; ++k) {
        dst.words[16u * i + k] = data[k];
    }
}
