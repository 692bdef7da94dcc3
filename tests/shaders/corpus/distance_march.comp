// SPDX-License-Identifier: MIT
// Marches rays through a distance field with a repeated box and a torus; the answer is the distance, a continuous function.
// groups: 2 2 1
// features: path-tracer struct nested-calls out-parameter return-in-loop break matrix inlined-twice
// input: float 1024
// output: float 1024
// tolerance: relative 5e-3
#version 460

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { float words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;

struct Ray {
    vec3 origin;
    vec3 direction;
};

struct March {
    float travelled;
    float nearest;
    int steps;
};

const int MOST_STEPS = 48;
const float CLOSE = 0.0005;
const float GONE = 20.0;

float box_distance(vec3 p, const vec3 size) {
    vec3 q = abs(p) - size;
    float outside = length(max(q, vec3(0.0)));
    float inside = min(max(q.x, max(q.y, q.z)), 0.0);
    return outside + inside;
}

float torus_distance(vec3 p, const vec2 radii) {
    vec2 ring = vec2(length(p.xz) - radii.x, p.y);
    return length(ring) - radii.y;
}

float smooth_min(float a, float b, const float width) {
    float h = clamp(0.5 + 0.5 * (b - a) / width, 0.0, 1.0);
    return mix(b, a, h) - width * h * (1.0 - h);
}

mat2 turn(float c, float s) {
    return mat2(c, s, -s, c);
}

float scene_distance(vec3 p) {
    vec3 turned = p - vec3(0.0, 0.5, 6.0);
    turned.xy = turn(0.8, 0.6) * turned.xy;
    float torus = torus_distance(turned, vec2(1.5, 0.4));
    vec3 placed = p - vec3(src.words[3] * 0.25, -0.5, 5.5);
    placed.xz = turn(0.6, 0.8) * placed.xz;
    float box = box_distance(placed, vec3(0.5, 0.7, 0.5));
    float both = smooth_min(torus, box, 0.3);
    float ground = p.y + 1.5;
    return min(both, ground);
}

bool march(const Ray ray, out March result) {
    result.travelled = 0.0;
    result.nearest = GONE;
    for (result.steps = 0; result.steps < MOST_STEPS; ++result.steps) {
        vec3 p = ray.origin + ray.direction * result.travelled;
        float distance = scene_distance(p);
        result.nearest = min(result.nearest, distance);
        if (distance < CLOSE) {
            return true;
        }
        result.travelled += distance;
        if (result.travelled > GONE) {
            result.travelled = GONE;
            break;
        }
    }
    return false;
}

vec3 slope(vec3 p) {
    const float e = 0.01;
    float here = scene_distance(p);
    float x = scene_distance(p + vec3(e, 0.0, 0.0)) - here;
    float y = scene_distance(p + vec3(0.0, e, 0.0)) - here;
    float z = scene_distance(p + vec3(0.0, 0.0, e)) - here;
    return vec3(x, y, z) / e;
}

void main() {
    uvec2 pixel = gl_GlobalInvocationID.xy;
    uint index = pixel.y * 16u + pixel.x;
    vec2 screen = (vec2(pixel) + 0.5) / 8.0 - 1.0;
    Ray ray;
    ray.origin = vec3(0.0, 0.3, 0.0);
    ray.direction = normalize(vec3(screen * 0.6, 1.0));
    March result;
    bool hit = march(ray, result);
    float shade = 0.0;
    if (hit && result.travelled < 10.0) {
        vec3 p = ray.origin + ray.direction * (result.travelled - 0.05);
        shade = scene_distance(p) * 4.0;
        vec3 s = slope(vec3(0.0, 0.5, 2.0) + ray.direction * 0.25);
        shade += s.x * 0.125 + s.y * 0.125 + s.z * 0.125;
    }
    dst.words[2u * index] = hit ? result.travelled : GONE;
    dst.words[2u * index + 1u] = hit ? shade : 0.0;
}
