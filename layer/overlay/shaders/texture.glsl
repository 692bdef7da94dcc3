// SPDX-License-Identifier: MIT
// Textures are rows of RGBA8 words in one buffer, so that both paths read them alike and no image is needed.
// The including shader has `uint texels[]`.

vec4 texel(uint first, ivec2 size, ivec2 at) {
    at = clamp(at, ivec2(0), size - 1);
    return unpackUnorm4x8(texels[first + uint(at.y * size.x + at.x)]);
}

// Linear filter, clamped at the edges.
vec4 sample_texture(uint first, ivec2 size, vec2 uv) {
    vec2 at = clamp(uv, vec2(-1.0), vec2(2.0)) * vec2(size) - 0.5;
    ivec2 low = ivec2(floor(at));
    vec2 part = at - vec2(low);
    vec4 upper = mix(texel(first, size, low), texel(first, size, low + ivec2(1, 0)), part.x);
    vec4 lower = mix(texel(first, size, low + ivec2(0, 1)), texel(first, size, low + ivec2(1, 1)), part.x);
    return mix(upper, lower, part.y);
}
