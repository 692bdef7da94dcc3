// SPDX-License-Identifier: MIT
#version 460
#extension GL_EXT_ray_tracing : require
struct Hit {
    uint kind, instance, custom, geometry, primitive, front;
    float t, barycentric_x, barycentric_y;
    uint sbt, candidates, checksum;
    vec3 object_direction;
    float translation;
};
layout(location = 0) rayPayloadInEXT Hit payload;

void main() { payload.kind = 0; }
