// SPDX-License-Identifier: MIT
// A wave with GPU memory and LDS, and builders of memory instruction words (hardware.md 6.3; RDNA3 ISA,
// "Microcode Formats"), for the tests of the memory encodings.
#pragma once

#include "sim/isa/decode.h"
#include "sim/isa/inst.h"
#include "sim/isa/scratch_layout.h"
#include "sim/wave/wave.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace wb::sim::test {

inline constexpr uint64_t kBuffer = kWindowBase + 0x10'0000;  ///< 64 KiB of zeros.
inline constexpr uint64_t kScratch = kWindowBase + 0x20'0000; ///< 64 KiB of zeros.
inline constexpr uint64_t kUnmapped = kWindowBase + 0x30'0000;
inline constexpr uint64_t kMappedBytes = 64 * 1024;
inline constexpr unsigned kLdsBytes = 4096;

/// Opcode of a mnemonic; fails the test if there is none.
inline unsigned opcode(const OpTable& table, std::string_view name) {
    for (const OpRow& row : table.rows)
        if (name == row.name) return row.op;
    ADD_FAILURE() << "no opcode " << name;
    return 0;
}

using Words = std::array<uint32_t, 2>;

inline Words ds(std::string_view name, unsigned vdst, unsigned vaddr, unsigned data0 = 0, unsigned data1 = 0,
                unsigned offset = 0) {
    return {0xd800'0000u | opcode(ds_table(), name) << 18 | offset,
            vdst << 24 | data1 << 16 | data0 << 8 | vaddr};
}
inline Words flat_like(const OpTable& table, unsigned segment, std::string_view name, unsigned vdst,
                       unsigned vaddr, unsigned data, unsigned saddr, int offset, bool glc, bool sve) {
    return {0xdc00'0000u | opcode(table, name) << 18 | segment << 16 | unsigned(glc) << 14 |
                (unsigned(offset) & 0x1fff),
            vdst << 24 | unsigned(sve) << 23 | saddr << 16 | data << 8 | vaddr};
}
inline Words global(std::string_view name, unsigned vdst, unsigned vaddr, unsigned data,
                    unsigned saddr = kNull, int offset = 0, bool glc = false) {
    return flat_like(global_table(), 2, name, vdst, vaddr, data, saddr, offset, glc, false);
}
inline Words flat(std::string_view name, unsigned vdst, unsigned vaddr, unsigned data, int offset = 0,
                  bool glc = false) {
    return flat_like(flat_table(), 0, name, vdst, vaddr, data, kNull, offset, glc, false);
}
inline constexpr unsigned kNoVgpr = ~0u;
inline Words scratch(std::string_view name, unsigned vdst, unsigned vaddr, unsigned data,
                     unsigned saddr = kNull, int offset = 0) {
    const bool sve = vaddr != kNoVgpr;
    return flat_like(scratch_table(), 1, name, vdst, sve ? vaddr : 0, data, saddr, offset, false, sve);
}

/// Parameter: lanes, 32 or 64.
class MemoryTest : public ::testing::TestWithParam<unsigned> {
protected:
    MemoryTest() : memory(std::move(*GpuMemory::create(1ull << 24))), executor(*memory), registers(kVgprs) {
        EXPECT_TRUE(memory->map_anonymous(kBuffer, kMappedBytes));
        EXPECT_TRUE(memory->map_anonymous(kScratch, kMappedBytes));
        group.lds.assign(kLdsBytes, 0);
        wave.lanes = GetParam();
        wave.v = registers.data();
        wave.vgpr_count = kVgprs;
        wave.memory = memory.get();
        wave.group = &group;
        wave.flat_scratch = kScratch;
        wave.scratch_size = 64 * wave.lanes;
        wave.pc = 0x1000;
        set_exec(wave.all_lanes());
    }

    unsigned lanes() const { return wave.lanes; }
    void set_exec(uint64_t mask) { wave.set_exec(mask & wave.all_lanes()); }
    bool active(unsigned lane) const { return wave.exec() >> lane & 1; }

    /// Decodes and executes; the wave must not have stopped.
    void run(std::span<const uint32_t> words) {
        run_unchecked(words);
        EXPECT_EQ(wave.events & kEventUnmodelled, 0u) << wave.stop_reason;
    }
    void run_unchecked(std::span<const uint32_t> words) {
        Inst inst;
        const DecodeResult result = decode(words, wave.lanes, inst);
        ASSERT_NE(result.status, DecodeStatus::Illegal);
        wave.pc += inst.dwords * 4;
        inst.exec(wave, inst);
    }

    template <class F>
    void fill(unsigned reg, F&& value) {
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            registers[reg].lane[lane] = uint32_t(value(lane));
    }
    template <class F>
    void fill64(unsigned reg, F&& value) {
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            registers[reg].lane[lane] = uint32_t(value(lane));
            registers[reg + 1].lane[lane] = uint32_t(uint64_t(value(lane)) >> 32);
        }
    }
    uint32_t v(unsigned reg, unsigned lane) const { return registers[reg].lane[lane]; }
    uint64_t v64(unsigned reg, unsigned lane) const {
        return v(reg, lane) | uint64_t(v(reg + 1, lane)) << 32;
    }

    template <class T>
    T lds_at(unsigned offset) const {
        T value;
        std::memcpy(&value, &group.lds[offset], sizeof value);
        return value;
    }
    template <class T>
    void set_lds(unsigned offset, T value) {
        std::memcpy(&group.lds[offset], &value, sizeof value);
    }

    static constexpr unsigned kVgprs = 32;
    std::unique_ptr<GpuMemory> memory;
    GpuMemory::ExecutorThread executor;
    std::vector<Vgpr> registers;
    Workgroup group;
    Wave wave;
};

inline std::string wave_size_name(const ::testing::TestParamInfo<unsigned>& info) {
    return "Wave" + std::to_string(info.param);
}

/// Instantiates a MemoryTest fixture for both wave sizes.
#define WB_FOR_BOTH_WAVE_SIZES(Fixture)                                                                      \
    INSTANTIATE_TEST_SUITE_P(Waves, Fixture, ::testing::Values(32u, 64u), wave_size_name)

} // namespace wb::sim::test
