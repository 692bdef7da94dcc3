// SPDX-License-Identifier: MIT
#include "sim/isa/image_resource.h"

namespace wb::sim {

ImageResource ImageResource::decode(const uint32_t words[8]) {
    ImageResource out;
    constexpr unsigned kSignShift = 16; // 48-bit addresses are sign-extended.
    const uint64_t address = (uint64_t(words[1] & 0xff) << 32 | words[0]) << 8;
    out.base = uint64_t(int64_t(address << kSignShift) >> kSignShift);
    out.format = words[1] >> 20 & 0xff;
    out.width = ((words[1] >> 30) | (words[2] & 0xfff) << 2) + 1;
    out.height = (words[2] >> 14 & 0x3fff) + 1;
    for (unsigned i = 0; i < 4; ++i)
        out.select[i] = words[3] >> i * 3 & 7;
    out.swizzle_mode = words[3] >> 20 & 31;
    out.border_swizzle = words[3] >> 25 & 7;
    out.type = ImageType(words[3] >> 28);
    const unsigned max_mip = words[1] >> 16 & 15;
    if (out.multisampled()) { // MAX_MIP and LAST_LEVEL hold the binary logarithm of the samples.
        out.samples_log2 = uint8_t(max_mip);
    } else {
        out.levels = uint8_t(max_mip + 1);
        out.base_level = words[3] >> 12 & 15;
        out.last_level = words[3] >> 16 & 15;
    }
    out.depth_field = words[4] & 0x3fff; // With the pitch's top bit.
    out.first_slice = words[4] >> 16 & 0x1fff;
    out.slices_of_level = out.is_3d() && (words[5] & 15);
    constexpr float kLodUnit = 1.0f / 256;
    out.min_lod = float((words[5] >> 27) | (words[6] & 0x7f) << 5) * kLodUnit;
    out.compressed = words[6] >> 21 & 1;
    return out;
}

} // namespace wb::sim
