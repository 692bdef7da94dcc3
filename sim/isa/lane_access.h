// SPDX-License-Identifier: MIT
// Loads and stores of a whole wave where all that the lanes can reach is known to be there: no lane is
// checked by itself.
#pragma once

#include "sim/isa/memory_access.h"

#include <type_traits>

namespace wb::sim {

/// At least the highest of the lanes' words: all bits that any has. Inactive lanes count.
inline uint32_t any_bits(const uint32_t* lane, unsigned lanes) {
    using Words [[gnu::vector_size(16)]] = uint32_t;
    Words any{};
    for (unsigned i = 0; i < lanes; i += 4) {
        Words word;
        std::memcpy(&word, lane + i, sizeof word);
        any |= word;
    }
    return any[0] | any[1] | any[2] | any[3];
}

/// Four rows of four words with rows and columns exchanged.
struct WordSquare {
    using Row [[gnu::vector_size(16)]] = uint32_t;
    Row row[4];
    WordSquare transposed() const {
        const Row a = __builtin_shufflevector(row[0], row[1], 0, 4, 1, 5),
                  b = __builtin_shufflevector(row[0], row[1], 2, 6, 3, 7),
                  c = __builtin_shufflevector(row[2], row[3], 0, 4, 1, 5),
                  d = __builtin_shufflevector(row[2], row[3], 2, 6, 3, 7);
        return {{__builtin_shufflevector(a, c, 0, 1, 4, 5), __builtin_shufflevector(a, c, 2, 3, 6, 7),
                 __builtin_shufflevector(b, d, 0, 1, 4, 5), __builtin_shufflevector(b, d, 2, 3, 6, 7)}};
    }
};

/// Calls body(lane) for each active lane, lowest first.
template <class Body>
inline void for_active_lanes(const Wave& wave, Body&& body) {
    const uint64_t exec = wave.exec();
    if (exec != wave.all_lanes()) return for_each_lane(exec, body);
    for (unsigned lane = 0; lane < wave.lanes; ++lane)
        body(lane);
}

/// Lane i of `exec` loads from `from` + offset[i]. `dst` may be the register of the offsets.
template <class Access>
inline void load_lanes(const Wave& wave, const uint8_t* from, const uint32_t* offset, Vgpr* dst) {
    const uint64_t exec = wave.exec();
    if (exec != wave.all_lanes())
        return for_each_lane(exec, [&](unsigned lane) { Access::unpack(from + offset[lane], dst, lane); });
    if constexpr (std::is_same_v<Access, LoadDwords<Access::kRegs>>) {
        if (are_equal(offset, wave.lanes)) {
            uint32_t word[Access::kRegs];
            std::memcpy(word, from + offset[0], sizeof word);
            for (unsigned i = 0; i < Access::kRegs; ++i)
                for (unsigned lane = 0; lane < wave.lanes; lane += 4) {
                    const WordSquare::Row same = {word[i], word[i], word[i], word[i]};
                    std::memcpy(dst[i].lane + lane, &same, sizeof same);
                }
            return;
        }
    }
    if constexpr (std::is_same_v<Access, LoadDwords<4>>) {
        for (unsigned lane = 0; lane < wave.lanes; lane += 4) {
            WordSquare square;
#pragma GCC unroll 4
            for (unsigned i = 0; i < 4; ++i)
                std::memcpy(&square.row[i], from + offset[lane + i], Access::kBytes);
            square = square.transposed();
#pragma GCC unroll 4
            for (unsigned i = 0; i < 4; ++i)
                std::memcpy(dst[i].lane + lane, &square.row[i], sizeof square.row[i]);
        }
    } else {
        for (unsigned lane = 0; lane < wave.lanes; ++lane)
            Access::unpack(from + offset[lane], dst, lane);
    }
}

/// Lane i of `exec` stores to `to` + offset[i], the lowest lane first.
template <class Access>
inline void store_lanes(const Wave& wave, uint8_t* to, const uint32_t* offset, const Vgpr* data) {
    const uint64_t exec = wave.exec();
    if (exec != wave.all_lanes())
        return for_each_lane(exec, [&](unsigned lane) { Access::pack(to + offset[lane], data, lane); });
    if constexpr (std::is_same_v<Access, StoreDwords<4>>) {
        for (unsigned lane = 0; lane < wave.lanes; lane += 4) {
            WordSquare square;
#pragma GCC unroll 4
            for (unsigned i = 0; i < 4; ++i)
                std::memcpy(&square.row[i], data[i].lane + lane, sizeof square.row[i]);
            square = square.transposed();
#pragma GCC unroll 4
            for (unsigned i = 0; i < 4; ++i)
                std::memcpy(to + offset[lane + i], &square.row[i], Access::kBytes);
        }
    } else {
        for (unsigned lane = 0; lane < wave.lanes; ++lane)
            Access::pack(to + offset[lane], data, lane);
    }
}

} // namespace wb::sim
