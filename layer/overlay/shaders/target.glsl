// SPDX-License-Identifier: MIT
// From the panels' colours (sRGB-encoded, BT.709) to what the swapchain's format and colour space want.

// 0: sRGB-encoded as it is; 1: linear, since the format encodes; 2: extended linear, 1.0 = 80 cd/m2;
// 3: BT.2020 with the PQ curve.
layout(constant_id = 0) const uint kTransfer = 0;
// What the panels' white is in the last two, cd/m2 (ITU-R BT.2408's reference white).
const float kWhite = 203.0;

vec3 to_linear(vec3 c) {
    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), greaterThan(c, vec3(0.04045)));
}

vec3 to_srgb(vec3 c) {
    return mix(c * 12.92, 1.055 * pow(max(c, vec3(0.0)), vec3(1.0 / 2.4)) - 0.055, greaterThan(c, vec3(0.0031308)));
}

// SMPTE ST 2084, of cd/m2.
vec3 to_pq(vec3 nits) {
    vec3 p = pow(max(nits, vec3(0.0)) / 10000.0, vec3(0.1593017578125));
    return pow((0.8359375 + 18.8515625 * p) / (1.0 + 18.6875 * p), vec3(78.84375));
}

vec3 to_target(vec3 c) {
    if (kTransfer == 0) return c;
    vec3 linear = to_linear(c);
    if (kTransfer == 1) return linear;
    if (kTransfer == 2) return linear * (kWhite / 80.0);
    // BT.2087: from BT.709 to BT.2020 primaries.
    const mat3 wide = mat3(0.6274, 0.0691, 0.0164, 0.3293, 0.9195, 0.0880, 0.0433, 0.0114, 0.8956);
    return to_pq(wide * linear * kWhite);
}
