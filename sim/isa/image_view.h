// SPDX-License-Identifier: MIT
// An image as one MIMG instruction sees it: descriptor, memory layout and format together. Kept per thread,
// so that loops over an image decode its descriptor once.
#pragma once

#include "sim/isa/image_format.h"
#include "sim/isa/image_layout.h"
#include "sim/isa/image_resource.h"
#include "sim/memory/gpu_memory.h"

#include <cstdint>

namespace wb::sim {

struct Wave;
struct Inst;

struct ImageView {
    uint32_t words[8] = {};
    ImageResource image;
    ImageLayout layout;
    const ImageFormat* format = nullptr; ///< Null: `missing` says why.
    const char* missing = "";
    uint8_t spread =
        1; ///< Elements of the layout that a texel takes in x: 3 with 96 bits, which are 3 dwords.
    bool null = false; ///< The null descriptor: every texel is out of range and reads as zero.

    uint64_t texel_address(unsigned level, uint32_t x, uint32_t y, uint32_t slice, uint32_t sample) const {
        return layout.address(level, (x >> format->block_log2) * spread, y >> format->block_log2,
                              image.absolute_slice(slice), sample);
    }
    /// The texel's components before channel selection. The coordinates are in range.
    void fetch(GpuMemory& memory, unsigned level, uint32_t x, uint32_t y, uint32_t slice, uint32_t sample,
               uint32_t out[4]) const {
        const uint64_t address = texel_address(level, x, y, slice, sample);
        const auto* element = static_cast<const uint8_t*>(memory.at(address, format->element_bytes, false));
        const unsigned mask = (1u << format->block_log2) - 1;
        format->decode(*format, element, x & mask, y & mask, out);
    }
    bool in_range(unsigned level, uint32_t x, uint32_t y, uint32_t slice, uint32_t sample) const {
        return !null && level <= image.last_level && x < image.level_width(level) &&
               y < image.level_height(level) && slice < image.level_slices(level) &&
               sample >> image.samples_log2 == 0;
    }
    /// What the descriptor's channel select gives for `texel`.
    uint32_t selected(unsigned channel, const uint32_t texel[4]) const {
        const unsigned select = image.select[channel];
        if (select >= kImageSelectX) return texel[select - kImageSelectX];
        return select == kImageSelectOne ? one() : 0;
    }
    uint32_t one() const { return format->integer() ? 1 : 0x3f80'0000; }
};

/// The view of the instruction's descriptor, or null after stopping the device: it names what is not
/// modelled. Valid until the thread's next call.
const ImageView* image_view(Wave& wave, const Inst& inst);

} // namespace wb::sim
