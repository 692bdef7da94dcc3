#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
// 64-, 16- and 8-bit values, booleans, vectors of all kinds, a pointer to a buffer.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Numbers { uint number[]; };
layout(push_constant) uniform Push { Numbers numbers; uint scale; } push;

uint fold(const in uvec2 pair, bool flip) {
    bvec2 above = greaterThan(pair, uvec2(7u));
    bool either = any(above) != flip;
    return either ? pair.x + pair.y : pair.x * pair.y;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    int64_t wide = int64_t(i) * 5000000000l;
    double real = double(i) * 0.125;
    float16_t half_one = float16_t(i) * 0.5hf;
    f16vec2 halves = f16vec2(half_one, half_one + 1.0hf);
    int16_t small = int16_t(i) - 7s;
    uint8_t tiny = uint8_t(i & 255u);
    uint64_t high = uint64_t(wide) >> 32;
    vec4 v = vec4(float(i), 1.0, -2.0, 0.5);
    v.y = v.x * 3.0;
    ivec3 iv = ivec3(v.xyz);
    bool big = i > 31u;
    Numbers data = push.numbers;
    uint loaded = data.number[i];
    halves.x += float16_t(small);
    real += double(loaded);
    uint result = fold(uvec2(i, loaded), big);
    result += uint(high) + uint(real) + uint(halves.x + halves.y) + uint(tiny) + uint(iv.x + iv.y + iv.z);
    words[i] = result * push.scale;
}
