// SPDX-License-Identifier: MIT
// Which access a load, store or atomic of FLAT, GLOBAL, SCRATCH and MUBUF makes: these encodings share the
// mnemonics behind their prefix ("load_d16_hi_b16"), so that the same list serves all four.
#pragma once

#include "sim/isa/atomic_ops.h"
#include "sim/isa/memory_access.h"

#include <cstdint>
#include <string_view>

namespace wb::sim {

/// The mnemonic without its encoding's prefix: "global_load_b32" gives "load_b32".
constexpr std::string_view without_prefix(std::string_view mnemonic) {
    return mnemonic.substr(mnemonic.find('_') + 1);
}

/// The handler of a plain load or store: Unit::load<Access> or Unit::store<Access>; null for other mnemonics.
template <class Unit>
constexpr ExecFn load_store_handler(std::string_view op) {
    if (op == "load_u8") return Unit::template load<LoadSmall<uint8_t>>;
    if (op == "load_i8") return Unit::template load<LoadSmall<int8_t>>;
    if (op == "load_u16") return Unit::template load<LoadSmall<uint16_t>>;
    if (op == "load_i16") return Unit::template load<LoadSmall<int16_t>>;
    if (op == "load_b32") return Unit::template load<LoadDwords<1>>;
    if (op == "load_b64") return Unit::template load<LoadDwords<2>>;
    if (op == "load_b96") return Unit::template load<LoadDwords<3>>;
    if (op == "load_b128") return Unit::template load<LoadDwords<4>>;
    if (op == "load_d16_u8") return Unit::template load<LoadSmall<uint8_t, Half::Low>>;
    if (op == "load_d16_i8") return Unit::template load<LoadSmall<int8_t, Half::Low>>;
    if (op == "load_d16_b16") return Unit::template load<LoadSmall<uint16_t, Half::Low>>;
    if (op == "load_d16_hi_u8") return Unit::template load<LoadSmall<uint8_t, Half::High>>;
    if (op == "load_d16_hi_i8") return Unit::template load<LoadSmall<int8_t, Half::High>>;
    if (op == "load_d16_hi_b16") return Unit::template load<LoadSmall<uint16_t, Half::High>>;
    if (op == "store_b8") return Unit::template store<StoreSmall<uint8_t>>;
    if (op == "store_b16") return Unit::template store<StoreSmall<uint16_t>>;
    if (op == "store_b32") return Unit::template store<StoreDwords<1>>;
    if (op == "store_b64") return Unit::template store<StoreDwords<2>>;
    if (op == "store_b96") return Unit::template store<StoreDwords<3>>;
    if (op == "store_b128") return Unit::template store<StoreDwords<4>>;
    if (op == "store_d16_hi_b8") return Unit::template store<StoreSmall<uint8_t, Half::High>>;
    if (op == "store_d16_hi_b16") return Unit::template store<StoreSmall<uint16_t, Half::High>>;
    return nullptr;
}

/// Data, destination and lane loop of a FLAT, GLOBAL or MUBUF atomic. False after the device was stopped.
template <class Op>
struct AtomicLanes {
    using T = typename Op::T;
    static constexpr unsigned kWords = sizeof(T) / 4;
    const bool returns; ///< The old values go to vdst.
    const Vgpr* const data;
    Vgpr* const dst;

    AtomicLanes(Wave& wave, const Inst& inst)
        : returns(inst.mem_flags & kMemGlc), data(vgprs(wave, inst, inst.src[1], kWords * Op::kOperands)),
          dst(returns ? vgprs(wave, inst, inst.dst, kWords) : nullptr) {}
    explicit operator bool() const { return data && (dst || !returns); }

