// SPDX-License-Identifier: MIT
// Sampler descriptors (S#). Field positions: Mesa 25.0.7's gfx11-rsrc.json and its ac_descriptors.c.
#pragma once

#include <cstdint>

namespace wb::sim {

/// SQ_TEX_*: addressing of one axis. The half-border modes are OpenGL's, and not modelled.
enum class Wrap : uint8_t {
    Repeat,
    Mirror,
    ClampEdge,
    MirrorOnceEdge,
    ClampHalfBorder,
    MirrorOnceHalfBorder,
    ClampBorder,
    MirrorOnceBorder,
};
enum class MipFilter : uint8_t { None, Nearest, Linear };
enum class Reduction : uint8_t { Average, Min, Max };
enum class BorderColor : uint8_t { TransparentBlack, OpaqueBlack, OpaqueWhite, Register };
/// SQ_TEX_DEPTH_COMPARE_*: reference OP texel.
enum class Compare : uint8_t { Never, Less, Equal, LessEqual, Greater, NotEqual, GreaterEqual, Always };

struct SamplerState {
    Wrap wrap[3] = {};
    uint8_t most_probes = 1; ///< 1: not anisotropic.
    Compare compare = Compare::Never;
    bool unnormalized = false, cube_wrap = true;
    bool mag_linear = false, min_linear = false;
    MipFilter mip_filter = MipFilter::None;
    Reduction reduction = Reduction::Average;
    float min_lod = 0, max_lod = 0, lod_bias = 0;
    BorderColor border = BorderColor::TransparentBlack;
    uint16_t border_index = 0; ///< Into the table of border colours.

    static SamplerState decode(const uint32_t words[4]) {
        SamplerState out;
        constexpr float kLodUnit = 1.0f / 256;
        for (unsigned i = 0; i < 3; ++i)
            out.wrap[i] = Wrap(words[0] >> 3 * i & 7);
        out.most_probes = uint8_t(1u << (words[0] >> 9 & 7));
        out.compare = Compare(words[0] >> 12 & 7);
        out.unnormalized = words[0] >> 15 & 1;
        out.cube_wrap = !(words[0] >> 28 & 1);
        out.reduction = Reduction(words[0] >> 29 & 3);
        out.min_lod = float(words[1] & 0xfff) * kLodUnit;
        out.max_lod = float(words[1] >> 12 & 0xfff) * kLodUnit;
        out.lod_bias = float(int32_t(words[2] << 18) >> 18) * kLodUnit;
        const unsigned mag = words[2] >> 20 & 3, min = words[2] >> 22 & 3; // Bit 1: anisotropic.
        out.mag_linear = mag & 1;
        out.min_linear = min & 1;
        if (!(min & 2)) out.most_probes = 1;
        out.mip_filter = MipFilter(words[2] >> 26 & 3);
        out.border_index = words[3] >> 18 & 0xfff;
        out.border = BorderColor(words[3] >> 30);
        return out;
    }
};

} // namespace wb::sim
