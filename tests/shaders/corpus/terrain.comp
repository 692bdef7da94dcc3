// SPDX-License-Identifier: MIT
// Gradient noise in octaves over a lattice of hashed slopes, carved by a river: heights, slopes and water of a landscape.
// groups: 2 2 1
// features: nested-calls inlined-twice struct nested-struct bvec divergent-if out-parameter by-value inout-parameter
// input: float 1024
// output: float 1024
// tolerance: relative 1e-3
#version 460

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { float words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;

const uint OCTAVES = 4u;
const float SEA_LEVEL = -0.25;

struct Slope {
    vec2 direction;
    uint hash;
};

struct Cell {
    Slope corners[4];
    vec2 inside;
};

struct Ground {
    float height;
    float water;
    bvec2 flags; // under water, in the river
};

uint hash_of(ivec2 at, uint octave) {
    uint x = uint(at.x) * 0x9e3779b1u ^ uint(at.y) * 0x85ebca77u ^ octave * 0xc2b2ae3du;
    x ^= x >> 15u;
    x *= 0x2c1b3c6du;
    x ^= x >> 12u;
    x *= 0x297a2d39u;
    x ^= x >> 15u;
    return x;
}

Slope slope_at(ivec2 at, uint octave) {
    Slope slope;
    slope.hash = hash_of(at, octave);
    switch (slope.hash >> 29u) {
    case 0u:
        slope.direction = vec2(1.0, 0.0);
        break;
    case 1u:
        slope.direction = vec2(-1.0, 0.0);
        break;
    case 2u:
        slope.direction = vec2(0.0, 1.0);
        break;
    case 3u:
        slope.direction = vec2(0.0, -1.0);
        break;
    default:
        slope.direction = vec2(slope.hash >> 28u & 1u, slope.hash >> 27u & 1u) * 1.5 - 0.75;
    }
    return slope;
}

Cell cell_of(vec2 p, uint octave) {
    Cell cell;
    vec2 whole = floor(p);
    cell.inside = p - whole;
    for (int k = 0; k < 4; ++k) {
        ivec2 corner = ivec2(whole) + ivec2(k & 1, k >> 1);
        cell.corners[k] = slope_at(corner, octave);
    }
    return cell;
}

float part(const Cell cell, const int corner) {
    vec2 from = cell.inside - vec2(corner & 1, corner >> 1);
    return dot(cell.corners[corner].direction, from);
}

vec2 fade(vec2 t) {
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

float gradient_noise(vec2 p, uint octave) {
    Cell cell = cell_of(p, octave);
    vec2 weight = fade(cell.inside);
    float low = mix(part(cell, 0), part(cell, 1), weight.x);
    float high = mix(part(cell, 2), part(cell, 3), weight.x);
    return mix(low, high, weight.y);
}

float height_at(vec2 p) {
    float sum = 0.0;
    float amplitude = 1.0;
    for (uint octave = 0u; octave < OCTAVES; ++octave) {
        sum += gradient_noise(p, octave) * amplitude;
        p = p * 2.0 + 17.25;
        amplitude *= 0.5;
    }
    return sum;
}

void carve(inout Ground ground, vec2 p, out float depth) {
    float middle = gradient_noise(vec2(p.y * 0.5, 3.5), 9u) * 2.0 + 2.0;
    float away = abs(p.x - middle);
    depth = max(0.75 - away, 0.0);
    ground.flags.y = depth > 0.0;
    ground.height -= depth * 0.5;
}

Ground survey(vec2 p) {
    Ground ground;
    ground.height = height_at(p);
    ground.flags = bvec2(false);
    float depth;
    carve(ground, p, depth);
    ground.flags.x = ground.height < SEA_LEVEL;
    ground.water = depth * 0.25;
    if (any(ground.flags)) {
        ground.water += max(SEA_LEVEL - ground.height, 0.0);
    }
    return ground;
}

void main() {
    uvec2 at = gl_GlobalInvocationID.xy;
    uint index = at.y * 16u + at.x;
    vec2 p = vec2(at) * 0.3125 + vec2(src.words[0], src.words[1]) * 0.015625;
    Ground here = survey(p);
    Ground east = survey(p + vec2(0.25, 0.0));
    float steep = (east.height - here.height) * 4.0;
    dst.words[4u * index] = here.height;
    dst.words[4u * index + 1u] = here.water;
    dst.words[4u * index + 2u] = steep;
    dst.words[4u * index + 3u] = clamp(here.water * 64.0, 0.0, 1.0);
}
