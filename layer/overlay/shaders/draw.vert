#version 450
// SPDX-License-Identifier: MIT
layout(push_constant) uniform Push { vec2 to_clip; uint first_texel; uint width; uint height; } push;
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec4 colour;
layout(location = 0) out vec2 out_uv;
layout(location = 1) out vec4 out_colour;

void main() {
    gl_Position = vec4(position * push.to_clip - 1.0, 0.0, 1.0);
    out_uv = uv;
    out_colour = colour;
}
