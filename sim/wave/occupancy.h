// SPDX-License-Identifier: MIT
// Which wave slots, vector registers and LDS of the device are in use, and where a new workgroup goes.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>

namespace wb::sim {

// navi31, hardware.md 4.4 ("Occupancy model").
inline constexpr unsigned kShaderEngines = 6, kShaderArrays = 2, kWgpsPerArray = 4, kSimdsPerWgp = 4;
inline constexpr unsigned kWavesPerSimd = 16;
inline constexpr unsigned kWgps = kShaderEngines * kShaderArrays * kWgpsPerArray;
inline constexpr unsigned kMaxWavesPerGroup = 32;
inline constexpr unsigned kVgprsPerSimd = 1536; ///< Counted in wave32 registers.
inline constexpr unsigned kLdsPerWgp = 128 * 1024;

/// What one workgroup needs of a WGP.
struct GroupNeeds {
    unsigned waves = 1;     ///< 1..kMaxWavesPerGroup.
    unsigned vgprs = 0;     ///< Per wave, in wave32 registers, already rounded to the allocation block.
    unsigned lds_bytes = 0; ///< Already rounded to the allocation block.
    bool wgp_mode = true;   ///< May use all four SIMDs; else (CU mode) one of the two pairs.
    unsigned scratch_waves_per_engine =
        0;              ///< TMPRING_SIZE.WAVES: scratch slots of each shader engine; 0 = no scratch.
    unsigned queue = 0; ///< Index of the queue whose scratch slots count (0..7).
};

/// Where one wave sits. HW_ID1 shows these numbers.
struct WavePlace {
    uint8_t simd = 0, wave_id = 0;
    uint16_t vgpr_base = 0;    ///< In wave32 registers.
    uint16_t scratch_slot = 0; ///< Within the queue's slots of the shader engine.
};

/// Where a workgroup sits.
struct GroupPlace {
    unsigned wgp_index = 0;  ///< 0..kWgps-1: ((se * 2) + sa) * 4 + wgp.
    unsigned group_slot = 0; ///< HW_ID2.WG_ID.
    unsigned lds_base = 0;
    std::array<WavePlace, kMaxWavesPerGroup> waves{};
    unsigned shader_engine() const { return wgp_index / (kShaderArrays * kWgpsPerArray); }
    unsigned shader_array() const { return wgp_index / kWgpsPerArray % kShaderArrays; }
    unsigned wgp() const { return wgp_index % kWgpsPerArray; }
};

/// The device's free list. Any thread.
class Occupancy {
public:
    /// Takes room for a group, going round the WGPs so that neighbours land on different shader engines.
    /// Nothing when no WGP has room now.
    std::optional<GroupPlace> place(const GroupNeeds& needs);
    /// Gives back what place() took.
    void release(const GroupPlace& place, const GroupNeeds& needs);
    /// True when an empty device could hold such a group at all.
    static bool can_ever_hold(const GroupNeeds& needs);
    unsigned waves_in_use() const;

private:
    struct Simd {
        uint16_t used_waves = 0; ///< Bit i: wave id i is taken.
        unsigned vgprs = 0;
    };
    struct Wgp {
        std::array<Simd, kSimdsPerWgp> simds;
        uint32_t used_groups = 0;
        unsigned lds = 0;
    };
    static constexpr unsigned kQueues = 8, kScratchWords = 64; ///< Up to 4095 scratch waves per engine.
    using ScratchMap = std::array<uint64_t, kScratchWords>;

    bool try_place(unsigned wgp_index, const GroupNeeds& needs, GroupPlace& out);

    mutable std::mutex mutex_;
    std::array<Wgp, kWgps> wgps_;
    std::array<std::array<ScratchMap, kShaderEngines>, kQueues> scratch_{};
    std::array<std::array<unsigned, kShaderEngines>, kQueues> scratch_used_{};
    unsigned next_ = 0;
    unsigned waves_ = 0;
};

} // namespace wb::sim
