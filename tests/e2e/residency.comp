// SPDX-License-Identifier: MIT
#version 460
#extension GL_ARB_sparse_texture2 : require
// Each invocation reads around one place of a sparse image in six ways, and says of each whether all texels had memory. A
// place is in quarters of a texel of level 0.
layout(local_size_x = 64) in;

layout(binding = 0) uniform sampler2D nearest;
layout(binding = 1) uniform sampler2D filtered;
layout(binding = 2, r32f) readonly uniform image2D stored;
layout(binding = 3) readonly buffer Places {
    uvec2 places[];
};
struct Seen {
    float fetch, load, nearest, linear, levels, gather;
    uint resident, unused;
};
layout(binding = 4) writeonly buffer Results {
    Seen results[];
};

void main() {
    uint i = gl_GlobalInvocationID.x;
    ivec2 texel = ivec2(places[i] / 4);
    vec2 at = vec2(places[i]) / 4 / vec2(imageSize(stored));
    vec4 fetch, load, near, linear, levels, gather;
    uint resident = 0;
    resident |= sparseTexelsResidentARB(sparseTexelFetchARB(nearest, texel, 0, fetch)) ? 1 : 0;
    resident |= sparseTexelsResidentARB(sparseImageLoadARB(stored, texel, load)) ? 2 : 0;
    resident |= sparseTexelsResidentARB(sparseTextureLodARB(nearest, at, 0, near)) ? 4 : 0;
    resident |= sparseTexelsResidentARB(sparseTextureLodARB(filtered, at, 0, linear)) ? 8 : 0;
    resident |= sparseTexelsResidentARB(sparseTextureLodARB(filtered, at, 0.5, levels)) ? 16 : 0;
    resident |= sparseTexelsResidentARB(sparseTextureGatherARB(nearest, at, gather)) ? 32 : 0;
    results[i] = Seen(fetch.x, load.x, near.x, linear.x, levels.x, dot(gather, vec4(1, 2, 4, 8)), resident, 0);
}
