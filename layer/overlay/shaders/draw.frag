#version 450
#extension GL_GOOGLE_include_directive : require
// SPDX-License-Identifier: MIT
layout(push_constant) uniform Push { vec2 to_clip; uint first_texel; uint width; uint height; } push;
layout(set = 0, binding = 1) readonly buffer Texels { uint texels[]; };
layout(location = 0) in vec2 uv;
layout(location = 1) in vec4 colour;
layout(location = 0) out vec4 result;

#include "target.glsl"
#include "texture.glsl"

void main() {
    vec4 c = colour * sample_texture(push.first_texel, ivec2(push.width, push.height), uv);
    result = vec4(to_target(c.rgb), c.a);
}
