// SPDX-License-Identifier: MIT
// Blits on a queue with graphics, and a model of them.
#pragma once

#include "tests/e2e/image_fixture.h"

#include <array>
#include <functional>
#include <string>

namespace wb::test {

struct Region {
    uint32_t level = 0, layer = 0, layers = 1;
    VkOffset3D corners[2];
};

/// Vulkan 1.3, "Image Copies with Scaling": where on an axis the texel `i` of the destination samples the
/// source, as the fraction numerator / denominator of integers, the denominator positive.
struct Position {
    int64_t numerator, denominator;
    Position(int64_t i, int64_t src0, int64_t src1, int64_t dst0, int64_t dst1)
        : numerator((2 * (i - dst0) + 1) * (src1 - src0) + 2 * src0 * (dst1 - dst0)),
          denominator(2 * (dst1 - dst0)) {
        if (denominator < 0) numerator = -numerator, denominator = -denominator;
    }
    int64_t texel() const { return numerator / denominator; } ///< Positions are not negative.
    double value() const { return double(numerator) / double(denominator); }
};

class BlitTest : public ImageTest {
protected:
    bool on_lavapipe() const { return properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU; }
    /// One blit, with what the images held before and the target holds after, in buffers of all levels.
    struct Blit {
        ImageShape from, to;
        Region src, dst;
        VkFilter filter = VK_FILTER_NEAREST;
        Buffer before, target_before, after;
    };
    using Texel = std::array<uint32_t, 3>; ///< x, y, and slice or layer.
    using Place = std::array<Position, 3>;

    /// Makes the images, fills the source with words of `fill` and the target with others, and blits.
    void record(Blit& blit, const std::function<uint32_t(uint32_t random)>& fill);
    /// Calls `f` with each texel of the destination's region and its place in the source.
    static void for_each_texel(const Blit& blit, const std::function<void(const Texel&, const Place&)>& f);
    /// The address in `buffer` of an image's texel, or of its block.
    static const char* element(const Buffer& buffer, const ImageShape& shape, uint32_t level, int64_t x,
                               int64_t y, int64_t z);
    static std::string name(const Blit& blit, const Texel& at);
    /// Nearest filtering between images of one format: the source's bits, and outside of the region the
    /// target's.
    static void check_bits(const Blit& blit);

    /// An array of planes, or a volume.
    static ImageShape plane(VkFormat format, uint32_t bytes, uint32_t width, uint32_t height,
                            uint32_t layers = 1, uint32_t levels = 1) {
        return {format, VK_IMAGE_TYPE_2D, width, height, 1, layers, levels, bytes, 1};
    }
    static ImageShape volume(VkFormat format, uint32_t bytes, uint32_t width, uint32_t height, uint32_t depth,
                             uint32_t levels = 1) {
        return {format, VK_IMAGE_TYPE_3D, width, height, depth, 1, levels, bytes, 1};
    }
};

} // namespace wb::test
