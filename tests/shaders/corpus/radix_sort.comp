// SPDX-License-Identifier: MIT
// Sorts 256 keys of a workgroup by four digits of two bits at a time: ranks by scans in shared memory, then a scatter.
// groups: 2 1 1
// features: shared barrier atomic nested-loops struct out-parameter same-name
// output: uint 1024
#version 460

layout(local_size_x = 256) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

const uint KEYS = 256u;
const uint BITS = 2u;
const uint DIGITS = 1u << BITS;

struct Key {
    uint value;
    uint from;
};

shared Key keys[KEYS];
shared uvec4 counts[KEYS];
shared uint sorted_pairs;

uint digit_of(const Key key, uint shift) {
    return key.value >> shift & (DIGITS - 1u);
}

uvec4 one_hot(uint digit) {
    return uvec4(equal(uvec4(digit), uvec4(0u, 1u, 2u, 3u)));
}

void scan_counts(uint local) {
    for (uint by = 1u; by < KEYS; by <<= 1u) {
        uvec4 below = uvec4(0u);
        if (local >= by) {
            below = counts[local - by];
        }
        barrier();
        counts[local] += below;
        barrier();
    }
}

void place_of(uint local, uint digit, out uint place) {
    uvec4 totals = counts[KEYS - 1u];
    uvec4 starts = uvec4(0u, totals.x, totals.x + totals.y, totals.x + totals.y + totals.z);
    uint before = 0u;
    if (local > 0u) {
        uvec4 count = counts[local - 1u];
        switch (digit) {
        case 0u:
            before = count.x;
            break;
        case 1u:
            before = count.y;
            break;
        case 2u:
            before = count.z;
            break;
        default:
            before = count.w;
        }
    }
    uint start = starts.x;
    for (uint k = 1u; k < DIGITS; ++k) {
        if (digit == k) {
            start = starts[k];
        }
    }
    place = start + before;
}

void main() {
    uint local = gl_LocalInvocationID.x;
    uint base = gl_WorkGroupID.x * KEYS;
    keys[local] = Key(src.words[base + local] >> 8u & 0xffu, local);
    if (local == 0u) {
        sorted_pairs = 0u;
    }
    barrier();
    for (uint shift = 0u; shift < 8u; shift += BITS) {
        Key key = keys[local];
        uint digit = digit_of(key, shift);
        counts[local] = one_hot(digit);
        barrier();
        scan_counts(local);
        uint place;
        place_of(local, digit, place);
        barrier();
        keys[place] = key;
        barrier();
    }
    Key key = keys[local];
    bool in_order = true;
    if (local > 0u) {
        Key before = keys[local - 1u];
        bool smaller = before.value < key.value;
        bool stable = before.value == key.value && before.from < key.from;
        in_order = smaller || stable;
    }
    if (in_order) {
        atomicAdd(sorted_pairs, 1u);
    }
    barrier();
    uint i = base + local;
    dst.words[2u * i] = key.value << 16u | key.from;
    dst.words[2u * i + 1u] = sorted_pairs;
}
