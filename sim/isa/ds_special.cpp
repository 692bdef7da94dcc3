// SPDX-License-Identifier: MIT
// DS instructions with an addressing of their own: append/consume, addtid, conditional exchange.
#include "sim/isa/ds_memory.h"

#include <bit>

namespace wb::sim {

bool stop_at_gds(Wave& wave, const Inst& inst) {
    stop_at(wave, inst, "GDS is not modelled");
    return false;
}

void ds_nop(Wave&, const Inst&) {}

namespace {

/// The byte address in M0 plus the instruction's offset.
uint32_t m0_address(const Wave& wave, const Inst& inst) {
    return (wave.sgpr[kM0] & 0xffff) + ds_offset(inst);
}

/// One counter in LDS, at the instruction's offset, changed once for the whole wave; every active lane gets
/// its old value.
template <class Change>
void count_lanes(Wave& wave, const Inst& inst, Change&& change) {
    Vgpr* dst = vgprs(wave, inst, inst.dst, 1);
    if (!dst || !is_lds(wave, inst)) return;
    const LdsSpace lds(wave);
    const uint32_t address = ds_offset(inst);
    uint32_t old;
    lds.read<4>(address, &old);
    const uint32_t value = change(old, unsigned(std::popcount(wave.exec())));
    lds.write<4>(address, &value);
    for_each_lane(wave.exec(), [&](unsigned lane) { dst->lane[lane] = old; });
}

} // namespace

/// Adds the number of active lanes to the counter at offset. M0 takes no part: ACO leaves it unset on gfx9
/// and later, and sets it to -1 before, for the same instruction (LLVM copies a base into it, which then has
/// to be 0).
void ds_append(Wave& wave, const Inst& inst) {
    count_lanes(wave, inst, [](uint32_t old, unsigned lanes) { return old + lanes; });
}

/// Subtracts the number of active lanes from the counter at offset.
void ds_consume(Wave& wave, const Inst& inst) {
    count_lanes(wave, inst, [](uint32_t old, unsigned lanes) { return old - lanes; });
}

/// Lane i loads the dword at offset + M0[15:0] + 4 * i.
void ds_load_addtid(Wave& wave, const Inst& inst) {
    Vgpr* dst = vgprs(wave, inst, inst.dst, 1);
    if (!dst || !is_lds(wave, inst)) return;
    const LdsSpace lds(wave);
    const uint32_t address = m0_address(wave, inst);
    for_each_lane(wave.exec(), [&](unsigned lane) { lds.read<4>(address + lane * 4, &dst->lane[lane]); });
}

/// Lane i stores the dword at offset + M0[15:0] + 4 * i.
void ds_store_addtid(Wave& wave, const Inst& inst) {
    const Vgpr* data = vgprs(wave, inst, inst.src[1], 1);
    if (!data || !is_lds(wave, inst)) return;
    const LdsSpace lds(wave);
    const uint32_t address = m0_address(wave, inst);
    for_each_lane(wave.exec(), [&](unsigned lane) { lds.write<4>(address + lane * 4, &data->lane[lane]); });
}

/// ds_condxchg32_rtn_b64: of the two dwords at the 8-byte aligned address, each whose data word has bit 31
/// set is replaced by the data's low 31 bits. Both old dwords are returned.
void ds_conditional_exchange(Wave& wave, const Inst& inst) {
    const Vgpr* address = vgprs(wave, inst, inst.src[0], 1);
    const Vgpr* data = vgprs(wave, inst, inst.src[1], 2);
    Vgpr* dst = vgprs(wave, inst, inst.dst, 2);
    if (!address || !data || !dst || !is_lds(wave, inst)) return;
    constexpr uint32_t kExchange = 1u << 31;
    const LdsSpace lds(wave);
    for_each_lane(wave.exec(), [&](unsigned lane) {
        const uint32_t base = (address->lane[lane] + ds_offset(inst)) & 0xfff8;
        const uint32_t words[2] = {data[0].lane[lane], data[1].lane[lane]};
        for (unsigned i = 0; i < 2; ++i) {
            uint32_t old;
            lds.read<4>(base + i * 4, &old);
            const uint32_t value = words[i] & ~kExchange;
            if (words[i] & kExchange) lds.write<4>(base + i * 4, &value);
            dst[i].lane[lane] = old;
        }
    });
}

} // namespace wb::sim