    /// For the lanes of `mask`, lowest first: `update(lane, a, b)` makes the update and returns the old
    /// value.
    template <class Update>
    void run(uint64_t mask, Update&& update) const {
        [[maybe_unused]] const AtomicArithmetic<Op> arithmetic;
        for_each_lane(mask, [&](unsigned lane) {
            const T b = Op::kOperands == 2 ? data_word<T>(data + kWords, lane) : T{};
            const T old = update(lane, data_word<T>(data, lane), b);
            if (dst) set_data_word<T>(dst, lane, old);
        });
    }
};

/// The handler of a memory atomic: Unit::atomic<Op>; null for other mnemonics.
template <class Unit>
constexpr ExecFn atomic_handler(std::string_view op) {
    if (op == "atomic_swap_b32") return Unit::template atomic<AtomicSwap<uint32_t>>;
    if (op == "atomic_cmpswap_b32") return Unit::template atomic<AtomicCompareSwap<uint32_t>>;
    if (op == "atomic_add_u32") return Unit::template atomic<AtomicAdd<uint32_t>>;
    if (op == "atomic_sub_u32") return Unit::template atomic<AtomicSub<uint32_t>>;
    if (op == "atomic_csub_u32") return Unit::template atomic<AtomicClampedSub<uint32_t>>;
    if (op == "atomic_min_i32") return Unit::template atomic<AtomicMinSigned<uint32_t>>;
    if (op == "atomic_min_u32") return Unit::template atomic<AtomicMin<uint32_t>>;
    if (op == "atomic_max_i32") return Unit::template atomic<AtomicMaxSigned<uint32_t>>;
    if (op == "atomic_max_u32") return Unit::template atomic<AtomicMax<uint32_t>>;
    if (op == "atomic_and_b32") return Unit::template atomic<AtomicAnd<uint32_t>>;
    if (op == "atomic_or_b32") return Unit::template atomic<AtomicOr<uint32_t>>;
    if (op == "atomic_xor_b32") return Unit::template atomic<AtomicXor<uint32_t>>;
    if (op == "atomic_inc_u32") return Unit::template atomic<AtomicInc<uint32_t>>;
    if (op == "atomic_dec_u32") return Unit::template atomic<AtomicDec<uint32_t>>;
    if (op == "atomic_swap_b64") return Unit::template atomic<AtomicSwap<uint64_t>>;
    if (op == "atomic_cmpswap_b64") return Unit::template atomic<AtomicCompareSwap<uint64_t>>;
    if (op == "atomic_add_u64") return Unit::template atomic<AtomicAdd<uint64_t>>;
    if (op == "atomic_sub_u64") return Unit::template atomic<AtomicSub<uint64_t>>;
    if (op == "atomic_min_i64") return Unit::template atomic<AtomicMinSigned<uint64_t>>;
    if (op == "atomic_min_u64") return Unit::template atomic<AtomicMin<uint64_t>>;
    if (op == "atomic_max_i64") return Unit::template atomic<AtomicMaxSigned<uint64_t>>;
    if (op == "atomic_max_u64") return Unit::template atomic<AtomicMax<uint64_t>>;
    if (op == "atomic_and_b64") return Unit::template atomic<AtomicAnd<uint64_t>>;
    if (op == "atomic_or_b64") return Unit::template atomic<AtomicOr<uint64_t>>;
    if (op == "atomic_xor_b64") return Unit::template atomic<AtomicXor<uint64_t>>;
    if (op == "atomic_inc_u64") return Unit::template atomic<AtomicInc<uint64_t>>;
    if (op == "atomic_dec_u64") return Unit::template atomic<AtomicDec<uint64_t>>;
    if (op == "atomic_cmpswap_f32") return Unit::template atomic<AtomicFloatCompareSwap<uint32_t>>;
    if (op == "atomic_min_f32") return Unit::template atomic<AtomicFloatMin<uint32_t>>;
    if (op == "atomic_max_f32") return Unit::template atomic<AtomicFloatMax<uint32_t>>;
    if (op == "atomic_add_f32") return Unit::template atomic<AtomicFloatAdd<uint32_t>>;
    return nullptr;
}

} // namespace wb::sim
