// SPDX-License-Identifier: MIT
// From compute registers and a dispatch packet to a ComputeDispatch (hardware.md 4.3 "DISPATCH initiator",
// 4.4).
#pragma once

#include "common/result.h"
#include "sim/cp/registers.h"
#include "sim/kernel/ring_port.h"
#include "sim/wave/dispatch.h"

namespace wb::sim {

namespace initiator {
inline constexpr Field compute_shader_en{0, 1}, partial_tg_en{1, 1}, force_start_at_000{2, 1},
    use_thread_dimensions{5, 1}, order_mode{6, 1}, tunnel_enable{13, 1}, cs_w32_en{15, 1};
inline constexpr uint32_t known = compute_shader_en.mask() | partial_tg_en.mask() |
                                  force_start_at_000.mask() | use_thread_dimensions.mask() |
                                  order_mode.mask() | tunnel_enable.mask() | cs_w32_en.mask();
} // namespace initiator

/// `dims`: groups (or threads, with USE_THREAD_DIMENSIONS) in each dimension; without FORCE_START_AT_000 they
/// are end values and COMPUTE_START_* the first group. Errors name a bit that is not modelled.
Result<ComputeDispatch> make_dispatch(const RegisterFile& registers, RingId ring, unsigned vmid,
                                      const uint32_t (&dims)[3], uint32_t initiator);

} // namespace wb::sim
