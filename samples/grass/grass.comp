// SPDX-License-Identifier: MIT
// Makes one blade of grass per invocation, culls it, and adds it to the draw of its level of detail.
#version 460
#extension GL_EXT_buffer_reference : require

layout(local_size_x = 16, local_size_y = 16) in;

struct Blade {
    vec4 pos_bend;             // where its root is; how far its tip leans
    vec4 size_pitch_animation; // height, width, angle around the up axis, phase of its sway
};

struct DrawCommand { // VkDrawIndirectCommand
    uint vertex_count;
    uint instance_count;
    uint first_vertex;
    uint first_instance;
};

layout(buffer_reference, std430, buffer_reference_align = 16) buffer Blades { Blade data[]; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer DrawCommands { DrawCommand command[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer VisibleList { uint index[]; };

layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Settings {
    mat4 view;             // world to view space, which looks along -z
    vec2 centre;           // of the meadow, x and z
    vec2 extent;           // its width and depth
    vec2 height;           // least, and how much noise adds
    vec2 width;            // least, and how much noise adds
    vec2 bend;             // least, and how much a hash adds
    float noise_cells;     // cells of noise across the meadow
    float wind_strength;   // how far wind shifts the noise, in uv
    vec2 wind_frequency;   // base, and how much time changes it
    vec2 side_plane;       // x and z of the right plane's normal in view space, pointing inwards
    vec2 top_plane;        // y and z of the top plane's
    float low_detail_from; // distance from the camera at which blades get less detail
    float cut_off;         // distance at which they are gone
    uvec2 blades;          // in a row, and rows
};

layout(push_constant) uniform PushConstants {
    Blades grass;
    DrawCommands draws;
    VisibleList visible_high; // the blades to draw with high detail
    VisibleList visible_low;  // and with low
    Settings settings;
    float time; // seconds
} pc;

const uint POSITION_SEED = 0x9e3779b9u;
const uint SHAPE_SEED = 0x85ebca6bu;
const float TWO_PI = 6.28318530718;

// The three-component PCG hash of Jarzynski and Olano, "Hash Functions for GPU Rendering", JCGT 9(3), 2020.
uvec3 pcg3d(uvec3 v) {
    v = v * 1664525u + 1013904223u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v ^= v >> 16u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    return v;
}

vec3 hash3(uvec3 v) {
    uvec3 bits = pcg3d(v);
    return vec3(bits >> 8u) * (1.0 / 16777216.0); // 24 bits are exact in a float
}

// Smooth noise in 0..1: a hash at the corners of a cell, blended.
float noise(vec2 p) {
    vec2 cell = floor(p);
    vec2 f = p - cell;
    vec2 s = f * f * (3.0 - 2.0 * f);
    uvec2 corner = uvec2(ivec2(cell));
    float a = hash3(uvec3(corner, SHAPE_SEED)).x;
    float b = hash3(uvec3(corner + uvec2(1u, 0u), SHAPE_SEED)).x;
    float c = hash3(uvec3(corner + uvec2(0u, 1u), SHAPE_SEED)).x;
    float d = hash3(uvec3(corner + uvec2(1u, 1u), SHAPE_SEED)).x;
    return mix(mix(a, b, s.x), mix(c, d, s.x), s.y);
}

void main() {
    uvec2 cell = gl_GlobalInvocationID.xy;
    if (any(greaterThanEqual(cell, pc.settings.blades))) {
        return;
    }
    uint index = cell.y * pc.settings.blades.x + cell.x;

    vec3 random = hash3(uvec3(cell, POSITION_SEED));
    vec2 uv = random.xy;
    vec2 ground = pc.settings.centre + (uv - 0.5) * pc.settings.extent;
    vec3 position = vec3(ground.x, 0.0, ground.y);

    float growth = noise(uv * pc.settings.noise_cells);
    float height = pc.settings.height.x + pc.settings.height.y * growth;
    float width = pc.settings.width.x + pc.settings.width.y * growth;

    vec3 shape = hash3(uvec3(cell, SHAPE_SEED));
    float bend = pc.settings.bend.x + pc.settings.bend.y * shape.x;
    float pitch = shape.y * TWO_PI;

    vec2 wind_uv = uv + pc.time * pc.settings.wind_strength;
    float frequency = pc.settings.wind_frequency.x + sin(pc.time) * pc.settings.wind_frequency.y;
    vec2 wave = wind_uv * frequency;
    float offset = hash3(uvec3(floatBitsToUint(uv), SHAPE_SEED)).x;
    float animation = wave.x + wave.y + offset;

    // Culling: a sphere around the blade against distance, one side plane and one top plane of the view.
    float radius = max(height, width);
    vec4 root = pc.settings.view * vec4(position, 1.0);
    vec3 centre = root.xyz;
    float camera_distance = length(centre);
    bool near_enough = camera_distance - radius < pc.settings.cut_off;
    float side = abs(centre.x) * pc.settings.side_plane.x + centre.z * pc.settings.side_plane.y;
    float top = abs(centre.y) * pc.settings.top_plane.x + centre.z * pc.settings.top_plane.y;
    bool in_view = min(side, top) > -radius;
    uint level = camera_distance < pc.settings.low_detail_from ? 0u : 1u;

    pc.grass.data[index].pos_bend = vec4(position, bend);
    pc.grass.data[index].size_pitch_animation = vec4(height, width, pitch, animation);
    if (near_enough && in_view) {
        uint place = atomicAdd(pc.draws.command[level].instance_count, 1u);
        if (level == 0u) {
            pc.visible_high.index[place] = index;
        } else {
            pc.visible_low.index[place] = index;
        }
    }
}
