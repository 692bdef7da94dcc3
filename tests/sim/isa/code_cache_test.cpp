// SPDX-License-Identifier: MIT
// The instruction caches: staleness, invalidation, sharing and unfetchable code.
#include "tests/sim/isa/assembler.h"
#include "tests/sim/isa/wave_rig.h"

#include <gtest/gtest.h>

#include <cstring>

namespace wb::test {
namespace {

/// Writes code without telling the caches.
void patch(WaveRig& rig, uint64_t address, std::string_view text) {
    const auto words = assemble(text, rig.wave.lanes);
    std::memcpy(rig.memory->at(address, 4, true), words.data(), words.size() * 4);
}

/// Executes one instruction at `pc`.
void step(WaveRig& rig, uint64_t pc) {
    rig.wave.pc = pc;
    rig.wave.events = 0;
    const sim::Inst* inst = rig.code->fetch(rig.wave);
    rig.wave.pc += inst->dwords * 4;
    inst->exec(rig.wave, *inst);
}

TEST(CodeCache, PatchedCodeStaysOldUntilInvalidated) {
    WaveRig rig;
    patch(rig, WaveRig::kCode, "s_mov_b32 s0, 1");
    rig.code->select(rig.wave);
    step(rig, WaveRig::kCode);
    EXPECT_EQ(rig.s(0), 1u);
    patch(rig, WaveRig::kCode, "s_mov_b32 s0, 2");
    step(rig, WaveRig::kCode);
    EXPECT_EQ(rig.s(0), 1u);
    rig.code->select(rig.wave);
    step(rig, WaveRig::kCode);
    EXPECT_EQ(rig.s(0), 1u) << "another turn of the wave does not invalidate";
    rig.epochs.invalidate_wgp(rig.wave.wgp_index);
    rig.code->select(rig.wave);
    step(rig, WaveRig::kCode);
    EXPECT_EQ(rig.s(0), 2u);
    patch(rig, WaveRig::kCode, "s_mov_b32 s0, 3");
    rig.epochs.invalidate_all();
    rig.code->select(rig.wave);
    step(rig, WaveRig::kCode);
    EXPECT_EQ(rig.s(0), 3u);
}

TEST(CodeCache, IcacheInvConcernsTheOwnWgpOnly) {
    WaveRig rig;
    patch(rig, WaveRig::kCode, "s_mov_b32 s0, 1\n s_icache_inv");
    for (const unsigned wgp : {0u, 5u}) {
        rig.wave.wgp_index = wgp;
        rig.code->select(rig.wave);
        step(rig, WaveRig::kCode);
    }
    patch(rig, WaveRig::kCode, "s_mov_b32 s0, 2");
    rig.wave.wgp_index = 5;
    rig.code->select(rig.wave);
    step(rig, WaveRig::kCode + 4); // s_icache_inv on WGP 5
    step(rig, WaveRig::kCode);
    EXPECT_EQ(rig.s(0), 2u);
    rig.wave.wgp_index = 0;
    rig.code->select(rig.wave);
    step(rig, WaveRig::kCode);
    EXPECT_EQ(rig.s(0), 1u) << "WGP 0 still has the old line";
}

TEST(CodeCache, EvictedLineIsFetchedAgain) {
    WaveRig rig;
    patch(rig, WaveRig::kCode, "s_mov_b32 s0, 1");
    patch(rig, WaveRig::kCode + sim::kCodeCacheBytes, "s_mov_b32 s1, 1");
    rig.code->select(rig.wave);
    step(rig, WaveRig::kCode);
    patch(rig, WaveRig::kCode, "s_mov_b32 s0, 2");
    step(rig, WaveRig::kCode + sim::kCodeCacheBytes);
    EXPECT_EQ(rig.s(1), 1u);
    step(rig, WaveRig::kCode);
    EXPECT_EQ(rig.s(0), 2u);
}

TEST(CodeCache, EqualLinesShareTheirDecodedForm) {
    WaveRig rig;
    patch(rig, WaveRig::kCode, "s_mov_b32 s0, 1");
    for (unsigned wgp = 0; wgp < sim::kWgpCount; ++wgp) {
        rig.wave.wgp_index = wgp;
        rig.code->select(rig.wave);
        step(rig, WaveRig::kCode);
    }
    EXPECT_EQ(rig.code->line_count(), 1u);
}

TEST(CodeCache, InstructionAcrossTwoLines) {
    WaveRig rig;
    const uint64_t at = WaveRig::kCode + sim::kCodeLineBytes - 4;
    patch(rig, at, "s_mov_b32 s0, 0x12345678");
    rig.code->select(rig.wave);
    step(rig, at);
    EXPECT_EQ(rig.s(0), 0x12345678u);
    EXPECT_EQ(rig.wave.pc, WaveRig::kCode + sim::kCodeLineBytes + 4);
}

TEST(CodeCache, UnmappedCodeIsAMemoryFault) {
    WaveRig rig;
    rig.code->select(rig.wave);
    step(rig, WaveRig::kUnmapped + 8);
    EXPECT_EQ(rig.wave.events, sim::kEventMemoryFault);
    EXPECT_EQ(rig.wave.fault.address, WaveRig::kUnmapped + 8);
    EXPECT_EQ(rig.wave.pc, WaveRig::kUnmapped + 8);
    // The last word of mapped memory, when the instruction needs one more.
    const uint64_t last = WaveRig::kCode + (64 << 10) - 4;
    rig.store<uint32_t>(last, 0xbe8000ff); // s_mov_b32 s0, literal
    step(rig, last);
    EXPECT_EQ(rig.wave.events, sim::kEventMemoryFault);
    EXPECT_EQ(rig.wave.pc, last);
}

TEST(CodeCache, IllegalWordRaisesOnlyWhenExecuted) {
    WaveRig rig;
    const uint32_t words[] = {0xbf800000, 0xbeff0000 | 0xf0 << 8}; // s_nop, SOP1 opcode 0xf0
    std::memcpy(rig.memory->at(WaveRig::kCode, 8, true), words, sizeof(words));
    rig.code->select(rig.wave);
    step(rig, WaveRig::kCode);
    EXPECT_EQ(rig.wave.events, 0u);
    step(rig, WaveRig::kCode + 4);
    EXPECT_EQ(rig.wave.events, sim::kEventIllegal);
    EXPECT_EQ(rig.wave.pc, WaveRig::kCode + 4);
}

TEST(CodeCache, WaveSizesDecodeSeparately) {
    // v_dual_mov exists in wave32 only.
    const uint32_t words[] = {0xca100080, 0x01000080};
    WaveRig rig(32);
    std::memcpy(rig.memory->at(WaveRig::kCode, 8, true), words, sizeof(words));
    rig.wave.pc = WaveRig::kCode;
    rig.code->select(rig.wave);
    EXPECT_EQ(rig.code->fetch(rig.wave)->encoding, sim::Encoding::VOPD);
    rig.wave.lanes = 64;
    rig.code->select(rig.wave);
    EXPECT_EQ(rig.code->fetch(rig.wave)->encoding, sim::Encoding::Unknown);
}

TEST(CodeCache, RegistersBeyondTheAllocationStopTheWave) {
    struct Case {
        const char* text;
        unsigned vgprs; ///< The fewest with which it runs.
    };
    for (const Case& c :
         {Case{"v_add_f64 v[0:1], v[6:7], v[2:3]", 8}, Case{"v_add_f64 v[8:9], v[2:3], v[4:5]", 10},
          Case{"v_cvt_f32_f64 v0, v[4:5]", 6}, Case{"v_cvt_f64_f32 v[4:5], v0", 6},
          Case{"v_lshlrev_b64 v[0:1], v4, v[2:3]", 5}, Case{"v_mov_b32 v4, v0", 5},
          Case{"v_mad_u64_u32 v[0:1], null, v2, v3, v[8:9]", 10}}) {
        WaveRig rig;
        patch(rig, WaveRig::kCode, c.text);
        rig.code->select(rig.wave);
        rig.wave.vgpr_count = c.vgprs - 1;
        step(rig, WaveRig::kCode);
        EXPECT_EQ(rig.wave.events, sim::kEventUnmodelled) << c.text;
        EXPECT_EQ(rig.wave.pc, WaveRig::kCode) << c.text;
        EXPECT_NE(rig.wave.stop_reason.find("v" + std::to_string(c.vgprs - 1)), std::string::npos)
            << rig.wave.stop_reason;
        rig.wave.vgpr_count = c.vgprs;
        step(rig, WaveRig::kCode);
        EXPECT_EQ(rig.wave.events, 0u) << c.text << ": " << rig.wave.stop_reason;
    }
}

} // namespace
} // namespace wb::test
