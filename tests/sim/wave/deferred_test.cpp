// SPDX-License-Identifier: MIT
// Deferred loads: what is read before the wait that covers its load is poison, what is read after it is not.
#include "tests/sim/wave/wave_fixture.h"

#include "sim/wave/poison.h"

namespace wb::sim::test {
namespace {

// Words as LLVM 19 assembles the text beside them; s[0:1] is the buffer, v0 the thread's number.
constexpr uint32_t kAddresses[] = {
    0x30020082, // v_lshlrev_b32_e32 v1, 2, v0
};
constexpr uint32_t kLoadTwo[] = {
    0xdc520100, 0x02000001, // global_load_b32 v2, v1, s[0:1] offset:256
    0xdc520200, 0x03000001, // global_load_b32 v3, v1, s[0:1] offset:512
};
constexpr uint32_t kWaitForOldest[] = {0xbf8907f7}; // s_waitcnt vmcnt(1)
constexpr uint32_t kWaitForVector[] = {0xbf8903f7}; // s_waitcnt vmcnt(0)
constexpr uint32_t kWaitForScalar[] = {0xbf89fc07}; // s_waitcnt lgkmcnt(0)
constexpr uint32_t kWaitAllButOne[] = {0xbf89fc17}; // s_waitcnt lgkmcnt(1)
constexpr uint32_t kWaitIdle[] = {0xbf8a0000};      // s_wait_idle
constexpr uint32_t kAddAndStore[] = {
    0x4a080702,             // v_add_nc_u32_e32 v4, v2, v3
    0xdc6a0000, 0x00000401, // global_store_b32 v1, v4, s[0:1]
};
constexpr uint32_t kLoadScalar[] = {
    0xf4000200, 0xf8000100, // s_load_b32 s8, s[0:1], 0x100
    0xf4000240, 0xf8000200, // s_load_b32 s9, s[0:1], 0x200
};
constexpr uint32_t kStoreScalar[] = {
    0x7e080208,             // v_mov_b32_e32 v4, s8
    0xdc6a0000, 0x00000401, // global_store_b32 v1, v4, s[0:1]
};
constexpr uint32_t kLdsRound[] = {
    0xd8340000, 0x00000001, // ds_store_b32 v1, v0
    0xd8d80000, 0x04000001, // ds_load_b32 v4, v1
    0xd8d80000, 0x05000001, // ds_load_b32 v5, v1
};
constexpr uint32_t kStoreV4[] = {
    0xdc6a0000, 0x00000401, // global_store_b32 v1, v4, s[0:1]
};
constexpr uint32_t kOverwrite[] = {
    0x7e0402aa, // v_mov_b32_e32 v2, 42
};
constexpr uint32_t kStoreV2[] = {
    0xdc6a0000, 0x00000201, // global_store_b32 v1, v2, s[0:1]
};
constexpr uint32_t kEnd[] = {0xbfb00000}; // s_endpgm

constexpr uint32_t kFirst = 0x1000, kSecond = 0x200;

class Deferred : public WaveFixture {
protected:
    void SetUp() override {
        WaveFixture::SetUp();
        make_device({.deferred_loads = true});
        for (unsigned i = 0; i < 64; ++i) {
            set_word(kData + 256 + i * 4, kFirst + i);
            set_word(kData + 512 + i * 4, kSecond + i);
        }
    }
    /// The words that a wave wrote, after it ran `parts` one after another.
    std::vector<uint32_t> results(std::initializer_list<std::span<const uint32_t>> parts) {
        put(kCode, concat(parts));
        ComputeDispatch d = dispatch_of(1, 64);
        rsrc2::lds_size.set(d.rsrc2, 1);
        EXPECT_EQ(run(d).end, JobEnd::Done);
        std::vector<uint32_t> words(64);
        for (unsigned i = 0; i < 64; ++i)
            words[i] = data(i);
        return words;
    }
    static bool poisoned(uint32_t word) { return (word & 0xffff'0000u) == kPoisonPending; }
};

TEST_F(Deferred, AWaitLandsWhatItCovers) {
    const auto words = results({kAddresses, kLoadTwo, kWaitForVector, kAddAndStore, kEnd});
    for (unsigned i = 0; i < 64; ++i)
        ASSERT_EQ(words[i], kFirst + kSecond + 2 * i);
}

TEST_F(Deferred, WithoutAWaitPoisonIsRead) {
    const auto words = results({kAddresses, kLoadTwo, kStoreV2, kEnd});
    for (unsigned i = 0; i < 64; ++i)
        ASSERT_TRUE(poisoned(words[i])) << words[i];
}

TEST_F(Deferred, VectorLoadsLandInOrder) {
    auto words = results({kAddresses, kLoadTwo, kWaitForOldest, kStoreV2, kEnd});
    for (unsigned i = 0; i < 64; ++i)
        ASSERT_EQ(words[i], kFirst + i);
    words = results({kAddresses, kLoadTwo, kWaitForOldest, kAddAndStore, kEnd});
    for (unsigned i = 0; i < 64; ++i)
        ASSERT_NE(words[i], kFirst + kSecond + 2 * i);
}

TEST_F(Deferred, OnlyZeroCoversScalarLoads) {
    EXPECT_TRUE(poisoned(results({kAddresses, kLoadScalar, kWaitAllButOne, kStoreScalar, kEnd})[5]));
    EXPECT_EQ(results({kAddresses, kLoadScalar, kWaitForScalar, kStoreScalar, kEnd})[5], kFirst);
}

TEST_F(Deferred, LdsLandsInOrder) {
    const auto words = results({kAddresses, kLdsRound, kWaitAllButOne, kStoreV4, kEnd});
    for (unsigned i = 0; i < 64; ++i)
        ASSERT_EQ(words[i], i);
    EXPECT_TRUE(poisoned(results({kAddresses, kLdsRound, kStoreV4, kEnd})[5]));
}

TEST_F(Deferred, ScalarLoadsBetweenMayHaveLandedInsteadOfLds) {
    // Four are out (a store and two loads of LDS, one scalar load); one left may be any of LDS's.
    const auto words =
        results({kAddresses, kLdsRound, std::span(kLoadScalar).first(2), kWaitAllButOne, kStoreV4, kEnd});
    EXPECT_EQ(words[5], 5u) << "the first load of LDS: two of the three are done";
}

TEST_F(Deferred, ALoadLandsOnWhatWasWrittenMeanwhile) {
    const auto words = results({kAddresses, kLoadTwo, kOverwrite, kWaitForVector, kStoreV2, kEnd});
    for (unsigned i = 0; i < 64; ++i)
        ASSERT_EQ(words[i], kFirst + i);
}

TEST_F(Deferred, WaitIdleCoversAll) {
    const auto words = results({kAddresses, kLoadTwo, kLoadScalar, kWaitIdle, kAddAndStore, kEnd});
    for (unsigned i = 0; i < 64; ++i)
        ASSERT_EQ(words[i], kFirst + kSecond + 2 * i);
}

TEST_F(Deferred, TheNextWaveBeginsAnew) {
    results({kAddresses, kLoadTwo, kLoadScalar, kEnd}); // ends with loads on their way
    const auto words = results({kAddresses, kOverwrite, kWaitIdle, kStoreV2, kEnd});
    for (unsigned i = 0; i < 64; ++i)
        ASSERT_EQ(words[i], 42u);
}

} // namespace
} // namespace wb::sim::test
