// SPDX-License-Identifier: MIT
// The operands of MIMG instructions: address registers and how data components sit in VGPRs. Source: RDNA3
// ISA, "Image Instructions"; the order of addresses is in mimg_sample.cpp and mimg.cpp.
#pragma once

#include "sim/isa/data_format.h"
#include "sim/isa/image_format.h"
#include "sim/isa/memory_access.h"

#include <bit>
#include <cstdint>
#include <string_view>

namespace wb::sim {

inline unsigned mimg_dmask(const Inst& inst) {
    return inst.extra & 15;
}

/// MIMG.DIM.
enum class MimgDim : uint8_t { D1, D2, D3, Cube, Array1D, Array2D, Msaa2D, MsaaArray2D };
inline MimgDim mimg_dim(const Inst& inst) {
    return MimgDim(inst.extra >> 8 & 7);
}

/// The address VGPRs of an instruction, in order, as the lanes' words.
struct MimgAddress {
    static constexpr unsigned kMost = 12;
    const uint32_t* word[kMost] = {};
    bool valid = false; ///< False after the device was stopped.

    /// `count` registers. With NSA the first is VADDR and the next four have their own fields; more follow
    /// the last of those.
    MimgAddress(Wave& wave, const Inst& inst, unsigned count) {
        constexpr unsigned kNsaFields = 4;
        for (unsigned i = 0; i < count; ++i) {
            unsigned code = inst.src[0] + i;
            if (i && inst.mem_flags & kMemNsa)
                code = i <= kNsaFields ? kVgpr0 + inst.nsa[i - 1]
                                       : kVgpr0 + inst.nsa[kNsaFields - 1] + (i - kNsaFields);
            const Vgpr* address = vgprs(wave, inst, code, 1);
            if (!address) return;
            word[i] = address->lane;
        }
        valid = true;
    }
    /// The 16-bit address `i`, counted from register `first`.
    uint16_t half(unsigned first, unsigned i, unsigned lane) const {
        return uint16_t(word[first + i / 2][lane] >> (i % 2 ? 16 : 0));
    }
};

/// VGPRs of `components` data components.
inline unsigned mimg_data_registers(const Inst& inst, unsigned components) {
    return inst.mem_flags & kMemD16 ? (components + 1) / 2 : components;
}

/// Writes component `i`: 32 bits, or with D16 converted to 16.
inline void put_component(const Inst& inst, const ImageFormat& format, Vgpr* dst, unsigned i, unsigned lane,
                          uint32_t value) {
    if (!(inst.mem_flags & kMemD16)) {
        dst[i].lane[lane] = value;
        return;
    }
    const uint32_t half = format.integer() ? value & 0xffff : half_from_float(value);
    uint32_t& word = dst[i / 2].lane[lane];
    word = i % 2 ? (word & 0xffff) | half << 16 : (word & 0xffff'0000) | half;
}
inline uint32_t get_component(const Inst& inst, const ImageFormat& format, const Vgpr* data, unsigned i,
                              unsigned lane) {
    if (!(inst.mem_flags & kMemD16)) return data[i].lane[lane];
    const uint16_t half = uint16_t(data[i / 2].lane[lane] >> (i % 2 ? 16 : 0));
    if (format.type == NumberType::Uint) return half;
    return format.type == NumberType::Sint ? uint32_t(int32_t(int16_t(half))) : float_from_half(half);
}

/// TFE: the register behind the data gets a 1 in each lane that met a texel without memory. In the others it
/// keeps what it had: the compilers clear it before (LLVM's SIISelLowering and ACO's emit_tfe_init say so).
struct MimgResidency {
    Vgpr* status; ///< Null without TFE.
    MimgResidency(const Inst& inst, Vgpr* data, unsigned registers)
        : status(inst.mem_flags & kMemTfe ? data + registers : nullptr) {}
    static unsigned registers(const Inst& inst) { return inst.mem_flags & kMemTfe ? 1 : 0; }
    void note(unsigned lane, bool non_resident) const {
        if (status && non_resident) status->lane[lane] = 1;
    }
};

/// What of an instruction's modifiers the model does not take; null: nothing. TFE is for loads.
inline const char* mimg_missing(const Inst& inst, bool loads = true) {
    if (inst.mem_flags & kMemLwe) return "LWE (warnings of the level of detail) is not modelled";
    if (!loads && inst.mem_flags & kMemTfe) return "TFE (texture fail) of stores and atomics is not modelled";
    return inst.mem_flags & kMemR128 ? "128-bit image descriptors are not modelled" : nullptr;
}

/// The handler of an IMAGE_SAMPLE*, IMAGE_GATHER4* or IMAGE_GET_LOD opcode (mimg_sample.cpp), or null.
ExecFn mimg_sample_handler(unsigned op);
/// The handler of the ray instruction whose mnemonic is `op` behind "image_" (mimg_bvh.cpp), or null.
ExecFn mimg_bvh_handler(std::string_view op);

} // namespace wb::sim
