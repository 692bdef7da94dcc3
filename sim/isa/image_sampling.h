// SPDX-License-Identifier: MIT
// Sampling of images: from coordinates, level of detail and sampler to four filtered components. The steps
// and their names are those of Vulkan 1.3, "Image Operations Steps". Coordinates get 8 fractional bits before
// linear filtering, and levels of detail too, as VkPhysicalDeviceLimits::subTexelPrecisionBits and
// mipmapPrecisionBits of RADV say of the hardware. Weights are then exact in f32; sums are f32.
#pragma once

#include "sim/isa/image_view.h"
#include "sim/isa/sampler_state.h"

#include <cstdint>

namespace wb::sim {

/// What one lane asks for. Coordinates are normalised unless `unnormalized`; cube maps: s and t in 0..1.
struct SamplePoint {
    float coordinate[3] = {};
    uint32_t slice = 0;             ///< Layer, or for cubes layer * 6 + face.
    int32_t offset[3] = {};         ///< Texels.
    float reference = 0;            ///< For comparisons.
    float ddx[3] = {}, ddy[3] = {}; ///< Derivatives, of the anisotropic footprint only.
};

/// One instruction's image and sampler.
struct ImageSampler {
    GpuMemory& memory;
    const ImageView& view;
    SamplerState state;
    unsigned axes = 2; ///< That are filtered: 1, 2 or 3.
    bool cube = false, compare = false, unnormalized = false;
    uint32_t border[4] = {};      ///< As a texel, before channel selection.
    bool* non_resident = nullptr; ///< Not null: set when a texel is read that has no memory.

    /// Level of detail of the derivatives: log2 of the footprint's size in texels of the base level. With an
    /// anisotropic sampler the footprint's length is divided among `probes` along its longer axis, that axis
    /// in texture coordinates is `along`.
    struct Footprint {
        float lod = 0;
        unsigned probes = 1;
        float along[3] = {};
    };
    Footprint footprint(const SamplePoint& point) const;
    /// Clamps a biased level of detail to the sampler's, the image view's and the instruction's range.
    float clamp_lod(float lod, float instruction_min_lod) const;

    /// Samples at a clamped level of detail. `out` has the channels in memory order.
    void sample(const SamplePoint& point, float lod, uint32_t out[4]) const;
    /// The same averaged over the footprint's probes.
    void sample_footprint(const SamplePoint& point, const Footprint& footprint, float lod,
                          uint32_t out[4]) const;
    /// Component `channel` (a destination channel) of the four texels of linear filtering, in gather order.
    void gather(const SamplePoint& point, float lod, unsigned channel, uint32_t out[4]) const;

private:
    struct Axis {
        int64_t texel;
        float weight; ///< Of texel + 1.
    };
    Axis locate(const SamplePoint& point, unsigned axis, unsigned level, bool linear) const;
    uint32_t size(unsigned axis, unsigned level) const;
    unsigned nearest_level(float lod) const;
    void sample_level(const SamplePoint& point, unsigned level, bool linear, uint32_t out[4]) const;
    void fetch(unsigned level, uint32_t x, uint32_t y, uint32_t slice, uint32_t out[4]) const;
    void texel(const SamplePoint& point, unsigned level, const int64_t at[3], uint32_t out[4]) const;
    bool cube_corner(const SamplePoint& point, unsigned level, const int64_t at[3], uint32_t out[4]) const;
    void compare_texel(const SamplePoint& point, uint32_t out[4]) const;
};

} // namespace wb::sim
