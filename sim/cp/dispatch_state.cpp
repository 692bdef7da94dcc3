// SPDX-License-Identifier: MIT
#include "sim/cp/dispatch_state.h"

#include "sim/text.h"

namespace wb::sim {

namespace {

constexpr Field kFull{0, 16}, kPartial{16, 16};

/// A program or scratch address: va >> 8 in two registers, 48 bits.
uint64_t shifted_address(uint32_t low, uint32_t high) {
    const uint64_t value = (low | uint64_t(high & 0xff) << 32) << 8;
    return uint64_t(int64_t(value << 16) >> 16);
}

} // namespace

Result<ComputeDispatch> make_dispatch(const RegisterFile& registers, RingId ring, unsigned vmid,
                                      const uint32_t (&dims)[3], uint32_t word) {
    if (word & ~initiator::known)
        return fail(
            text("DISPATCH_INITIATOR %#x: bits %#x are not modelled", word, word & ~initiator::known));
    if (!initiator::compute_shader_en.get(word))
        return fail(text("DISPATCH_INITIATOR %#x has no COMPUTE_SHADER_EN", word));
    ComputeDispatch d;
    d.program = shifted_address(registers.read(reg::compute_pgm_lo), registers.read(reg::compute_pgm_hi));
    d.rsrc1 = registers.read(reg::compute_pgm_rsrc1);
    d.rsrc2 = registers.read(reg::compute_pgm_rsrc2);
    d.rsrc3 = registers.read(reg::compute_pgm_rsrc3);
    for (unsigned i = 0; i < d.user_data.size(); ++i)
        d.user_data[i] = registers.read(reg::compute_user_data_0 + i * 4);
    d.wave32 = initiator::cs_w32_en.get(word) != 0;
    d.scratch_base = shifted_address(registers.read(reg::compute_scratch_base_lo),
                                     registers.read(reg::compute_scratch_base_hi));
    d.border_colors =
        shifted_address(registers.read(reg::ta_cs_bc_base_addr), registers.read(reg::ta_cs_bc_base_addr_hi));
    d.tmpring_size = registers.read(reg::compute_tmpring_size);
    d.vmid = vmid;
    d.ring_index = ring_index(ring);
    if (ring.ip == Ip::Compute) {
        d.me = 1;
        d.pipe = ring.ring;
    }
    for (unsigned i = 0; i < 3; ++i) {
        const uint32_t num_thread = registers.read(reg::compute_num_thread_x + i * 4);
        d.threads[i] = kFull.get(num_thread);
        if (d.threads[i] == 0) return fail(text("COMPUTE_NUM_THREAD_%c is %#x", "XYZ"[i], num_thread));
        d.last_threads[i] = d.threads[i];
        d.end_group[i] = dims[i];
        if (initiator::use_thread_dimensions.get(word)) {
            d.end_group[i] = uint32_t((uint64_t(dims[i]) + d.threads[i] - 1) / d.threads[i]);
            if (const uint32_t rest = dims[i] % d.threads[i]; rest != 0) d.last_threads[i] = rest;
        } else if (initiator::partial_tg_en.get(word)) {
            d.last_threads[i] = kPartial.get(num_thread);
        }
        if (!initiator::force_start_at_000.get(word))
            d.first_group[i] = registers.read(reg::compute_start_x + i * 4);
    }
    return d;
}

} // namespace wb::sim
