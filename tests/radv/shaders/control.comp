#version 450
// Every kind of branch: nested loops, continue, break, do-while, switch with fall-through, early return.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

uint classify(uint v) {
    uint result = 0u;
    switch (v & 7u) {
    case 0u:
        result = 10u;
        break;
    case 1u:
    case 2u:
        result = 20u;
    case 3u:
        result += 5u;
        break;
    case 4u:
        return 99u;
    default:
        result = v;
    }
    return result;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint sum = 0u;
    if (i == 13u)
        return;
    for (uint y = 0u; y < 5u; y++) {
        for (uint x = 0u; x < 5u; x++) {
            if (((x ^ y) & 1u) != 0u)
                continue;
            if (x * y > 8u)
                break;
            sum += classify(x + y * i);
        }
    }
    uint down = i & 15u;
    do {
        sum ^= down;
        down >>= 1;
    } while (down != 0u);
    bool even = (sum & 1u) == 0u;
    uint picked = even ? sum : i;
    while (true) {
        picked -= 3u;
        if (picked < 100u || picked > 0x7fffffffu)
            break;
    }
    words[i] = picked + sum;
}
