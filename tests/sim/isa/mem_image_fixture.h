// SPDX-License-Identifier: MIT
// Builders of MIMG instructions, image and sampler descriptors (RDNA3 ISA, "Image Instructions").
#pragma once

#include "mem_fixture.h"

namespace wb::sim::test {

inline constexpr unsigned kImageResource = 8, kSampler = 16;
enum Dimension : unsigned { k1D, k2D, k3D, kCube, k1DArray, k2DArray, kMsaa2D };
enum Modifier : uint32_t { kGlc = 1u << 14, kA16 = 1u << 16, kD16 = 1u << 17 };

inline Words mimg(std::string_view name, unsigned vdata, unsigned vaddr, Dimension dimension,
                  unsigned dmask = 15, uint32_t modifiers = 0) {
    return {0xf000'0000u | opcode(mimg_table(), name) << 18 | dmask << 8 | 1u << 7 | dimension << 2 |
                modifiers,
            kImageResource / 4 << 16 | vdata << 8 | vaddr};
}

inline constexpr unsigned kUint8x4 = 46, kUnorm8x4 = 42, kUint32 = 20, kUint32x2 = 48, kUint16 = 11,
                          kFloat32 = 22;

struct ImageDescriptor {
    unsigned format = kUint8x4, type = 9, width = 20, height = 6, depth = 0, first_slice = 0;
    unsigned swizzle_mode = 0, max_mip = 0;
    uint32_t select = 4 | 5 << 3 | 6 << 6 | 7 << 9;
};

inline void set_image(Wave& wave, const ImageDescriptor& d) {
    uint32_t* words = &wave.sgpr[kImageResource];
    words[0] = uint32_t(kBuffer >> 8);
    words[1] = uint32_t(kBuffer >> 40 & 0xff) | d.max_mip << 16 | d.format << 20 | (d.width - 1) % 4 << 30;
    words[2] = (d.width - 1) / 4 | (d.height - 1) << 14;
    words[3] = d.select | d.swizzle_mode << 20 | d.type << 28;
    words[4] = d.depth | d.first_slice << 16;
    words[5] = words[6] = words[7] = 0;
}

class ImageTest : public MemoryTest {
protected:
    void set_descriptor(const ImageDescriptor& d) { set_image(wave, d); }
    uint32_t word(uint64_t offset) { return memory->load<uint32_t>(kBuffer + offset); }
    void count_dwords() {
        for (unsigned i = 0; i < kMappedBytes / 4; ++i)
            memory->store<uint32_t>(kBuffer + i * 4, i);
    }
};

/// S# of linear filtering, edges clamped, all levels, as RADV builds it.
inline void set_sampler(Wave& wave, uint32_t first_word) {
    uint32_t* words = &wave.sgpr[kSampler];
    words[0] = first_word;
    words[1] = 0xfff000;
    words[2] = 1 << 20 | 1 << 22 | 2 << 26;
    words[3] = 0;
}
inline constexpr uint32_t kClampAll = 2 | 2 << 3 | 2 << 6;
inline Words sampling(std::string_view name, unsigned vdata, unsigned vaddr, Dimension dimension,
                      unsigned dmask, uint32_t modifiers = 0) {
    Words words = mimg(name, vdata, vaddr, dimension, dmask, modifiers);
    words[0] &= ~(1u << 7); // Not UNRM.
    words[1] |= kSampler / 4 << 26;
    return words;
}

} // namespace wb::sim::test
