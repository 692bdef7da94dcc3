// SPDX-License-Identifier: MIT
// Particles that fall and bounce: a struct with a struct in it, passed in and out. Exact: no operation is contracted.
// groups: 4 1 1
// features: struct nested-struct inout-parameter out-parameter
// input: float 1024
// output: float 1024
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { float words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;

struct Motion {
    vec3 position;
    vec3 velocity;
};

struct Particle {
    Motion motion;
    float energy;
    uint bounces;
};

void fall(inout Motion motion, float seconds) {
    precise vec3 velocity = motion.velocity;
    velocity.y = velocity.y - 9.75 * seconds;
    precise vec3 position = motion.position;
    position = position + velocity * seconds;
    motion.position = position;
    motion.velocity = velocity;
}

void bounce(inout Particle particle, out bool hit) {
    hit = particle.motion.position.y < -4.0;
    if (hit) {
        particle.motion.position.y = -8.0 - particle.motion.position.y;
        particle.motion.velocity.y = abs(particle.motion.velocity.y) * 0.5;
        ++particle.bounces;
    }
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    Particle particle;
    particle.motion.position = vec3(src.words[3u * i], src.words[3u * i + 1u], src.words[3u * i + 2u]);
    particle.motion.velocity = vec3(0.25, src.words[i + 7u], -0.5);
    particle.energy = 0.0;
    particle.bounces = 0u;
    float last_hit = -1.0;
    for (int step = 0; step < 40; ++step) {
        fall(particle.motion, 0.0625);
        bool hit;
        bounce(particle, hit);
        if (hit) {
            last_hit = float(step);
        }
    }
    particle.energy = particle.motion.velocity.y * particle.motion.velocity.y;
    dst.words[4u * i] = particle.motion.position.y;
    dst.words[4u * i + 1u] = particle.energy;
    dst.words[4u * i + 2u] = float(particle.bounces);
    dst.words[4u * i + 3u] = last_hit;
}
