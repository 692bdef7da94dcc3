// SPDX-License-Identifier: MIT
// All SIMD levels give the same bits, for every instruction, on random and corner values; and the opcode
// tables find a handler for each row.
#include "tests/sim/isa/valu_fixture.h"

#include "sim/isa/decode.h"

#include <cstring>
#include <set>
#include <string>

namespace wb::sim::test {
namespace {

TEST(ValuTables, EveryRowHasAHandler) {
    for (const OpTable* table : {&vop1_table(), &vop2_table(), &vopc_table(), &vop3_table(), &vop3p_table(),
                                 &vopd_x_table(), &vopd_y_table()})
        for (const OpRow& row : table->rows)
            EXPECT_NE(row.exec, nullptr) << row.name;
}

TEST(ValuTables, EveryKernelIsInATable) {
    std::set<std::string> rows;
    for (const OpTable* table : {&vop1_table(), &vop2_table(), &vopc_table(), &vop3_table(), &vop3p_table(),
                                 &vopd_x_table(), &vopd_y_table()})
        for (const OpRow& row : table->rows)
            rows.insert(row.name);
    const SimdLevel& level = simd_level(SimdChoice::Baseline);
    for (unsigned i = 0; i < level.family_count; ++i)
        for (unsigned j = 0; j < level.families[i].count; ++j)
            EXPECT_TRUE(rows.contains(level.families[i].rows[j].name)) << level.families[i].rows[j].name;
}

/// A word that is often a corner value of one of the widths.
uint32_t random_word(std::mt19937_64& random) {
    const uint64_t r = random();
    switch (r & 7) {
    case 0:
        return kCorners32[(r >> 8) % kCorners32.size()];
    case 1:
        return kCorners16[(r >> 8) % kCorners16.size()] | uint32_t(kCorners16[(r >> 24) % kCorners16.size()])
                                                              << 16;
    case 2:
        return uint32_t(kCorners64[(r >> 8) % kCorners64.size()] >> 32);
    case 3:
        return uint32_t(r >> 8) & 0x3f;
    case 4:
        return (uint32_t(r >> 8) & 0x807f'ffffu) | (120u + (uint32_t(r >> 40) & 15)) << 23;
    default:
        return uint32_t(r >> 32);
    }
}

struct WaveSetup {
    unsigned lanes;
    uint32_t mode;
    bool modifiers, full_exec;
};

/// Runs every instruction of two levels on the same state and compares all of it.
void compare_levels(SimdChoice a_level, SimdChoice b_level, const WaveSetup& setup, uint64_t seed) {
    std::mt19937_64 random(seed);
    ValuWave a(setup.lanes, setup.mode), b(setup.lanes, setup.mode);
    const SimdLevel& level = simd_level(a_level);
    for (unsigned i = 0; i < level.family_count; ++i)
        for (unsigned k = 0; k < level.families[i].count; ++k) {
            const char* name = level.families[i].rows[k].name;
            if (std::strstr(name, "wmma")) continue; // valu_wmma_test.cpp
            for (unsigned r = 0; r < 16; ++r)
                for (uint32_t& word : a[r].lane)
                    word = random_word(random);
            Inst in = vop3_inst();
            const bool packed = !std::strncmp(name, "v_pk_", 5) || std::strstr(name, "_mix") ||
                                !std::strncmp(name, "v_dot", 5);
            in.encoding = packed ? Encoding::VOP3P : Encoding::VOP3;
            in.opsel_hi = 7;
            if (setup.modifiers) {
                in.clamp = random() & 1;
                in.omod = random() & 3;
                if (std::strncmp(name, "v_dot", 5)) {
                    in.neg = random() & 7;
                    in.abs = random() & 7;
                    in.opsel = random() & 15;
                }
                in.src[2] = random() & 1 ? v(4) : uint16_t(242);
                if (!std::strncmp(name, "v_mqsad_u32", 11)) in.src[2] = v(4), in.clamp = 0;
            }
            in.literal = 0x3f9d'70a4;
            // Mask operands and lane selects are scalar.
            const bool scalar2 = std::strstr(name, "_ci_") || std::strstr(name, "cndmask");
            if (scalar2) in.src[2] = 30;
            if (std::strstr(name, "cmp") || std::strstr(name, "readlane") || std::strstr(name, "readfirst"))
                in.dst = 40;
            if (std::strstr(name, "readlane") || std::strstr(name, "writelane")) in.src[1] = 32;
            if (std::strstr(name, "writelane")) in.src[0] = 34;
            if (std::strstr(name, "permlane") && !std::strstr(name, "64")) in.src[1] = 36, in.src[2] = 37;
            for (unsigned s = 0; s < 110; ++s)
                a.wave.sgpr[s] = uint32_t(random());
            a.wave.sgpr[kM0] = uint32_t(random()) & 0x0003'0003;
            a.wave.set_exec(setup.full_exec ? a.wave.all_lanes() : random());
            std::memcpy(b.registers.get(), a.registers.get(), 32 * sizeof(Vgpr));
            std::memcpy(b.wave.sgpr, a.wave.sgpr, sizeof(a.wave.sgpr));
            run(a, name, in, a_level);
            run(b, name, in, b_level);
            EXPECT_EQ(a.wave.events, 0u) << name << ": " << a.wave.stop_reason;
            a.wave.events = b.wave.events = 0;
            EXPECT_EQ(std::memcmp(a.wave.sgpr, b.wave.sgpr, sizeof(a.wave.sgpr)), 0) << name;
            for (unsigned reg = 0; reg < 32; ++reg)
                for (unsigned j = 0; j < kMaxLanes; ++j)
                    if (a[reg].lane[j] != b[reg].lane[j]) {
                        ADD_FAILURE()
                            << name << " v" << reg << " lane " << j << std::hex << ": "
                            << simd_level(a_level).name << " " << a[reg].lane[j] << ", "
                            << simd_level(b_level).name << " " << b[reg].lane[j] << " mode " << setup.mode;
                        reg = 32;
                        break;
                    }
        }
}

TEST(ValuLevels, AgreeBitForBit) {
    uint64_t seed = 1;
    const std::vector<SimdChoice> all = levels();
    ASSERT_GE(all.size(), 1u);
    for (const SimdChoice other : all)
        for (const WaveSetup& setup :
             {WaveSetup{64, kRadvMode, false, true}, WaveSetup{32, kRadvMode, false, false},
              WaveSetup{64, kRadvMode, true, false}, WaveSetup{64, kAllDenormals, true, true},
              WaveSetup{32, 0x00, true, false}, WaveSetup{64, 0xff, true, false},
              WaveSetup{64, 0x3f5, true, true}, WaveSetup{32, 0x1ca, true, true}})
            for (unsigned repeat = 0; repeat < 4; ++repeat)
                compare_levels(other, SimdChoice::Baseline, setup, seed++);
}

} // namespace
} // namespace wb::sim::test
