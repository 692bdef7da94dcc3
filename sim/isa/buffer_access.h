// SPDX-License-Identifier: MIT
// Buffer resource descriptors (V#) and the addresses that MUBUF and MTBUF instructions make from them.
// Source: RDNA3 ISA, "Buffer Resource" and "Buffer Addressing"; field positions hardware.md 4.4 and Mesa
// 25.0.7's gfx11-rsrc.json; range checks as Mesa's ac_descriptors.c states them for gfx11.
#pragma once

#include "sim/isa/memory_access.h"
#include "sim/isa/memory_spaces.h"
#include "sim/isa/operand.h"

#include <cstdint>

namespace wb::sim {

enum class OobSelect : uint8_t { StructuredWithOffset, Structured, Disabled, Raw };
/// Destination channel selects of a descriptor; 4..7 are X..W.
enum ChannelSelect : uint8_t { kSelectZero = 0, kSelectOne = 1, kSelectX = 4 };

struct BufferResource {
    uint64_t base = 0;
    uint32_t stride = 0, num_records = 0;
    uint32_t element_bytes = 0; ///< Swizzle element size: 0 when addressing is linear, else 4, 8 or 16.
    uint32_t index_stride = 0;  ///< Swizzle: indices that are interleaved, 8, 16, 32 or 64.
    bool add_tid = false;
    OobSelect oob = OobSelect::Raw;
    uint8_t format = 0, type = 0;
    uint8_t select[4] = {};

    static uint64_t base_of(const uint32_t words[4]) {
        constexpr unsigned kSignShift = 16; // 48-bit addresses are sign-extended.
        return uint64_t(int64_t((uint64_t(words[1] & 0xffff) << 32 | words[0]) << kSignShift) >> kSignShift);
    }
    /// A buffer that an instruction without an index checks as raw bytes and addresses linearly.
    static bool is_raw(const uint32_t words[4]) {
        constexpr uint32_t kType = 3u << 30, kOob = 3u << 28, kAddTid = 1u << 23;
        return (words[3] & (kType | kOob | kAddTid)) == uint32_t(OobSelect::Raw) << 28;
    }
    static BufferResource decode(const uint32_t words[4]) {
        BufferResource out;
        out.base = base_of(words);
        out.stride = words[1] >> 16 & 0x3fff;
        const unsigned swizzle = words[1] >> 30;
        out.element_bytes = swizzle ? 2u << swizzle : 0;
        out.num_records = words[2];
        for (unsigned i = 0; i < 4; ++i)
            out.select[i] = words[3] >> i * 3 & 7;
        out.format = words[3] >> 12 & 0x3f;
        out.index_stride = 8u << (words[3] >> 21 & 3);
        out.add_tid = words[3] >> 23 & 1;
        out.oob = OobSelect(words[3] >> 28 & 3);
        out.type = uint8_t(words[3] >> 30);
        return out;
    }
};

/// The addresses of an instruction that has none in VGPRs.
extern const uint32_t kNoAddress[kMaxLanes];

/// One buffer instruction's addressing. `index` and `offset` are the lanes' VGPRs (of zeros where the
/// instruction has none); null after the device was stopped.
struct BufferAccess {
    BufferResource resource;
    uint32_t soffset = 0, inst_offset = 0;
    const uint32_t* index = nullptr;
    const uint32_t* offset = nullptr;

    /// `takes_tfe`: the instruction models TFE; the others stop the device at it.
    BufferAccess(Wave& wave, const Inst& inst, bool takes_tfe = false);

    explicit operator bool() const { return index && offset; }
    uint64_t index_of(unsigned lane) const { return uint64_t(index[lane]) + (resource.add_tid ? lane : 0); }
    /// The two offsets add up modulo 2^32: ACO folds constants into the instruction's offset on that ground
    /// (its parse_base_offset lets vector addresses wrap on gfx9 and later).
    uint64_t offset_of(unsigned lane) const { return uint32_t(offset[lane] + inst_offset); }

    /// Whether `bytes` at `at` of record `record` may be accessed.
    bool in_range(uint64_t record, uint64_t at, unsigned bytes) const {
        const bool inside_record = at + bytes <= resource.stride;
        switch (resource.oob) {
        case OobSelect::StructuredWithOffset:
            return record < resource.num_records && inside_record;
        case OobSelect::Structured:
            return record < resource.num_records;
        case OobSelect::Disabled:
            return resource.num_records != 0;
        case OobSelect::Raw:
            if (resource.element_bytes && resource.stride)
                return record < resource.num_records && inside_record;
            return at + bytes + soffset <= resource.num_records;
        }
        return false;
    }
    uint64_t address(uint64_t record, uint64_t at) const {
        const uint64_t start = resource.base + soffset;
        if (!resource.element_bytes) [[likely]]
            return start + record * resource.stride + at;
        const uint64_t element = resource.element_bytes;
        return start +
               (record / resource.index_stride * resource.stride + at / element * element) *
                   resource.index_stride +
               record % resource.index_stride * element + at % element;
    }

    /// Reads or writes `Count` bytes as one unit; the caller has checked the range. Swizzled buffers may
    /// split them at dwords.
    template <unsigned Count>
    void read(GpuMemory& memory, uint64_t record, uint64_t at, void* out) const {
        if (!resource.element_bytes || Count <= 4) {
            std::memcpy(out, memory.at(address(record, at), Count, false), Count);
            return;
        }
        for (unsigned i = 0; i < Count; i += 4)
            std::memcpy(static_cast<uint8_t*>(out) + i, memory.at(address(record, at + i), 4, false), 4);
    }
    template <unsigned Count>
    void write(GpuMemory& memory, uint64_t record, uint64_t at, const void* in) const {
        if (!resource.element_bytes || Count <= 4) {
            std::memcpy(memory.at(address(record, at), Count, true), in, Count);
            return;
        }
        for (unsigned i = 0; i < Count; i += 4)
            std::memcpy(memory.at(address(record, at + i), 4, true), static_cast<const uint8_t*>(in) + i, 4);
    }
};

/// Typed accesses: buffer_load/store_format_* with the descriptor's format, tbuffer_* with the instruction's
/// (`format_id`). `components` 1..4. With `d16` components are 16 bits, two to a VGPR; `high`: one component
/// in the high half.
struct TypedAccess {
    unsigned components;
    bool d16, high;
};
void typed_load(Wave& wave, const Inst& inst, TypedAccess access, bool format_in_instruction);
void typed_store(Wave& wave, const Inst& inst, TypedAccess access, bool format_in_instruction);

} // namespace wb::sim
