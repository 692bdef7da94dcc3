// SPDX-License-Identifier: MIT
#include "sim/isa/image_resource.h"

namespace wb::sim {

ImageResource ImageResource::decode(const uint32_t words[8]) {
    ImageResource out;
    constexpr unsigned kSignShift = 16; // 48-bit addresses are sign-extended.
    const uint64_t address = (uint64_t(words[1] & 0xff) << 32 | words[0]) << 8;
    out.base = uint64_t(int64_t(address << kSignShift) >> kSignShift);
    out.max_mip = words[1] >> 16 & 15;
    out.format = words[1] >> 20 & 0xff;
    out.width = ((words[1] >> 30) | (words[2] & 0xfff) << 2) + 1;
    out.height = (words[2] >> 14 & 0x3fff) + 1;
    for (unsigned i = 0; i < 4; ++i)
        out.select[i] = words[3] >> i * 3 & 7;
    out.base_level = words[3] >> 12 & 15;
    out.last_level = words[3] >> 16 & 15;
    out.swizzle_mode = words[3] >> 20 & 31;
    out.type = ImageType(words[3] >> 28);
    out.depth_field = words[4] & 0x3fff; // With the pitch's top bit.
    out.first_slice = words[4] >> 16 & 0x1fff;
    out.compressed = words[6] >> 21 & 1;
    return out;
}

uint32_t ImageResource::linear_pitch(unsigned texel_bytes) const {
    const bool custom = (type == ImageType::Image1D || type == ImageType::Image2D) && depth_field;
    if (custom) return depth_field + 1;
    constexpr uint32_t kRowAlignment = 256;
    const uint32_t texels = kRowAlignment / texel_bytes;
    return (width + texels - 1) / texels * texels;
}

uint64_t ImageResource::linear_address(unsigned texel_bytes, uint32_t x, uint32_t y, uint32_t slice) const {
    const uint64_t pitch = linear_pitch(texel_bytes);
    const uint64_t layer = layered() ? slice + first_slice : slice;
    return base + ((layer * rows() + y) * pitch + x) * texel_bytes;
}

} // namespace wb::sim
