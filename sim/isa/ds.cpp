// SPDX-License-Identifier: MIT
// DS instructions: which handler each opcode has. Without one, and so stopping the device: GWS, ordered
// count, the GS register and BVH stack instructions.
#include "sim/isa/ds_memory.h"

#include <string_view>

namespace wb::sim {

namespace {

constexpr ExecFn load_store(std::string_view op) {
    if (op == "load_b32") return ds_load<LoadDwords<1>>;
    if (op == "load_b64") return ds_load<LoadDwords<2>>;
    if (op == "load_b96") return ds_load<LoadDwords<3>>;
    if (op == "load_b128") return ds_load<LoadDwords<4>>;
    if (op == "load_i8") return ds_load<LoadSmall<int8_t>>;
    if (op == "load_u8") return ds_load<LoadSmall<uint8_t>>;
    if (op == "load_i16") return ds_load<LoadSmall<int16_t>>;
    if (op == "load_u16") return ds_load<LoadSmall<uint16_t>>;
    if (op == "load_u8_d16") return ds_load<LoadSmall<uint8_t, Half::Low>>;
    if (op == "load_u8_d16_hi") return ds_load<LoadSmall<uint8_t, Half::High>>;
    if (op == "load_i8_d16") return ds_load<LoadSmall<int8_t, Half::Low>>;
    if (op == "load_i8_d16_hi") return ds_load<LoadSmall<int8_t, Half::High>>;
    if (op == "load_u16_d16") return ds_load<LoadSmall<uint16_t, Half::Low>>;
    if (op == "load_u16_d16_hi") return ds_load<LoadSmall<uint16_t, Half::High>>;
    if (op == "load_2addr_b32") return ds_load_2addr<1, 1>;
    if (op == "load_2addr_b64") return ds_load_2addr<2, 1>;
    if (op == "load_2addr_stride64_b32") return ds_load_2addr<1, 64>;
    if (op == "load_2addr_stride64_b64") return ds_load_2addr<2, 64>;
    if (op == "store_b8") return ds_store<StoreSmall<uint8_t>>;
    if (op == "store_b16") return ds_store<StoreSmall<uint16_t>>;
    if (op == "store_b8_d16_hi") return ds_store<StoreSmall<uint8_t, Half::High>>;
    if (op == "store_b16_d16_hi") return ds_store<StoreSmall<uint16_t, Half::High>>;
    if (op == "store_b32") return ds_store<StoreDwords<1>>;
    if (op == "store_b64") return ds_store<StoreDwords<2>>;
    if (op == "store_b96") return ds_store<StoreDwords<3>>;
    if (op == "store_b128") return ds_store<StoreDwords<4>>;
    if (op == "store_2addr_b32") return ds_store_2addr<1, 1>;
    if (op == "store_2addr_b64") return ds_store_2addr<2, 1>;
    if (op == "store_2addr_stride64_b32") return ds_store_2addr<1, 64>;
    if (op == "store_2addr_stride64_b64") return ds_store_2addr<2, 64>;
    return nullptr;
}

/// `op` is the mnemonic up to the type ("add", "storexchg"); Word the word of memory.
template <class Word, bool Returns>
constexpr ExecFn word_atomic(std::string_view op) {
    if (op == "add_u") return ds_atomic<AtomicAdd<Word>, Returns>;
    if (op == "sub_u") return ds_atomic<AtomicSub<Word>, Returns>;
    if (op == "rsub_u") return ds_atomic<AtomicReverseSub<Word>, Returns>;
    if (op == "inc_u") return ds_atomic<AtomicInc<Word>, Returns>;
    if (op == "dec_u") return ds_atomic<AtomicDec<Word>, Returns>;
    if (op == "min_i") return ds_atomic<AtomicMinSigned<Word>, Returns>;
    if (op == "max_i") return ds_atomic<AtomicMaxSigned<Word>, Returns>;
    if (op == "min_u") return ds_atomic<AtomicMin<Word>, Returns>;
    if (op == "max_u") return ds_atomic<AtomicMax<Word>, Returns>;
    if (op == "and_b") return ds_atomic<AtomicAnd<Word>, Returns>;
    if (op == "or_b") return ds_atomic<AtomicOr<Word>, Returns>;
    if (op == "xor_b") return ds_atomic<AtomicXor<Word>, Returns>;
    if (op == "mskor_b") return ds_atomic<AtomicMaskedOr<Word>, Returns>;
    if (op == "storexchg_b") return ds_atomic<AtomicSwap<Word>, Returns>;
    if (op == "wrap_b") return ds_atomic<AtomicWrap<Word>, Returns>;
    if (op == "cmpstore_b") return ds_atomic<AtomicCompareSwap<Word>, Returns>;
    if (op == "cmpstore_f") return ds_atomic<AtomicFloatCompareSwap<Word>, Returns>;
    if (op == "min_f") return ds_atomic<AtomicFloatMin<Word>, Returns>;
    if (op == "max_f") return ds_atomic<AtomicFloatMax<Word>, Returns>;
    if (op == "add_f") return ds_atomic<AtomicFloatAdd<Word>, Returns>;
    return nullptr;
}

template <class Word>
constexpr ExecFn exchange_2addr(std::string_view op) {
    if (op == "storexchg_2addr_b") return ds_exchange_2addr<Word, 1>;
    if (op == "storexchg_2addr_stride64_b") return ds_exchange_2addr<Word, 64>;
    return nullptr;
}

/// `text` without its first occurrence of "rtn_".
struct WithoutRtn {
    char text[40] = {};
    unsigned size = 0;
    bool returns = false;
    constexpr explicit WithoutRtn(std::string_view name) {
        const size_t at = name.find("rtn_");
        returns = at != std::string_view::npos;
        for (size_t i = 0; i < name.size(); ++i)
            if (!returns || i < at || i >= at + 4) text[size++] = name[i];
    }
};

constexpr ExecFn atomic(std::string_view name) {
    const WithoutRtn op(name);
    const std::string_view text(op.text, op.size);
    if (text.size() < 3) return nullptr;
    const std::string_view family = text.substr(0, text.size() - 2), width = text.substr(text.size() - 2);
    if (width == "32") {
        if (ExecFn exchange = exchange_2addr<uint32_t>(family)) return exchange;
        return op.returns ? word_atomic<uint32_t, true>(family) : word_atomic<uint32_t, false>(family);
    }
    if (width == "64") {
        if (ExecFn exchange = exchange_2addr<uint64_t>(family)) return exchange;
        return op.returns ? word_atomic<uint64_t, true>(family) : word_atomic<uint64_t, false>(family);
    }
    return nullptr;
}

/// The handler of the mnemonic behind "ds_".
constexpr ExecFn ds_handler(std::string_view op) {
    if (op == "nop") return ds_nop;
    if (op == "swizzle_b32") return ds_swizzle;
    if (op == "permute_b32") return ds_permute;
    if (op == "bpermute_b32") return ds_bpermute;
    if (op == "append") return ds_append;
    if (op == "consume") return ds_consume;
    if (op == "load_addtid_b32") return ds_load_addtid;
    if (op == "store_addtid_b32") return ds_store_addtid;
    if (op == "condxchg32_rtn_b64") return ds_conditional_exchange;
    if (ExecFn access = load_store(op)) return access;
    return atomic(op);
}

} // namespace

const OpTable& ds_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, ds_handler(std::string_view(#name).substr(3))},
#include "sim/isa/tables/ds.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::DS, kRows};
    return kTable;
}

} // namespace wb::sim
