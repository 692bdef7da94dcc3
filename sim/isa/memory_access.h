// SPDX-License-Identifier: MIT
// What the vector memory encodings share: the lane loop and how bytes of memory become VGPR contents and
// back. Source: RDNA3 ISA, "Vector Memory Instructions" and the pseudo-code of each load and store.
#pragma once

#include "sim/isa/inst.h"
#include "sim/wave/wave.h"

#include <cstdint>
#include <cstring>
#include <string>

namespace wb::sim {

/// Calls `body(lane)` for each set bit of `mask`, lowest first.
template <class Body>
inline void for_each_lane(uint64_t mask, Body&& body) {
    for (; mask; mask &= mask - 1)
        body(unsigned(__builtin_ctzll(mask)));
}

/// True when lane i's word is lane 0's plus i * step for all `lanes` lanes (32 or 64), without wrapping: the
/// everyday address pattern, for which a wave's access is one copy.
inline bool are_consecutive(const uint32_t* lane, unsigned lanes, uint32_t step) {
    using Words [[gnu::vector_size(16)]] = uint32_t;
    const uint32_t first = lane[0];
    if (lane[1] != first + step || first > UINT32_MAX - lanes * step) return false;
    Words expected = {first, first + step, first + 2 * step, first + 3 * step}, difference{};
    for (unsigned i = 0; i < lanes; i += 8) {
        Words a, b;
        std::memcpy(&a, lane + i, sizeof a);
        std::memcpy(&b, lane + i + 4, sizeof b);
        difference |= (a ^ expected) | (b ^ (expected + 4 * step));
        expected += 8 * step;
    }
    return (difference[0] | difference[1] | difference[2] | difference[3]) == 0;
}
/// True when all `lanes` lanes have the same word.
inline bool are_equal(const uint32_t* lane, unsigned lanes) {
    return are_consecutive(lane, lanes, 0);
}

/// Stops the device at `inst` itself: `what` names what is not modelled.
[[gnu::cold]] void stop_at(Wave& wave, const Inst& inst, std::string what);

/// Stops the device because operand `code`'s `count` registers go beyond the wave's. Always null.
[[gnu::cold, gnu::noinline]] Vgpr* stop_beyond_vgprs(Wave& wave, const Inst& inst, unsigned code,
                                                     unsigned count);

/// The VGPRs that a memory instruction's operand `code` names, `count` of them, or null after stopping the
/// device: a register beyond the wave's allocation is a fault of the program that no result would show.
inline Vgpr* vgprs(Wave& wave, const Inst& inst, unsigned code, unsigned count) {
    if (code - kVgpr0 + count > wave.vgpr_count) [[unlikely]]
        return stop_beyond_vgprs(wave, inst, code, count);
    return wave.v + (code - kVgpr0);
}

/// Where a sub-dword value sits in its VGPR. Low and High keep the other half (the d16 instructions).
enum class Half { None, Low, High };

/// A load of `Count` dwords into as many VGPRs.
template <unsigned Count>
struct LoadDwords {
    static constexpr unsigned kBytes = Count * 4, kRegs = Count;
    static void unpack(const void* bytes, Vgpr* dst, unsigned lane) {
        uint32_t words[Count];
        std::memcpy(words, bytes, kBytes);
        for (unsigned i = 0; i < Count; ++i)
            dst[i].lane[lane] = words[i];
    }
};

/// A load of one 8- or 16-bit T, extended to 32 bits (Half::None) or to 16.
template <class T, Half Where = Half::None>
struct LoadSmall {
    static constexpr unsigned kBytes = sizeof(T), kRegs = 1;
    static void unpack(const void* bytes, Vgpr* dst, unsigned lane) {
        T value;
        std::memcpy(&value, bytes, sizeof value);
        uint32_t& word = dst->lane[lane];
        if constexpr (Where == Half::None)
            word = uint32_t(int32_t(value));
        else if constexpr (Where == Half::Low)
            word = (word & 0xffff'0000u) | uint16_t(int16_t(value));
        else
            word = (word & 0xffffu) | uint32_t(uint16_t(int16_t(value))) << 16;
    }
};

template <unsigned Count>
struct StoreDwords {
    static constexpr unsigned kBytes = Count * 4, kRegs = Count;
    static void pack(void* bytes, const Vgpr* src, unsigned lane) {
        uint32_t words[Count];
        for (unsigned i = 0; i < Count; ++i)
            words[i] = src[i].lane[lane];
        std::memcpy(bytes, words, kBytes);
    }
};

/// A store of the low bits of a VGPR's low half, or (Half::High) of its high half.
template <class T, Half Where = Half::Low>
struct StoreSmall {
    static constexpr unsigned kBytes = sizeof(T), kRegs = 1;
    static void pack(void* bytes, const Vgpr* src, unsigned lane) {
        const T value = T(src->lane[lane] >> (Where == Half::High ? 16 : 0));
        std::memcpy(bytes, &value, sizeof value);
    }
};

} // namespace wb::sim
