// SPDX-License-Identifier: MIT
#version 460
#extension GL_EXT_ray_tracing : require
// Of triangles and of boxes: the hit kind tells which.
struct Hit {
    uint kind, instance, custom, geometry, primitive, front;
    float t, barycentric_x, barycentric_y;
    uint sbt, candidates, checksum;
    vec3 object_direction;
    float translation;
};
layout(location = 0) rayPayloadInEXT Hit payload;
hitAttributeEXT vec2 barycentrics;

void main() {
    bool triangle = gl_HitKindEXT >= gl_HitKindFrontFacingTriangleEXT;
    payload.kind = triangle ? 1 : 2;
    payload.instance = gl_InstanceID;
    payload.custom = gl_InstanceCustomIndexEXT;
    payload.geometry = gl_GeometryIndexEXT;
    payload.primitive = gl_PrimitiveID;
    payload.t = gl_HitTEXT;
    payload.object_direction = gl_ObjectRayDirectionEXT;
    payload.translation = gl_ObjectToWorldEXT[3].x;
    if (triangle) {
        payload.front = gl_HitKindEXT == gl_HitKindFrontFacingTriangleEXT ? 1 : 0;
        payload.barycentric_x = barycentrics.x;
        payload.barycentric_y = barycentrics.y;
    }
}
