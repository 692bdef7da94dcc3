// SPDX-License-Identifier: MIT
#version 460
#extension GL_EXT_ray_query : require
#extension GL_EXT_ray_flags_primitive_culling : require
// One ray query per invocation. A candidate triangle is confirmed unless ray_scene.cpp's rule refuses it; a candidate
// box is entered at its near side, or left at its far side by a ray that starts inside. With `count_only` nothing is
// confirmed.
layout(local_size_x = 64) in;

struct Ray {
    vec3 origin;
    float t_min;
    vec3 direction;
    float t_max;
    uint flags, mask, count_only, unused;
};
struct Hit {
    uint kind, instance, custom, geometry, primitive, front;
    float t, barycentric_x, barycentric_y;
    uint sbt, candidates, checksum;
    vec3 object_direction;
    float translation;
};
layout(binding = 0) readonly buffer Rays {
    Ray rays[];
};
layout(binding = 1) writeonly buffer Hits {
    Hit hits[];
};
layout(binding = 2) readonly buffer Boxes {
    float boxes[];
};
layout(binding = 3) uniform accelerationStructureEXT scene;
layout(push_constant) uniform Constants {
    uint ray_count, boxes_per_geometry;
};

bool box_distance(rayQueryEXT query, float t_min, float t_now, out float t) {
    uint box = uint(rayQueryGetIntersectionGeometryIndexEXT(query, false)) * boxes_per_geometry +
               uint(rayQueryGetIntersectionPrimitiveIndexEXT(query, false));
    vec3 low = vec3(boxes[box * 6], boxes[box * 6 + 1], boxes[box * 6 + 2]);
    vec3 high = vec3(boxes[box * 6 + 3], boxes[box * 6 + 4], boxes[box * 6 + 5]);
    vec3 origin = rayQueryGetIntersectionObjectRayOriginEXT(query, false);
    vec3 inverse = 1 / rayQueryGetIntersectionObjectRayDirectionEXT(query, false);
    vec3 a = (low - origin) * inverse, b = (high - origin) * inverse;
    vec3 near = min(a, b), far = max(a, b);
    float enter = max(near.x, max(near.y, near.z)), leave = min(far.x, min(far.y, far.z));
    t = enter >= t_min ? enter : leave;
    return enter <= leave && t >= t_min && t <= t_now;
}

void main() {
    uint at = gl_GlobalInvocationID.x;
    if (at >= ray_count) return;
    Ray ray = rays[at];
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, ray.flags, ray.mask, ray.origin, ray.t_min, ray.direction, ray.t_max);
    Hit hit = Hit(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, vec3(0), 0);
    while (rayQueryProceedEXT(query)) {
        uint instance = uint(rayQueryGetIntersectionInstanceIdEXT(query, false));
        uint geometry = uint(rayQueryGetIntersectionGeometryIndexEXT(query, false));
        uint primitive = uint(rayQueryGetIntersectionPrimitiveIndexEXT(query, false));
        bool triangle =
            rayQueryGetIntersectionTypeEXT(query, false) == gl_RayQueryCandidateIntersectionTriangleEXT;
        float t_now = rayQueryGetIntersectionTypeEXT(query, true) == gl_RayQueryCommittedIntersectionNoneEXT
                          ? ray.t_max
                          : rayQueryGetIntersectionTEXT(query, true);
        float t;
        bool hits_it = triangle || box_distance(query, ray.t_min, t_now, t);
        if (hits_it) {
            hit.candidates++;
            hit.checksum ^= ((instance * 4 + geometry) * 4096 + primitive) * 0x9e3779b1u;
        }
        if (ray.count_only != 0 || !hits_it) continue;
        if (!triangle)
            rayQueryGenerateIntersectionEXT(query, t);
        else if ((primitive + instance + at) % 3 != 0)
            rayQueryConfirmIntersectionEXT(query);
    }
    hit.kind = rayQueryGetIntersectionTypeEXT(query, true);
    if (hit.kind != gl_RayQueryCommittedIntersectionNoneEXT) {
        hit.instance = uint(rayQueryGetIntersectionInstanceIdEXT(query, true));
        hit.custom = uint(rayQueryGetIntersectionInstanceCustomIndexEXT(query, true));
        hit.geometry = uint(rayQueryGetIntersectionGeometryIndexEXT(query, true));
        hit.primitive = uint(rayQueryGetIntersectionPrimitiveIndexEXT(query, true));
        hit.t = rayQueryGetIntersectionTEXT(query, true);
        hit.sbt = rayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetEXT(query, true);
        hit.object_direction = rayQueryGetIntersectionObjectRayDirectionEXT(query, true);
        hit.translation = rayQueryGetIntersectionObjectToWorldEXT(query, true)[3].x;
    }
    if (hit.kind == gl_RayQueryCommittedIntersectionTriangleEXT) {
        hit.front = rayQueryGetIntersectionFrontFaceEXT(query, true) ? 1 : 0;
        vec2 barycentrics = rayQueryGetIntersectionBarycentricsEXT(query, true);
        hit.barycentric_x = barycentrics.x;
        hit.barycentric_y = barycentrics.y;
    }
    hits[at] = hit;
}
