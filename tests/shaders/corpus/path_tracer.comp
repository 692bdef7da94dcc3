// SPDX-License-Identifier: MIT
// A path tracer of spheres over a plane: random walks of rays with early ends, in integers where they choose and floats where they
// measure. Each pixel's sum is coarse, so that drivers' rounding rarely shows; the walks have a fixed number of steps.
// groups: 2 2 1
// features: path-tracer struct nested-struct out-parameter inout-parameter nested-calls return-in-loop bool continue private-global
// input: float 1024
// output: float 1024
// tolerance: relative 2e-2
#version 460

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { float words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;

const float FAR = 1000.0;
const uint SPHERES = 5u;

struct Ray {
    vec3 origin;
    vec3 direction;
};

struct Material {
    vec3 color;
    float light;
};

struct Hit {
    float distance;
    vec3 normal;
    Material material;
};

struct Sphere {
    vec3 centre;
    float radius;
};

uint state;
uint bounces;

float random() {
    state = state * 747796405u + 2891336453u;
    uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return float((word >> 22u ^ word) >> 8u) / 16777216.0;
}

Sphere sphere_at(uint index) {
    float x = float(index) * 2.0 - 4.0;
    return Sphere(vec3(x, 0.5 + src.words[index] * 0.0625, 6.0), 0.9);
}

bool intersect_sphere(const Ray ray, const Sphere sphere, out float distance) {
    vec3 to = sphere.centre - ray.origin;
    float along = dot(to, ray.direction);
    float missed = dot(to, to) - along * along;
    float rest = sphere.radius * sphere.radius - missed;
    distance = FAR;
    if (rest < 0.0) {
        return false;
    }
    float half_chord = sqrt(rest);
    distance = along - half_chord;
    if (distance < 0.01) {
        distance = along + half_chord;
    }
    return distance > 0.01;
}

bool intersect_floor(const Ray ray, out float distance) {
    distance = FAR;
    if (ray.direction.y > -0.001) {
        return false;
    }
    distance = -(ray.origin.y + 1.0) / ray.direction.y;
    return true;
}

Material material_of(uint index) {
    switch (index) {
    case 1u:
        return Material(vec3(0.9, 0.3, 0.3), 0.0);
    case 3u:
        return Material(vec3(1.0), 2.0);
    default:
        return Material(vec3(0.4, 0.6, 0.8), 0.0);
    }
}

bool nearest(const Ray ray, inout Hit hit) {
    bool found = false;
    for (uint index = 0u; index < SPHERES; ++index) {
        float distance;
        Sphere sphere = sphere_at(index);
        if (!intersect_sphere(ray, sphere, distance)) {
            continue;
        }
        if (distance < hit.distance) {
            hit.distance = distance;
            vec3 point = ray.origin + ray.direction * distance;
            hit.normal = (point - sphere.centre) / sphere.radius;
            hit.material = material_of(index);
            found = true;
        }
    }
    float ground;
    if (intersect_floor(ray, ground) && ground < hit.distance) {
        hit.distance = ground;
        hit.normal = vec3(0.0, 1.0, 0.0);
        hit.material = Material(vec3(0.5), 0.0);
        found = true;
    }
    return found;
}

float trace(Ray ray) {
    float throughput = 1.0;
    float sum = 0.0;
    for (uint depth = 0u; depth < 2u; ++depth) {
        Hit hit;
        hit.distance = FAR;
        if (!nearest(ray, hit)) {
            return sum + throughput * 0.25;
        }
        ++bounces;
        sum += throughput * hit.material.light;
        throughput *= hit.material.color.x * 0.5;
        vec3 point = ray.origin + ray.direction * hit.distance;
        vec3 scatter = vec3(random(), random(), random()) - 0.5;
        vec3 direction = normalize(hit.normal + scatter);
        ray = Ray(point + hit.normal * 0.02, direction);
    }
    return sum;
}

void main() {
    uvec2 pixel = gl_GlobalInvocationID.xy;
    uint index = pixel.y * 16u + pixel.x;
    state = index * 9781u + 1u;
    bounces = 0u;
    vec2 screen = (vec2(pixel) + 0.5) / 8.0 - 1.0;
    float sum = 0.0;
    for (uint k = 0u; k < 4u; ++k) {
        vec2 jitter = (vec2(random(), random()) - 0.5) / 16.0;
        Ray ray = Ray(vec3(0.0, 0.5, -4.0), normalize(vec3(screen + jitter, 1.5)));
        sum += trace(ray);
    }
    dst.words[index] = sum * 0.25;
}
