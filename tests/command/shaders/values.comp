#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
// Stores each of its variables, so that what the debugger shows can be compared with what the shader had.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Results { uint word[]; } results;

struct Inner { ivec2 place; bool found; };
struct Outer { float weight; Inner inner; uint tags[3]; };

shared uint together[64];
const uint kWords = 40u;

uint at(uint i, uint n) { return i * kWords + n; }

float mix_up(float a, in vec2 b, out float rest) {
    float product = a * b.x;
    rest = product + b.y; //@in-function
    return rest * 0.5;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    int negative = -int(i) - 5;
    float fraction = float(i) * 0.25 + 0.125;
    bool odd = (i & 1u) != 0u;
    vec3 direction = vec3(fraction, -fraction, fraction * 2.0);
    ivec2 pair = ivec2(negative, int(i) * 3);
    bvec2 flags = bvec2(odd, i > 10u);
    mat2 turn = mat2(1.0, fraction, -fraction, 4.0);
    double precise_one = double(fraction) * 3.0;
    uint64_t wide = uint64_t(i) << 33;
    float16_t half_one = float16_t(fraction);
    uint16_t narrow = uint16_t(i * 7u);
    uint8_t tiny = uint8_t(i + 200u);
    Outer outer;
    outer.weight = fraction + 1.0;
    outer.inner.place = pair + 1;
    outer.inner.found = !odd;
    for (uint n = 0u; n < 3u; ++n)
        outer.tags[n] = i * 10u + n;
    float list[4];
    for (uint n = 0u; n < 4u; ++n)
        list[n] = fraction * float(n);
    uint chosen = uint(list[i & 3u] * 16.0);
    together[gl_LocalInvocationID.x] = i + 1000u;
    barrier();
    float rest;
    float mixed = mix_up(fraction, vec2(2.0, 3.0), rest);
    results.word[at(i, 0u)] = i; //@values
    results.word[at(i, 1u)] = uint(negative);
    results.word[at(i, 2u)] = floatBitsToUint(fraction);
    results.word[at(i, 3u)] = uint(odd);
    for (uint n = 0u; n < 3u; ++n)
        results.word[at(i, 4u + n)] = floatBitsToUint(direction[n]);
    results.word[at(i, 7u)] = uint(pair.x);
    results.word[at(i, 8u)] = uint(pair.y);
    results.word[at(i, 9u)] = uint(flags.x);
    results.word[at(i, 10u)] = uint(flags.y);
    for (uint n = 0u; n < 4u; ++n)
        results.word[at(i, 11u + n)] = floatBitsToUint(turn[n / 2u][n & 1u]);
    results.word[at(i, 15u)] = floatBitsToUint(float(precise_one));
    results.word[at(i, 16u)] = uint(wide >> 32);
    results.word[at(i, 17u)] = floatBitsToUint(float(half_one));
    results.word[at(i, 18u)] = uint(narrow);
    results.word[at(i, 19u)] = uint(tiny);
    results.word[at(i, 20u)] = floatBitsToUint(outer.weight);
    results.word[at(i, 21u)] = uint(outer.inner.place.x);
    results.word[at(i, 22u)] = uint(outer.inner.place.y);
    results.word[at(i, 23u)] = uint(outer.inner.found);
    for (uint n = 0u; n < 3u; ++n)
        results.word[at(i, 24u + n)] = outer.tags[n];
    for (uint n = 0u; n < 4u; ++n)
        results.word[at(i, 27u + n)] = floatBitsToUint(list[n]);
    results.word[at(i, 31u)] = chosen;
    results.word[at(i, 32u)] = together[63u - gl_LocalInvocationID.x];
    results.word[at(i, 33u)] = floatBitsToUint(rest);
    results.word[at(i, 34u)] = floatBitsToUint(mixed);
}
