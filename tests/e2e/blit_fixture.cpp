// SPDX-License-Identifier: MIT
#include "tests/e2e/blit_fixture.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <utility>

namespace wb::test {

void BlitTest::record(Blit& blit, const std::function<uint32_t(uint32_t)>& fill) {
    VkImage source = VK_NULL_HANDLE, target = VK_NULL_HANDLE;
    make_image(blit.from, source);
    make_image(blit.to, target);
    make_buffer(blit.from.words(), blit.before);
    make_buffer(blit.to.words(), blit.target_before);
    make_buffer(blit.to.words(), blit.after);
    std::minstd_rand random(uint32_t(blit.from.format));
    for (size_t i = 0; i < blit.from.words(); ++i)
        blit.before.words[i] = fill(uint32_t(random()) ^ uint32_t(random()) << 16);
    std::fill_n(blit.target_before.words, blit.to.words(), 0x2a2a'2a2a);
    std::fill_n(blit.after.words, blit.to.words(), 0x2a2a'2a2a);
    upload(blit.before, source, blit.from);
    upload(blit.target_before, target, blit.to);
    VkImageBlit region{};
    region.srcSubresource = {blit.from.aspect, blit.src.level, blit.src.layer, blit.src.layers};
    region.dstSubresource = {blit.to.aspect, blit.dst.level, blit.dst.layer, blit.dst.layers};
    std::copy_n(blit.src.corners, 2, region.srcOffsets);
    std::copy_n(blit.dst.corners, 2, region.dstOffsets);
    vkCmdBlitImage(commands, source, VK_IMAGE_LAYOUT_GENERAL, target, VK_IMAGE_LAYOUT_GENERAL, 1, &region,
                   blit.filter);
    download(target, blit.to, blit.after);
}

void BlitTest::for_each_texel(const Blit& blit, const std::function<void(const Texel&, const Place&)>& f) {
    const VkOffset3D *s = blit.src.corners, *d = blit.dst.corners;
    const auto range = [](int32_t a, int32_t b) { return std::pair(std::min(a, b), std::max(a, b)); };
    const bool dst_volume = blit.to.type == VK_IMAGE_TYPE_3D, src_volume = blit.from.type == VK_IMAGE_TYPE_3D;
    const auto [x0, x1] = range(d[0].x, d[1].x);
    const auto [y0, y1] = range(d[0].y, d[1].y);
    const int32_t layer = int32_t(blit.dst.layer), layers = int32_t(blit.dst.layers);
    const auto [z0, z1] = dst_volume ? range(d[0].z, d[1].z) : std::pair(layer, layer + layers);
    for (int32_t z = z0; z < z1; ++z)
        for (int32_t y = y0; y < y1; ++y)
            for (int32_t x = x0; x < x1; ++x) {
                // A layer takes the layer in its place; a volume's slice is where the region has it.
                const int64_t from_layer = blit.src.layer + (dst_volume ? 0 : z - layer);
                const Position in_z = src_volume
                                          ? Position(dst_volume ? z : 0, s[0].z, s[1].z, d[0].z, d[1].z)
                                          : Position(0, from_layer, from_layer + 1, 0, 1);
                f({uint32_t(x), uint32_t(y), uint32_t(z)},
                  {Position(x, s[0].x, s[1].x, d[0].x, d[1].x), Position(y, s[0].y, s[1].y, d[0].y, d[1].y),
                   in_z});
            }
}

const char* BlitTest::element(const Buffer& buffer, const ImageShape& shape, uint32_t level, int64_t x,
                              int64_t y, int64_t z) {
    return reinterpret_cast<const char*>(buffer.words) +
           shape.offset(level, uint32_t(x), uint32_t(y), uint32_t(z));
}

std::string BlitTest::name(const Blit& blit, const Texel& at) {
    return "format " + std::to_string(blit.from.format) + ", texel " + std::to_string(at[0]) + ", " +
           std::to_string(at[1]) + ", " + std::to_string(at[2]);
}

void BlitTest::check_bits(const Blit& blit) {
    std::vector<char> expected(blit.to.words() * 4);
    std::memcpy(expected.data(), blit.target_before.words, expected.size());
    for_each_texel(blit, [&](const auto& at, const auto& from) {
        const char* source = element(blit.before, blit.from, blit.src.level, from[0].texel(), from[1].texel(),
                                     from[2].texel());
        std::memcpy(expected.data() + blit.to.offset(blit.dst.level, at[0], at[1], at[2]), source,
                    blit.to.element_bytes);
    });
    const char* got = reinterpret_cast<const char*>(blit.after.words);
    for (uint32_t level = 0; level < blit.to.levels; ++level) {
        const VkExtent3D size = blit.to.extent(level);
        for (uint32_t z = 0; z < std::max(size.depth, blit.to.layers); ++z)
            for (uint32_t y = 0; y < size.height; ++y)
                for (uint32_t x = 0; x < size.width; ++x) {
                    const size_t offset = blit.to.offset(level, x, y, z);
                    ASSERT_EQ(std::memcmp(got + offset, expected.data() + offset, blit.to.element_bytes), 0)
                        << name(blit, {x, y, z}) << " of level " << level;
                }
    }
}

} // namespace wb::test
