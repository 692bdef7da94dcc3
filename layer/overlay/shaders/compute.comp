#version 450
#extension GL_GOOGLE_include_directive : require
// SPDX-License-Identifier: MIT
// Draws the triangles over a rectangle of the picture that was copied to a buffer. One workgroup a tile of
// 8 x 8 pixels; layer/overlay/tiles.h says how the scene's words are laid out.
layout(local_size_x = 8, local_size_y = 8) in;
layout(push_constant) uniform Push {
    ivec2 origin;     // of the rectangle, in pixels of the picture
    ivec2 size;       // of the rectangle
    uint triangles;   // where each part of the scene begins, in words
    uint commands;
    uint tiles;
    uint list;
} push;
layout(set = 0, binding = 0) readonly buffer Scene { uint scene[]; };
layout(set = 0, binding = 1) readonly buffer Texels { uint texels[]; };
layout(set = 0, binding = 2) buffer Pixels { uint pixels[]; };

// 0: R8G8B8A8; 1: B8G8R8A8; 2: A2B10G10R10; 3: A2R10G10B10; 4: R16G16B16A16 float (two words).
layout(constant_id = 1) const uint kFormat = 0;

#include "target.glsl"
#include "texture.glsl"

vec4 unpack10(uint w) {
    return vec4(vec3(w & 1023u, (w >> 10) & 1023u, (w >> 20) & 1023u) / 1023.0, float(w >> 30) / 3.0);
}

uint pack10(vec4 c) {
    uvec3 v = uvec3(round(clamp(c.rgb, 0.0, 1.0) * 1023.0));
    return v.r | v.g << 10 | v.b << 20 | uint(round(clamp(c.a, 0.0, 1.0) * 3.0)) << 30;
}

vec4 load(uint at) {
    vec4 c;
    if (kFormat == 4)
        return vec4(unpackHalf2x16(pixels[2 * at]), unpackHalf2x16(pixels[2 * at + 1]));
    c = kFormat < 2 ? unpackUnorm4x8(pixels[at]) : unpack10(pixels[at]);
    if (kFormat == 1 || kFormat == 3) c = c.bgra;
    // A format that encodes is blended in linear light, as its hardware would.
    if (kTransfer == 1) c.rgb = to_linear(c.rgb);
    return c;
}

void store(uint at, vec4 c) {
    if (kFormat == 4) {
        pixels[2 * at] = packHalf2x16(c.rg);
        pixels[2 * at + 1] = packHalf2x16(c.ba);
        return;
    }
    if (kTransfer == 1) c.rgb = to_srgb(c.rgb);
    if (kFormat == 1 || kFormat == 3) c = c.bgra;
    pixels[at] = kFormat < 2 ? packUnorm4x8(c) : pack10(c);
}

vec2 position(uint vertex) {
    return uintBitsToFloat(uvec2(scene[vertex * 5], scene[vertex * 5 + 1]));
}

// Twice the signed area of a, b, p. An edge that two triangles share gives both exactly opposite values,
// since its ends are always taken in the same order.
float area(vec2 a, vec2 b, vec2 p) {
    bool swapped = a.x > b.x || (a.x == b.x && a.y > b.y);
    vec2 from = swapped ? b : a, to = swapped ? a : b;
    precise float left = (to.x - from.x) * (p.y - from.y);
    precise float right = (to.y - from.y) * (p.x - from.x);
    precise float value = left - right;
    return swapped ? -value : value;
}

// The pixel's centre is inside the edge, or on it and the edge is an upper or left one.
bool is_inside(float value, vec2 a, vec2 b) {
    return value > 0.0 || (value == 0.0 && (b.y < a.y || (b.y == a.y && b.x > a.x)));
}

void main() {
    uint tile = push.tiles + gl_WorkGroupID.x * 3;
    uint place = scene[tile], first = scene[tile + 1], count = scene[tile + 2];
    ivec2 at = ivec2(place & 0xffffu, place >> 16) * 8 + ivec2(gl_LocalInvocationID.xy);
    ivec2 inside = at - push.origin;
    if (any(lessThan(inside, ivec2(0))) || any(greaterThanEqual(inside, push.size))) return;
    uint pixel = uint(inside.y * push.size.x + inside.x);
    vec4 result = load(pixel);
    vec2 p = vec2(at) + 0.5;
    bool drawn = false;
    for (uint i = 0; i < count; ++i) {
        uint triangle = push.triangles + scene[push.list + first + i] * 4;
        uvec3 v = uvec3(scene[triangle], scene[triangle + 1], scene[triangle + 2]);
        uint command = push.commands + scene[triangle + 3] * 7;
        if (at.x < int(scene[command]) || at.y < int(scene[command + 1]) || at.x >= int(scene[command + 2]) ||
            at.y >= int(scene[command + 3]))
            continue;
        vec2 a = position(v.x), b = position(v.y), c = position(v.z);
        float whole = area(a, b, c);
        if (whole == 0.0) continue;
        if (whole < 0.0) {
            v.yz = v.zy;
            vec2 other = b;
            b = c;
            c = other;
            whole = -whole;
        }
        float of_a = area(b, c, p), of_b = area(c, a, p), of_c = area(a, b, p);
        if (!is_inside(of_a, b, c) || !is_inside(of_b, c, a) || !is_inside(of_c, a, b)) continue;
        vec3 share = vec3(of_a, of_b, of_c) / whole;
        vec2 uv = vec2(0.0);
        vec4 colour = vec4(0.0);
        for (int k = 0; k < 3; ++k) {
            uint words = v[k] * 5;
            uv += share[k] * uintBitsToFloat(uvec2(scene[words + 2], scene[words + 3]));
            colour += share[k] * unpackUnorm4x8(scene[words + 4]);
        }
        colour *= sample_texture(scene[command + 4], ivec2(scene[command + 5], scene[command + 6]), uv);
        result.rgb = mix(result.rgb, to_target(colour.rgb), colour.a);
        result.a = colour.a + result.a * (1.0 - colour.a);
        drawn = true;
    }
    if (drawn) store(pixel, result);
}
