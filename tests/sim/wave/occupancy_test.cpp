// SPDX-License-Identifier: MIT
#include "sim/wave/occupancy.h"

#include <gtest/gtest.h>
#include <set>
#include <tuple>

namespace wb::sim {
namespace {

TEST(Occupancy, AnEmptyDeviceHoldsItsWaveSlotsOnceEach) {
    Occupancy occupancy;
    GroupNeeds needs;
    needs.waves = 2;
    needs.vgprs = 24;
    std::set<std::tuple<unsigned, unsigned, unsigned>> seen;
    unsigned groups = 0;
    while (const auto place = occupancy.place(needs)) {
        ++groups;
        for (unsigned i = 0; i < needs.waves; ++i)
            EXPECT_TRUE(
                seen.insert({place->wgp_index, place->waves[i].simd, place->waves[i].wave_id}).second);
    }
    EXPECT_EQ(groups, 48u * 4 * 16 / 2);
    EXPECT_EQ(occupancy.waves_in_use(), 48u * 4 * 16);
}

TEST(Occupancy, NeighboursLandOnDifferentShaderEngines) {
    Occupancy occupancy;
    std::set<unsigned> engines;
    for (unsigned i = 0; i < kShaderEngines; ++i)
        engines.insert(occupancy.place({})->shader_engine());
    EXPECT_EQ(engines.size(), kShaderEngines);
}

TEST(Occupancy, RegistersAndLdsLimit) {
    Occupancy occupancy;
    GroupNeeds needs;
    needs.vgprs = 512; // three waves to a SIMD
    unsigned groups = 0;
    while (occupancy.place(needs))
        ++groups;
    EXPECT_EQ(groups, 48u * 4 * 3);

    Occupancy second;
    GroupNeeds lds;
    lds.lds_bytes = 64 * 1024;
    groups = 0;
    while (second.place(lds))
        ++groups;
    EXPECT_EQ(groups, 48u * 2);
}

TEST(Occupancy, CuModeStaysOnOnePairOfSimds) {
    Occupancy occupancy;
    GroupNeeds needs;
    needs.waves = 8;
    needs.wgp_mode = false;
    for (unsigned n = 0; n < 200; ++n) {
        const auto place = occupancy.place(needs);
        ASSERT_TRUE(place);
        for (unsigned i = 1; i < needs.waves; ++i)
            EXPECT_EQ(place->waves[i].simd / 2, place->waves[0].simd / 2);
    }
}

TEST(Occupancy, ReleaseGivesEverythingBack) {
    Occupancy occupancy;
    GroupNeeds needs;
    needs.waves = 32;
    needs.vgprs = 48;
    needs.lds_bytes = 32 * 1024;
    needs.scratch_waves_per_engine = 40;
    std::vector<GroupPlace> places;
    while (const auto place = occupancy.place(needs))
        places.push_back(*place);
    EXPECT_EQ(places.size(), 6u) << "one group of 32 waves in the 40 scratch slots of each shader engine";
    for (const GroupPlace& place : places)
        occupancy.release(place, needs);
    EXPECT_EQ(occupancy.waves_in_use(), 0u);
    EXPECT_TRUE(occupancy.place(needs));
}

TEST(Occupancy, SaysWhatCanNeverFit) {
    GroupNeeds needs;
    EXPECT_TRUE(Occupancy::can_ever_hold(needs));
    needs.lds_bytes = 129 * 1024;
    EXPECT_FALSE(Occupancy::can_ever_hold(needs));
    needs = {};
    needs.waves = 32;
    needs.vgprs = 512; // eight deep on four SIMDs
    EXPECT_FALSE(Occupancy::can_ever_hold(needs));
}

} // namespace
} // namespace wb::sim
