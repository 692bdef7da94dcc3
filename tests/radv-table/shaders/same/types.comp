#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#include "interface.glsl"
// 64-bit integers and doubles, matrices, structs, booleans.
struct Body {
    vec3 position;
    double mass;
    uvec2 tag;
    bool alive[3];
};

Body make(uint v)
{
    Body b;
    b.position = vec3((v & 255) + 1, ((v >> 8) & 255) + 1, ((v >> 16) & 255) + 1); // no zeros: their sign is free
    b.mass = double(v >> 3) * 0.125;
    b.tag = uvec2(v ^ 0x5a5a5a5au, v * 3);
    b.alive[0] = (v & 1) != 0;
    b.alive[1] = v > 0x80000000u;
    b.alive[2] = b.alive[0] != b.alive[1];
    return b;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    Body bodies[3] = {make(source[i]), make(source[i] * 7u), make(~source[i])};
    mat3 turn = mat3(0, 1, 0, -1, 0, 0, 0, 0, 1);
    bodies[1].position = turn * bodies[1].position;
    uint64_t wide = uint64_t(source[i]) * 0x123456789ul + bodies[2].tag.x;
    int64_t signed_wide = int64_t(wide) >> 7;
    bvec3 some = greaterThan(bodies[0].position, bodies[1].position);
    uint mask = (some.x ? 1 : 0) | (some.y ? 2 : 0) | (bodies[source[i] % 3].alive[2] ? 4 : 0);
    result[i * 4] = uint(wide >> 32) ^ uint(signed_wide);
    result[i * 4 + 1] = uint(bodies[source[i] % 3].mass) + mask;
    result[i * 4 + 2] = floatBitsToUint(bodies[1].position.x);
    result[i * 4 + 3] = bodies[(source[i] >> 4) % 3].tag.y;
}
