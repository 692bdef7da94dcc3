// SPDX-License-Identifier: MIT
// Builders of MUBUF and MTBUF instructions and of buffer descriptors (RDNA3 ISA, "Buffer Resource
// Descriptor").
#pragma once

#include "mem_fixture.h"

namespace wb::sim::test {

inline constexpr unsigned kResource = 8; ///< First SGPR of the descriptor.
inline constexpr unsigned kZero = 128;   ///< Operand code of the constant 0.

enum AddressBits : uint32_t { kOffen = 1u << 22, kIdxen = 1u << 23, kTfe = 1u << 21 };

inline Words mubuf(std::string_view name, unsigned vdata, unsigned vaddr, uint32_t address_bits,
                   unsigned offset = 0, unsigned soffset = kZero, bool glc = false) {
    return {0xe000'0000u | opcode(mubuf_table(), name) << 18 | unsigned(glc) << 14 | offset,
            soffset << 24 | address_bits | kResource / 4 << 16 | vdata << 8 | vaddr};
}
inline Words mtbuf(std::string_view name, unsigned format, unsigned vdata, unsigned vaddr,
                   uint32_t address_bits, unsigned offset = 0) {
    return {0xe800'0000u | format << 19 | opcode(mtbuf_table(), name) << 15 | offset,
            kZero << 24 | address_bits | kResource / 4 << 16 | vdata << 8 | vaddr};
}

struct BufferDescriptor {
    uint64_t base = kBuffer;
    uint32_t stride = 0, num_records = 0x1000, swizzle = 0, index_stride = 0, add_tid = 0, oob = 3,
             format = 0;
    uint32_t select = 4 | 5 << 3 | 6 << 6 | 7 << 9;
};

inline void set_buffer(Wave& wave, const BufferDescriptor& d) {
    wave.sgpr[kResource] = uint32_t(d.base);
    wave.sgpr[kResource + 1] = uint32_t(d.base >> 32 & 0xffff) | d.stride << 16 | d.swizzle << 30;
    wave.sgpr[kResource + 2] = d.num_records;
    wave.sgpr[kResource + 3] =
        d.select | d.format << 12 | d.index_stride << 21 | d.add_tid << 23 | d.oob << 28;
}

class BufferTest : public MemoryTest {
protected:
    void set_descriptor(const BufferDescriptor& d) { set_buffer(wave, d); }
    /// Dword i holds i.
    void count_dwords() {
        for (unsigned i = 0; i < kMappedBytes / 4; ++i)
            memory->store<uint32_t>(kBuffer + i * 4, i);
    }
    uint32_t word(uint64_t offset) { return memory->load<uint32_t>(kBuffer + offset); }
};

} // namespace wb::sim::test
