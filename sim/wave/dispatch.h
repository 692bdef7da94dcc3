// SPDX-License-Identifier: MIT
// One compute dispatch as the wave launcher gets it from the command processor: the registers of hardware.md
// 4.4 and the size of the grid.
#pragma once

#include "sim/isa/registers.h"

#include <array>
#include <cstdint>

namespace wb::sim {

namespace rsrc1 {
inline constexpr Field vgprs{0, 6}, sgprs{6, 4}, priority{10, 2}, float_mode{12, 8}, priv{20, 1},
    dx10_clamp{21, 1}, debug_mode{22, 1}, ieee{23, 1}, bulky{24, 1}, fp16_ovfl{26, 1}, wgp_mode{29, 1},
    mem_ordered{30, 1}, fwd_progress{31, 1};
}
namespace rsrc2 {
inline constexpr Field scratch_en{0, 1}, user_sgpr{1, 5}, trap_present{6, 1}, tgid_x_en{7, 1},
    tgid_y_en{8, 1}, tgid_z_en{9, 1}, tg_size_en{10, 1}, tidig_comp_cnt{11, 2}, excp_en_msb{13, 2},
    lds_size{15, 9}, excp_en{24, 7};
}
namespace rsrc3 {
inline constexpr Field shared_vgpr_cnt{0, 4}, inst_pref_size{4, 6}, trap_on_start{10, 1}, trap_on_end{11, 1},
    image_op{31, 1};
}
namespace tmpring {
inline constexpr Field waves{0, 12}, wavesize{12, 15}; ///< WAVESIZE in units of 256 bytes.
}

/// A dispatch. Group ids run over [first_group, end_group) in each dimension, x fastest.
struct ComputeDispatch {
    uint64_t program = 0; ///< GPU address of the first instruction.
    uint32_t rsrc1 = 0, rsrc2 = 0, rsrc3 = 0;
    std::array<uint32_t, 16> user_data{};
    std::array<uint32_t, 3> threads{1, 1, 1}; ///< Threads of a whole group.
    /// Threads of the last group in each dimension; equal to `threads` where the grid is whole.
    std::array<uint32_t, 3> last_threads{1, 1, 1};
    std::array<uint32_t, 3> first_group{}, end_group{};
    bool wave32 = false;
    uint64_t scratch_base = 0;  ///< DISPATCH_SCRATCH_BASE in bytes.
    uint64_t border_colors = 0; ///< TA_CS_BC_BASE_ADDR in bytes.
    uint32_t tmpring_size = 0;
    unsigned vmid = 1;
    unsigned me = 0, pipe = 0, queue = 0; ///< Identity of the queue, for HW_ID2.
    unsigned ring_index = 0;              ///< 0..7: whose scratch slots are used.

    unsigned lanes() const { return wave32 ? 32 : 64; }
    unsigned vgpr_count() const { return (rsrc1::vgprs.get(rsrc1) + 1) * (wave32 ? 8 : 4); }
    uint64_t group_count() const {
        uint64_t count = 1;
        for (unsigned i = 0; i < 3; ++i)
            count *= end_group[i] > first_group[i] ? end_group[i] - first_group[i] : 0;
        return count;
    }
    uint64_t thread_count() const {
        if (group_count() == 0) return 0;
        uint64_t count = 1;
        for (unsigned i = 0; i < 3; ++i)
            count *= uint64_t(end_group[i] - first_group[i] - 1) * threads[i] + last_threads[i];
        return count;
    }
};

} // namespace wb::sim
