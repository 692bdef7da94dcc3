#version 450
// More values alive than there are registers.
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) buffer Floats { vec4 floats[]; };

#define TAKE(n) vec4 v##n = floats[i + n * 64u] * float(n + 1)
#define FOLD(a, b) v##a = v##a * v##b + v##b

void main() {
    uint i = gl_GlobalInvocationID.x;
    TAKE(0);
    TAKE(1);
    TAKE(2);
    TAKE(3);
    TAKE(4);
    TAKE(5);
    TAKE(6);
    TAKE(7);
    TAKE(8);
    TAKE(9);
    TAKE(10);
    TAKE(11);
    TAKE(12);
    TAKE(13);
    TAKE(14);
    TAKE(15);
    TAKE(16);
    TAKE(17);
    TAKE(18);
    TAKE(19);
    TAKE(20);
    TAKE(21);
    TAKE(22);
    TAKE(23);
    TAKE(24);
    TAKE(25);
    TAKE(26);
    TAKE(27);
    TAKE(28);
    TAKE(29);
    vec4 sum = vec4(0.0);
    for (uint k = 0u; k < 4u; k++) {
        FOLD(0, 29);
        FOLD(1, 28);
        FOLD(2, 27);
        FOLD(3, 26);
        FOLD(4, 25);
        FOLD(5, 24);
        FOLD(6, 23);
        FOLD(7, 22);
        FOLD(8, 21);
        FOLD(9, 20);
        FOLD(10, 19);
        FOLD(11, 18);
        FOLD(12, 17);
        FOLD(13, 16);
        FOLD(14, 15);
        sum += v0 + v1 + v2 + v3 + v4 + v5 + v6 + v7 + v8 + v9 + v10 + v11 + v12 + v13 + v14;
    }
    floats[i] = sum;
}
