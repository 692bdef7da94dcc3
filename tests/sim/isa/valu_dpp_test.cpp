// SPDX-License-Identifier: MIT
// DPP of an addition, lane by lane as RDNA3 ISA 7.4 has it, in each level of the host: all controls, with row
// and bank masks, and lanes off.
#include "tests/sim/isa/valu_fixture.h"

namespace wb::sim::test {
namespace {

/// The lane of its row that lane `i` reads; -1: none.
int lane_read(unsigned control, int i) {
    const int n = int(control & 15), quad = i & ~3;
    if (control < 0x100) return quad + int(control >> 2 * (i - quad) & 3);
    const std::array<int, 7> by_kind = {i + n < 16 ? i + n : -1,
                                        i - n < 0 ? -1 : i - n,
                                        (i + 16 - n) % 16,
                                        -1,
                                        n ? (i & 8) + 7 - i % 8 : 15 - i,
                                        n,
                                        i ^ n};
    return by_kind[(control >> 4) - 0x10];
}
/// The controls that gfx11 defines.
std::vector<unsigned> dpp_controls() {
    std::vector<unsigned> all;
    all.reserve(0x200);
    for (unsigned control = 0; control < 0x100; ++control)
        all.push_back(control);
    for (const unsigned shift : {0x100u, 0x110u, 0x120u})
        for (unsigned n = 1; n < 16; ++n)
            all.push_back(shift + n);
    for (unsigned control = 0x140; control < 0x170; ++control)
        if (control < 0x142 || control >= 0x150) all.push_back(control);
    return all;
}

struct DppCase {
    unsigned lanes, banks = 15, rows = 15;
    uint64_t exec;
    bool bound_ctrl = false, fetch_inactive = false;
};
DppCase random_dpp(std::mt19937_64& random) {
    const uint64_t r = random();
    DppCase c{.lanes = r & 1 ? 64u : 32u, .exec = r & 2 ? ~0ull : random()};
    if (r & 4) c.banks = r >> 8 & 15, c.rows = r >> 12 & 15;
    c.bound_ctrl = r & 8, c.fetch_inactive = r & 16;
    return c;
}

/// v10 = v0 + v2, v0 with DPP: what lane `j` then holds when `from` is the lane of v0 that it reads, or -1.
uint32_t dpp_expected(const ValuWave& before, const DppCase& c, bool is_dpp16, unsigned j, int from) {
    const uint64_t exec = before.wave.exec();
    const uint32_t old = before.registers[10].lane[j], other = before.registers[2].lane[j];
    const bool masked = is_dpp16 && !((c.banks >> j % 16 / 4 & 1) && (c.rows >> j / 16 & 1));
    if (!(exec >> j & 1) || masked) return old;
    const bool readable = from >= 0 && (c.fetch_inactive || (exec >> from & 1));
    if (readable) return before.registers[0].lane[from] + other;
    return is_dpp16 && !c.bound_ctrl ? old : other;
}

void check_dpp(SimdChoice level, ValuWave& w, Inst in, const DppCase& c, uint32_t control,
               std::mt19937_64& random) {
    const bool dpp16 = in.lane_control == LaneControl::Dpp16;
    in.dpp = control | (dpp16 ? c.banks << 9 | c.rows << 13 | unsigned(c.bound_ctrl) << 17 |
                                    unsigned(c.fetch_inactive) << 18
                              : unsigned(c.fetch_inactive) << 24);
    w.wave.lanes = c.lanes;
    w.wave.set_exec(c.exec);
    for (const unsigned r : {0, 2, 10})
        for (uint32_t& word : w[r].lane)
            word = uint32_t(random());
    uint32_t want[kMaxLanes];
    for (unsigned j = 0; j < kMaxLanes; ++j) {
        const int row = int(j & ~15u), i = int(j & 15);
        const int in_row = dpp16 ? lane_read(control, i) : (i & 8) + int(control >> 3 * (i & 7) & 7);
        want[j] = j < c.lanes ? dpp_expected(w, c, dpp16, j, in_row < 0 ? -1 : row + in_row) : w[10].lane[j];
    }
    run(w, "v_add_nc_u32", in, level);
    ASSERT_EQ(w.wave.events, 0u);
    for (unsigned j = 0; j < kMaxLanes; ++j)
        ASSERT_EQ(w[10].lane[j], want[j])
            << simd_level(level).name << std::hex << " dpp " << in.dpp << " exec " << c.exec << " lane " << j;
}

TEST(ValuDppModel, EveryControlInEveryLevel) {
    for (const SimdChoice level : levels()) {
        std::mt19937_64 random(0xd990 + unsigned(level));
        ValuWave w;
        Inst in = vop3_inst();
        in.lane_control = LaneControl::Dpp16;
        for (const unsigned control : dpp_controls())
            for (unsigned round = 0; round < 24; ++round)
                ASSERT_NO_FATAL_FAILURE(check_dpp(level, w, in, random_dpp(random), control, random));
        in.lane_control = LaneControl::Dpp8;
        for (unsigned round = 0; round < 2000; ++round)
            ASSERT_NO_FATAL_FAILURE(
                check_dpp(level, w, in, random_dpp(random), uint32_t(random()) & 0xff'ffff, random));
    }
}

TEST(ValuDppModel, PermlaneInEveryLevel) {
    for (const SimdChoice level : levels()) {
        std::mt19937_64 random(0x9e16 + unsigned(level));
        ValuWave w;
        Inst in = vop3_inst();
        in.src[1] = 30, in.src[2] = 31;
        for (unsigned round = 0; round < 2000; ++round) {
            const DppCase c = random_dpp(random);
            const unsigned other = round % 2 * 16;
            in.opsel = uint8_t(unsigned(c.fetch_inactive) | unsigned(c.bound_ctrl) << 1);
            w.wave.lanes = c.lanes;
            w.wave.set_exec(c.exec);
            const uint64_t select = random(), exec = w.wave.exec();
            w.wave.sgpr[30] = uint32_t(select), w.wave.sgpr[31] = uint32_t(select >> 32);
            for (const unsigned r : {0, 10})
                for (uint32_t& word : w[r].lane)
                    word = uint32_t(random());
            uint32_t want[kMaxLanes];
            for (unsigned j = 0; j < c.lanes; ++j) {
                const unsigned from = ((j & ~15u) ^ other) + (select >> 4 * (j & 15) & 15);
                const bool readable = c.fetch_inactive || (exec >> from & 1);
                want[j] = !(exec >> j & 1) ? w[10].lane[j]
                          : readable       ? w[0].lane[from]
                          : c.bound_ctrl   ? 0
                                           : w[10].lane[j];
            }
            run(w, other ? "v_permlanex16_b32" : "v_permlane16_b32", in, level);
            for (unsigned j = 0; j < c.lanes; ++j)
                ASSERT_EQ(w[10].lane[j], want[j])
                    << simd_level(level).name << " round " << round << " lane " << j;
        }
    }
}

TEST(ValuPull, EveryLevel) {
    for (const SimdChoice level : levels()) {
        std::mt19937_64 random(0x9011 + unsigned(level));
        for (unsigned round = 0; round < 500; ++round) {
            const unsigned lanes = round & 1 ? 64 : 32, to = round % 5; // v0 and v2 are the sources.
            ValuWave w;
            for (unsigned r = 0; r < 5; ++r)
                for (uint32_t& word : w[r].lane)
                    word = uint32_t(random());
            const uint32_t offset = uint32_t(random()) & 0xffff;
            uint32_t want[kMaxLanes];
            for (unsigned j = 0; j < kMaxLanes; ++j)
                want[j] =
                    j < lanes ? w[2].lane[(j & 32) + ((w[0].lane[j] + offset) >> 2 & 31)] : w[to].lane[j];
            simd_level(level).pull(w[0].lane, offset, w[2].lane, w[to].lane, lanes);
            for (unsigned j = 0; j < kMaxLanes; ++j)
                ASSERT_EQ(w[to].lane[j], want[j]) << simd_level(level).name << " lane " << j;
        }
    }
}

} // namespace
} // namespace wb::sim::test
