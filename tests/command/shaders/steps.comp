#version 460
// Nested functions, a barrier, a loop and a divergent branch to step through.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Results { uint word[]; } results;
shared uint together[64];

uint inner(uint x) {
    uint tripled = x * 3u; //@inner
    return tripled + 1u;
}

uint middle(uint x) {
    uint first = inner(x); //@middle
    uint second = inner(first);
    return first + second;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint sum = middle(i); //@call
    together[i & 63u] = sum; //@store
    barrier();
    uint other = together[(i + 1u) & 63u]; //@after
    if ((i & 1u) == 0u)
        other += 100u; //@even
    else
        other += 200u; //@odd
    for (uint n = 0u; n < 3u; ++n)
        sum += other; //@body
    results.word[i] = sum; //@end
}
