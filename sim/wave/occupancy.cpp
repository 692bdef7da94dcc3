// SPDX-License-Identifier: MIT
#include "sim/wave/occupancy.h"

#include <bit>

namespace wb::sim {

namespace {

/// Step n of the round: shader engine first, then array, then WGP.
unsigned wgp_of_step(unsigned step) {
    const unsigned engine = step % kShaderEngines;
    const unsigned array = step / kShaderEngines % kShaderArrays;
    const unsigned wgp = step / (kShaderEngines * kShaderArrays) % kWgpsPerArray;
    return (engine * kShaderArrays + array) * kWgpsPerArray + wgp;
}

} // namespace

bool Occupancy::can_ever_hold(const GroupNeeds& needs) {
    if (needs.waves == 0 || needs.waves > kMaxWavesPerGroup || needs.lds_bytes > kLdsPerWgp) return false;
    const unsigned simds = needs.wgp_mode ? kSimdsPerWgp : kSimdsPerWgp / 2;
    const unsigned deepest = (needs.waves + simds - 1) / simds;
    if (deepest > kWavesPerSimd || deepest * needs.vgprs > kVgprsPerSimd) return false;
    return needs.scratch_waves_per_engine == 0 || needs.waves <= needs.scratch_waves_per_engine;
}

bool Occupancy::try_place(unsigned wgp_index, const GroupNeeds& needs, GroupPlace& out) {
    Wgp& wgp = wgps_[wgp_index];
    if (wgp.used_groups == ~0u || wgp.lds + needs.lds_bytes > kLdsPerWgp) return false;
    out.wgp_index = wgp_index;
    const unsigned engine = out.shader_engine();
    if (needs.scratch_waves_per_engine != 0 &&
        scratch_used_[needs.queue][engine] + needs.waves > needs.scratch_waves_per_engine)
        return false;

    const unsigned simds = needs.wgp_mode ? kSimdsPerWgp : kSimdsPerWgp / 2;
    unsigned first = 0;
    if (!needs.wgp_mode) {
        const unsigned low = std::popcount(wgp.simds[0].used_waves) + std::popcount(wgp.simds[1].used_waves);
        const unsigned high = std::popcount(wgp.simds[2].used_waves) + std::popcount(wgp.simds[3].used_waves);
        if (high < low) first = 2;
    }
    std::array<Simd, kSimdsPerWgp> trial = wgp.simds;
    for (unsigned i = 0; i < needs.waves; ++i) {
        unsigned best = first;
        for (unsigned s = first; s < first + simds; ++s)
            if (std::popcount(trial[s].used_waves) < std::popcount(trial[best].used_waves)) best = s;
        Simd& simd = trial[best];
        if (simd.used_waves == 0xffff || simd.vgprs + needs.vgprs > kVgprsPerSimd) return false;
        const unsigned id = unsigned(std::countr_one(simd.used_waves));
        out.waves[i] = {uint8_t(best), uint8_t(id), uint16_t(simd.vgprs), 0};
        simd.used_waves |= uint16_t(1u << id);
        simd.vgprs += needs.vgprs;
    }
    wgp.simds = trial;
    out.group_slot = unsigned(std::countr_one(wgp.used_groups));
    wgp.used_groups |= 1u << out.group_slot;
    out.lds_base = wgp.lds;
    wgp.lds += needs.lds_bytes;
    waves_ += needs.waves;
    if (needs.scratch_waves_per_engine != 0) {
        ScratchMap& map = scratch_[needs.queue][engine];
        unsigned slot = 0;
        for (unsigned i = 0; i < needs.waves; ++i, ++slot) {
            while (map[slot / 64] >> (slot % 64) & 1)
                ++slot;
            map[slot / 64] |= 1ull << (slot % 64);
            out.waves[i].scratch_slot = uint16_t(slot);
        }
        scratch_used_[needs.queue][engine] += needs.waves;
    }
    return true;
}

std::optional<GroupPlace> Occupancy::place(const GroupNeeds& needs) {
    const std::lock_guard lock(mutex_);
    GroupPlace out;
    for (unsigned i = 0; i < kWgps; ++i) {
        const unsigned step = (next_ + i) % kWgps;
        if (!try_place(wgp_of_step(step), needs, out)) continue;
        next_ = (step + 1) % kWgps;
        return out;
    }
    return std::nullopt;
}

void Occupancy::release(const GroupPlace& place, const GroupNeeds& needs) {
    const std::lock_guard lock(mutex_);
    Wgp& wgp = wgps_[place.wgp_index];
    for (unsigned i = 0; i < needs.waves; ++i) {
        Simd& simd = wgp.simds[place.waves[i].simd];
        simd.used_waves &= uint16_t(~(1u << place.waves[i].wave_id));
        simd.vgprs -= needs.vgprs;
        if (needs.scratch_waves_per_engine != 0) {
            const unsigned slot = place.waves[i].scratch_slot;
            scratch_[needs.queue][place.shader_engine()][slot / 64] &= ~(1ull << (slot % 64));
        }
    }
    if (needs.scratch_waves_per_engine != 0) scratch_used_[needs.queue][place.shader_engine()] -= needs.waves;
    wgp.used_groups &= ~(1u << place.group_slot);
    wgp.lds -= needs.lds_bytes;
    waves_ -= needs.waves;
}

unsigned Occupancy::waves_in_use() const {
    const std::lock_guard lock(mutex_);
    return waves_;
}

} // namespace wb::sim
