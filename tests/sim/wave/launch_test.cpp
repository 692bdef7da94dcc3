// SPDX-License-Identifier: MIT
// The state a wave starts with, against hardware.md 4.4.
#include "sim/wave/launch.h"
#include "sim/wave/poison.h"
#include "tests/sim/wave/wave_fixture.h"

namespace wb::sim::test {
namespace {

class Launch : public WaveFixture {
protected:
    ResidentGroup& launch(const ComputeDispatch& d, uint64_t index, uint32_t seed = 0) {
        EXPECT_TRUE(check_dispatch(d)) << check_dispatch(d).error().message;
        group = std::make_unique<ResidentGroup>();
        for (auto& wave : group->waves)
            wave = std::make_unique<ResidentWave>();
        group->place = *occupancy.place(group_needs(d));
        LaunchContext context;
        context.memory = memory.get();
        context.seed = seed;
        context.launch_number = 40;
        launch_group(d, index, context, *group);
        return *group;
    }
    Occupancy occupancy;
    std::unique_ptr<ResidentGroup> group;
};

TEST_F(Launch, UserDataThenWorkgroupIdsThenGroupSize) {
    ComputeDispatch d = dispatch_of(4, 100);
    d.end_group = {4, 3, 2};
    rsrc2::tgid_z_en.set(d.rsrc2, 1); // x and z, not y
    const Wave& wave = launch(d, 4 * 3 * 1 + 4 * 2 + 3).waves[1]->wave;
    EXPECT_EQ(wave.sgpr[0], d.user_data[0]);
    EXPECT_EQ(wave.sgpr[1], d.user_data[1]);
    EXPECT_EQ(wave.sgpr[2], 3u);
    EXPECT_EQ(wave.sgpr[3], 1u);
    EXPECT_EQ(wave.sgpr[4] & 0x3f, 2u) << "waves in group";
    EXPECT_EQ(wave.sgpr[4] >> 20 & 0x1f, 1u) << "wave in group";
    EXPECT_EQ(wave.sgpr[4] >> 31, 0u) << "not the first wave";
    EXPECT_EQ(group->waves[0]->wave.sgpr[4] >> 31, 1u);
    EXPECT_EQ(group->group.id[1], 2u);
    EXPECT_EQ(wave.pc, kCode);
}

TEST_F(Launch, PackedThreadIdsXFastest) {
    ComputeDispatch d = dispatch_of(1, 0);
    d.threads = d.last_threads = {5, 4, 6};
    launch(d, 0);
    ASSERT_EQ(group->group.wave_count, 2u);
    const Wave& second = group->waves[1]->wave;
    // Lane 3 of wave 1 is thread 67 = 2 + 5 * (1 + 4 * 3).
    EXPECT_EQ(second.v[0].lane[3], 2u | 1u << 10 | 3u << 20);
    EXPECT_EQ(second.exec(), (1ull << 56) - 1) << "120 threads: 56 in the second wave";
    EXPECT_EQ(group->waves[0]->wave.exec(), ~0ull);
}

TEST_F(Launch, Wave32HasMoreWavesAndNarrowExec) {
    ComputeDispatch d = dispatch_of(1, 40);
    d.wave32 = true;
    launch(d, 0);
    ASSERT_EQ(group->group.wave_count, 2u);
    EXPECT_EQ(group->waves[1]->wave.exec(), 0xffu);
    EXPECT_EQ(group->waves[1]->wave.lanes, 32u);
    EXPECT_EQ(group->waves[0]->wave.vgpr_count, 32u) << "(3 + 1) * 8";
    EXPECT_EQ(group->waves[0]->wave.ib_sts2 >> 11 & 1, 0u);
}

TEST_F(Launch, PartialGroupAtTheEnd) {
    ComputeDispatch d = dispatch_of(3, 64);
    d.last_threads[0] = 7;
    EXPECT_EQ(launch(d, 1).waves[0]->wave.exec(), ~0ull);
    EXPECT_EQ(launch(d, 2).waves[0]->wave.exec(), 0x7full);
}

TEST_F(Launch, ModeFromFloatModeAndResources) {
    ComputeDispatch d = dispatch_of(1, 64);
    rsrc1::dx10_clamp.set(d.rsrc1, 1);
    rsrc1::ieee.set(d.rsrc1, 1);
    rsrc1::fp16_ovfl.set(d.rsrc1, 1);
    rsrc1::debug_mode.set(d.rsrc1, 1);
    rsrc2::excp_en_msb.set(d.rsrc2, 2);
    rsrc3::trap_on_end.set(d.rsrc3, 1);
    const uint32_t mode = launch(d, 0).waves[0]->wave.mode;
    EXPECT_EQ(mode, 0xC0u | 1u << 8 | 1u << 9 | 1u << 11 | 1u << 20 | 1u << 21 | 1u << 23);
}

TEST_F(Launch, IdentityRegistersSayWhereTheWaveIs) {
    ComputeDispatch d = dispatch_of(64, 256);
    d.me = 1;
    d.pipe = 2;
    rsrc2::lds_size.set(d.rsrc2, 3); // 1536 bytes, allocated as 2048
    for (int i = 0; i < 20; ++i)
        launch(d, 0);
    for (unsigned i = 0; i < 4; ++i) {
        const Wave& wave = group->waves[i]->wave;
        const WavePlace& place = group->place.waves[i];
        EXPECT_EQ(wave.hw_id1 & 0x1f, place.wave_id);
        EXPECT_EQ(wave.hw_id1 >> 8 & 3, place.simd);
        EXPECT_EQ(wave.hw_id1 >> 10 & 0xf, wave.wgp_index % 4);
        EXPECT_EQ(wave.hw_id1 >> 16 & 1, wave.wgp_index / 4 % 2);
        EXPECT_EQ(wave.hw_id1 >> 18 & 7, wave.wgp_index / 8);
        EXPECT_EQ(wave.hw_id2 >> 8 & 3, 1u) << "ME";
        EXPECT_EQ(wave.hw_id2 >> 4 & 3, 2u) << "pipe";
        EXPECT_EQ(wave.hw_id2 >> 24, vm->vmid());
        EXPECT_EQ((wave.gpr_alloc >> 12 & 0xff), 3u) << "16 VGPRs in fours, less one";
        EXPECT_EQ(wave.lds_alloc >> 12 & 0x1ff, 2048u / 256);
        EXPECT_EQ(wave.ib_sts2 >> 11 & 1, 1u);
    }
    EXPECT_EQ(group->group.lds.size(), 1536u);
}

TEST_F(Launch, ScratchSlotsDoNotOverlap) {
    ComputeDispatch d = dispatch_of(64, 128);
    rsrc2::scratch_en.set(d.rsrc2, 1);
    tmpring::waves.set(d.tmpring_size, 32);
    tmpring::wavesize.set(d.tmpring_size, 4); // 1 KiB
    d.scratch_base = kData;
    std::vector<uint64_t> bases;
    for (int i = 0; i < 24; ++i) {
        launch(d, 0);
        for (unsigned w = 0; w < 2; ++w) {
            EXPECT_EQ(group->waves[w]->wave.scratch_size, 1024u);
            bases.push_back(group->waves[w]->wave.flat_scratch);
        }
    }
    std::sort(bases.begin(), bases.end());
    for (size_t i = 1; i < bases.size(); ++i)
        EXPECT_GE(bases[i] - bases[i - 1], 1024u);
    EXPECT_GE(bases.front(), kData);
    EXPECT_LE(bases.back() + 1024, kData + 6 * 32 * 1024) << "what the driver allocates for 32 waves per SE";
}

TEST_F(Launch, EverythingElseIsPoisonThatDependsOnTheSeed) {
    const ComputeDispatch d = dispatch_of(1, 64);
    launch(d, 0, 1);
    const Wave& wave = group->waves[0]->wave;
    EXPECT_EQ(wave.sgpr[50] & 0xffff0000u, kPoisonSgpr);
    EXPECT_EQ(wave.sgpr[kM0] & 0xffff0000u, kPoisonSgpr);
    EXPECT_EQ(wave.sgpr[kVccLo] & 0xffff0000u, kPoisonSgpr);
    EXPECT_EQ(wave.sgpr[kTtmp0 + 8] & 0xffff0000u, kPoisonTtmp);
    EXPECT_EQ(wave.v[5].lane[63] & 0xffff0000u, kPoisonVgpr);
    const uint32_t before = wave.sgpr[50], vector_before = wave.v[5].lane[9];
    launch(d, 0, 2);
    EXPECT_NE(group->waves[0]->wave.sgpr[50], before);
    EXPECT_NE(group->waves[0]->wave.v[5].lane[9], vector_before);
}

TEST_F(Launch, StatusBits) {
    ComputeDispatch d = dispatch_of(1, 128);
    const uint32_t two = launch(d, 0).waves[0]->wave.status;
    EXPECT_TRUE(status::valid.get(two));
    EXPECT_TRUE(status::in_tg.get(two));
    EXPECT_FALSE(status::trap_en.get(two));
    EXPECT_FALSE(status::priv.get(two));
    EXPECT_FALSE(status::in_tg.get(launch(dispatch_of(1, 64), 0).waves[0]->wave.status));
}

TEST_F(Launch, RefusesWhatIsNotModelled) {
    const auto refused = [](const ComputeDispatch& d) {
        return check_dispatch(d) ? "" : check_dispatch(d).error().message;
    };
    ComputeDispatch d = dispatch_of(1, 64);
    rsrc1::priv.set(d.rsrc1, 1);
    EXPECT_NE(refused(d).find("PRIV"), std::string::npos);
    d = dispatch_of(1, 64);
    rsrc2::excp_en.set(d.rsrc2, 4);
    EXPECT_NE(refused(d).find("EXCP_EN"), std::string::npos);
    d = dispatch_of(1, 64);
    rsrc3::shared_vgpr_cnt.set(d.rsrc3, 1);
    EXPECT_NE(refused(d).find("SHARED_VGPR_CNT"), std::string::npos);
    d = dispatch_of(1, 1025);
    EXPECT_NE(refused(d).find("1025 threads"), std::string::npos);
    d = dispatch_of(1, 64);
    rsrc2::scratch_en.set(d.rsrc2, 1);
    EXPECT_NE(refused(d).find("TMPRING_SIZE"), std::string::npos);
}

} // namespace
} // namespace wb::sim::test
