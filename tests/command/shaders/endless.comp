#version 460
// Turns in a function until somebody writes to the last invocation's word.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) coherent volatile buffer Results { uint word[]; } results;

uint spin(uint last) {
    uint turns = 0u;
    do {
        turns = max(turns, 1u); //@turn
        turns = min(turns + 1u, 1000u);
    } while (results.word[last] == 0u);
    return turns;
}

void main() {
    uint i = gl_GlobalInvocationID.x; //@begin
    uint last = gl_NumWorkGroups.x * 64u - 1u;
    uint turns = spin(last); //@call
    results.word[i] = 3u * i + min(turns, 1u);
}
