// SPDX-License-Identifier: MIT
// Memory atomics of GLOBAL and FLAT: operations, return values, and races with another thread.
#include "mem_fixture.h"

#include <bit>
#include <thread>

namespace wb::sim::test {
namespace {

class MemoryAtomicTest : public MemoryTest {
protected:
    static constexpr uint64_t kWord = kBuffer + 64;
    /// Runs `name` in lane 2 on `old` with the data words `data`, `data2`; returns the new memory.
    uint64_t result(const char* name, uint64_t old, uint64_t data, uint64_t data2 = 0, bool glc = true) {
        set_exec(4);
        const bool wide = std::string_view(name).ends_with("64");
        memory->store<uint64_t>(kWord, old);
        fill64(0, [](unsigned) { return kWord; });
        fill64(4, [&](unsigned) { return data; });
        fill64(wide ? 6 : 5, [&](unsigned) { return data2; });
        fill64(8, [](unsigned) { return 0xdddd'dddd'dddd'ddddu; });
        run(std::string_view(name).starts_with("flat") ? flat(name, 8, 0, 4, 0, glc)
                                                       : global(name, 8, 0, 4, kNull, 0, glc));
        returned = v64(8, 2);
        return memory->load<uint64_t>(kWord);
    }
    uint64_t returned = 0;
};
WB_FOR_BOTH_WAVE_SIZES(MemoryAtomicTest);

constexpr uint64_t kUntouched = 0xdddd'dddd'dddd'dddd;

TEST_P(MemoryAtomicTest, Operations) {
    const struct {
        const char* op; ///< With the type letter; run with 32 and 64 bits, by GLOBAL and FLAT.
        uint64_t old, data, data2, expected;
    } cases[] = {
        {"add_u", 7, 5, 0, 12},      {"sub_u", 7, 5, 0, 2},      {"swap_b", 7, 5, 0, 5},
        {"and_b", 12, 10, 0, 8},     {"or_b", 12, 10, 0, 14},    {"xor_b", 12, 10, 0, 6},
        {"min_u", 7, 9, 0, 7},       {"max_u", 7, 9, 0, 9},      {"min_i", 7, 5, 0, 5},
        {"max_i", 7, 5, 0, 7},       {"inc_u", 7, 7, 0, 0},      {"inc_u", 6, 7, 0, 7},
        {"dec_u", 0, 7, 0, 7},       {"dec_u", 8, 7, 0, 7},      {"dec_u", 3, 7, 0, 2},
        {"cmpswap_b", 7, 50, 7, 50}, {"cmpswap_b", 7, 50, 8, 7},
    };
    for (const auto& test : cases) {
        for (const char* prefix : {"global_atomic_", "flat_atomic_"}) {
            for (const char* width : {"32", "64"}) {
                const std::string name = std::string(prefix) + test.op + width;
                EXPECT_EQ(result(name.c_str(), test.old, test.data, test.data2), test.expected) << name;
                EXPECT_EQ(returned, width[0] == '6' ? test.old : (kUntouched & ~0xffff'ffffull) | test.old)
                    << name;
                EXPECT_EQ(result(name.c_str(), test.old, test.data, test.data2, false), test.expected)
                    << name;
                EXPECT_EQ(returned, kUntouched) << name; // Without GLC nothing comes back.
            }
        }
    }
}

TEST_P(MemoryAtomicTest, SignsWidthsAndClampedSub) {
    EXPECT_EQ(result("global_atomic_min_i32", 3, 0xffff'ffff), 0xffff'ffffu);
    EXPECT_EQ(result("global_atomic_max_i32", 3, 0xffff'ffff), 3u);
    EXPECT_EQ(result("global_atomic_min_i64", 3, ~0ull), ~0ull);
    EXPECT_EQ(result("global_atomic_add_u32", 0xffff'ffff, 1), 0u);
    EXPECT_EQ(result("global_atomic_add_u64", 0xffff'ffff, 1), 1ull << 32);
    EXPECT_EQ(result("global_atomic_csub_u32", 7, 5), 2u);
    EXPECT_EQ(result("global_atomic_csub_u32", 5, 7), 0u);
}

TEST_P(MemoryAtomicTest, Floats) {
    const auto bits = [](float value) { return uint64_t(std::bit_cast<uint32_t>(value)); };
    EXPECT_EQ(result("global_atomic_add_f32", bits(0.5f), bits(-2)), bits(-1.5f));
    EXPECT_EQ(result("global_atomic_min_f32", bits(0.5f), bits(-2)), bits(-2));
    EXPECT_EQ(result("flat_atomic_max_f32", bits(0.5f), bits(-2)), bits(0.5f));
    EXPECT_EQ(result("flat_atomic_cmpswap_f32", bits(-0.f), bits(3), bits(0)), bits(3));
}

TEST_P(MemoryAtomicTest, MisalignedAndUnmappedAreFaults) {
    set_exec(1);
    for (const uint64_t address : {kBuffer + 2, kUnmapped}) {
        wave.events = 0;
        fill64(0, [&](unsigned) { return address; });
        run(global("global_atomic_add_u32", 8, 0, 4));
        EXPECT_EQ(wave.events, unsigned(kEventMemoryFault));
        EXPECT_EQ(wave.fault.address, address);
    }
    EXPECT_EQ(memory->load<uint64_t>(kBuffer), 0u);
}

TEST_P(MemoryAtomicTest, TwoThreadsLoseNoUpdate) {
    constexpr unsigned kRounds = 2000;
    for (const char* name : {"global_atomic_add_u32", "global_atomic_inc_u32", "global_atomic_add_f32",
                             "global_atomic_add_u64"}) {
        const bool is_float = std::string_view(name).ends_with("f32");
        memory->store<uint64_t>(kWord, 0);
        set_exec(~0ull);
        fill64(0, [](unsigned) { return kWord; });
        const uint32_t one = is_float ? std::bit_cast<uint32_t>(1.0f) : 1;
        const bool is_inc = std::string_view(name).find("inc") != std::string_view::npos;
        fill64(4, [&](unsigned) { return uint64_t(is_inc ? 0xffff'ffff : one); });
        // The same wave state on a second executor thread: what it would be for a wave of another ring.
        std::thread other([&] {
            GpuMemory::ExecutorThread second(*memory);
            Wave wave2;
            std::vector<Vgpr> registers2 = registers;
            wave2.lanes = wave.lanes;
            wave2.v = registers2.data();
            wave2.vgpr_count = kVgprs;
            wave2.memory = memory.get();
            wave2.set_exec(wave2.all_lanes());
            Inst inst;
            decode(global(name, 8, 0, 4), wave2.lanes, inst);
            for (unsigned i = 0; i < kRounds; ++i)
                inst.exec(wave2, inst);
        });
        for (unsigned i = 0; i < kRounds; ++i)
            run(global(name, 8, 0, 4));
        other.join();
        const uint32_t total = 2 * kRounds * lanes();
        const uint32_t low = memory->load<uint32_t>(kWord);
        EXPECT_EQ(is_float ? uint32_t(std::bit_cast<float>(low)) : low, total) << name;
    }
}

} // namespace
} // namespace wb::sim::test
