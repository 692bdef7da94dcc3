// SPDX-License-Identifier: MIT
// The handler template: turns a function of one lane into the handler of an instruction.
//
// A lane function takes its operands by the types of valu_types.h (or uint32_t, int32_t, float, uint64_t,
// int64_t, double, Mask), optionally preceded by `const Fp&`, and returns the result, a WithMask<result>, or
// bool for comparisons. The handler fetches, modifies, loops over the lanes and stores under EXEC.
#pragma once

#include "sim/isa/valu_operand.h"

#include <tuple>
#include <type_traits>
#include <utility>

namespace wb::sim::WB_SIMD {

template <class T>
struct Lane;
template <Type Kind, class T>
struct Lane32 {
    static constexpr Type type = Kind;
    WB_LANE T load(const Source& s, size_t j) { return std::bit_cast<T>(s.lo[j]); }
    WB_LANE void store(uint32_t* lo, uint32_t*, size_t j, T v) { lo[j] = std::bit_cast<uint32_t>(v); }
};
template <Type Kind, class T>
struct Lane64 {
    static constexpr Type type = Kind;
    WB_LANE T load(const Source& s, size_t j) {
        return std::bit_cast<T>(uint64_t(s.lo[j]) | uint64_t(s.hi[j]) << 32);
    }
    WB_LANE void store(uint32_t* lo, uint32_t* hi, size_t j, T v) {
        const uint64_t x = std::bit_cast<uint64_t>(v);
        lo[j] = uint32_t(x);
        hi[j] = uint32_t(x >> 32);
    }
};
// clang-format off
template <> struct Lane<uint32_t> : Lane32<Type::B32, uint32_t> {};
template <> struct Lane<int32_t> : Lane32<Type::B32, int32_t> {};
template <> struct Lane<float> : Lane32<Type::F32, float> {};
template <> struct Lane<Mask> : Lane32<Type::B32, Mask> {};
template <> struct Lane<VccMask> : Lane32<Type::B32, VccMask> {};
template <> struct Lane<LaneIndex> : Lane32<Type::B32, LaneIndex> {};
template <> struct Lane<uint64_t> : Lane64<Type::B64, uint64_t> {};
template <> struct Lane<int64_t> : Lane64<Type::I64, int64_t> {};
template <> struct Lane<double> : Lane64<Type::F64, double> {};
// clang-format on
template <>
struct Lane<Half> {
    static constexpr Type type = Type::F16;
    WB_LANE Half load(const Source& s, size_t j) { return {s.lo[j] & 0xffffu}; }
    WB_LANE void store(uint32_t* lo, uint32_t*, size_t j, Half v) { lo[j] = v.bits; }
};
template <>
struct Lane<U16> {
    static constexpr Type type = Type::B16;
    WB_LANE U16 load(const Source& s, size_t j) { return {s.lo[j] & 0xffffu}; }
    WB_LANE void store(uint32_t* lo, uint32_t*, size_t j, U16 v) { lo[j] = v.v; }
};
template <>
struct Lane<I16> {
    static constexpr Type type = Type::B16;
    WB_LANE I16 load(const Source& s, size_t j) { return {int32_t(s.lo[j] << 16) >> 16}; }
    WB_LANE void store(uint32_t* lo, uint32_t*, size_t j, I16 v) { lo[j] = uint32_t(v.v); }
};

template <class R>
struct Result {
    using Value = R;
    static constexpr bool has_mask = false;
};
template <class R>
struct Result<WithMask<R>> {
    using Value = R;
    static constexpr bool has_mask = true;
};

template <class F>
struct Signature;
template <class R, class... A>
struct Signature<R (*)(A...)> {
    using Return = R;
    using Args = std::tuple<A...>;
    static constexpr bool takes_fp = false;
};
template <class R, class... A>
struct Signature<R (*)(const Fp&, A...)> {
    using Return = R;
    using Args = std::tuple<A...>;
    static constexpr bool takes_fp = true;
};

/// Where the operands of a lane function are.
enum class Sources : uint8_t {
    InOrder,       ///< src[0], src[1], …
    Accumulate,    ///< The last one is the destination's old value (fmac).
    ConstantLast,  ///< src0, src1, literal (fmaak).
    ConstantMiddle ///< src0, literal, src1 (fmamk).
};

template <class T>
inline constexpr bool is_float_lane =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, Half>;

/// The float control that a signature asks for: by its result, else by its operands.
template <class R, class... A>
constexpr Control default_control(const std::tuple<A...>*) {
    if (std::is_same_v<R, float>)
        return (std::is_same_v<A, double> || ...) ? Control::Double : Control::Single;
    if (std::is_same_v<R, double> || std::is_same_v<R, Half>) return Control::Double;
    if ((std::is_same_v<A, float> || ...)) return Control::Single;
    if ((is_float_lane<A> || ...)) return Control::Double;
    return Control::None;
}

/// Operand code of operand `i` of `count`.
template <Sources S, class Arg>
[[gnu::always_inline]] inline unsigned operand_code(const Inst& in, unsigned i, unsigned count) {
    constexpr unsigned kLiteralCode = 255;
    if (std::is_same_v<Arg, VccMask>) return kVccLo;
    if (S == Sources::Accumulate && i == count - 1) return in.dst;
    if (S == Sources::ConstantLast && i == 2) return kLiteralCode;
    if (S == Sources::ConstantMiddle && i == 1) return kLiteralCode;
    if (S == Sources::ConstantMiddle && i == 2) return in.src[1];
    return in.src[i];
}

inline constexpr LaneWords kLaneIndices = [] {
    LaneWords r{};
    for (unsigned j = 0; j < kMaxLanes; ++j)
        r.word[j] = j;
    return r;
}();

/// Fetched operands of one instruction.
template <auto F, Sources S>
struct Operands {
    using Sig = Signature<decltype(F)>;
    using Args = typename Sig::Args;
    static constexpr unsigned count = std::tuple_size_v<Args>;

    Source source[count ? count : 1];
    SourceSpace space[count ? count : 1];

    template <unsigned I>
    [[gnu::always_inline]] void load_one(Wave& w, const Inst& in, bool plain, uint64_t& active) {
        using Arg = std::tuple_element_t<I, Args>;
        if constexpr (std::is_same_v<Arg, LaneIndex>) {
            source[I] = {kLaneIndices.word, nullptr};
            return;
        }
        const unsigned code = operand_code<S, Arg>(in, I, count);
        if constexpr (std::is_same_v<Arg, Mask> || std::is_same_v<Arg, VccMask>) {
            expand_mask(mask_source(w, code), space[I].lo.word, w.lanes);
            source[I] = {space[I].lo.word, nullptr};
        } else {
            source[I] = fetch(w, in, code, Lane<Arg>::type, space[I]);
            if (!plain) {
                const bool old_destination = S == Sources::Accumulate && I == count - 1;
                if (old_destination)
                    accumulate_half<Arg>(w, in, I);
                else
                    modify_source(w, in, I, I, Lane<Arg>::type, source[I], space[I], active);
            }
        }
    }
    template <class Arg>
    void accumulate_half(const Wave& w, const Inst& in, unsigned i) {
        if (!is_16(Lane<Arg>::type) || !(in.opsel & 8)) return;
        const uint32_t* from = source[i].lo;
        uint32_t* to = space[i].lo.word;
        for_lanes(w.lanes, [=](size_t j) WB_BODY { to[j] = from[j] >> 16; });
        source[i].lo = space[i].lo.word;
    }
    [[gnu::always_inline]] void load(Wave& w, const Inst& in, bool plain, uint64_t& active) {
        [&]<size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
            (load_one<I>(w, in, plain, active), ...);
        }(std::make_index_sequence<count>());
    }
    /// F, or another function G of the same operands, of lane j.
    template <auto G = F>
    [[gnu::always_inline]] static auto call(const Source* source, const Fp& fp, size_t j) {
        return [&]<size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
            if constexpr (Signature<decltype(G)>::takes_fp)
                return G(fp, Lane<std::tuple_element_t<I, Args>>::load(source[I], j)...);
            else
                return G(Lane<std::tuple_element_t<I, Args>>::load(source[I], j)...);
        }(std::make_index_sequence<count>());
    }
};

/// The lane loop. Stores go to the lanes that loads of the same iteration read, or to memory of their own, so
/// iterations are independent.
template <auto F, Sources S, class R, auto G = F>
[[gnu::always_inline]] inline void run_lanes(const Operands<F, S>& operands, const Fp& fp, unsigned lanes,
                                             uint32_t* lo, uint32_t* hi, uint32_t* mask, uint32_t keep_old) {
    using Value = typename Result<R>::Value;
    // Local copies: the loop must see that its stores do not change the pointers.
    constexpr unsigned count = Operands<F, S>::count ? Operands<F, S>::count : 1;
    Source s[count];
    for (unsigned i = 0; i < count; ++i)
        s[i] = operands.source[i];
    for_lanes(lanes, [&](size_t j) WB_BODY {
        if constexpr (Result<R>::has_mask) {
            const R r = (Operands<F, S>::template call<G>(s, fp, j));
            Lane<Value>::store(lo, hi, j, r.value);
            mask[j] = r.mask;
        } else if constexpr (is_16(Lane<Value>::type)) {
            uint32_t word;
            Lane<Value>::store(&word, nullptr, 0, (Operands<F, S>::template call<G>(s, fp, j)));
            lo[j] = (word & 0xffffu) | (lo[j] & keep_old);
        } else {
            Lane<Value>::store(lo, hi, j, (Operands<F, S>::template call<G>(s, fp, j)));
        }
    });
}

/// A lane function F that takes only few steps for most operands: G gives the same unless `Unusual` of a
/// lane's operands is not 0.
template <auto G, auto Unusual>
struct Usually {
    static constexpr auto usual = G;
    static constexpr auto unusual = Unusual;
};

/// Whether Test of any lane is not 0.
template <auto Test, auto F, Sources S>
[[gnu::always_inline]] inline bool any_lane(const Operands<F, S>& operands, const Fp& fp, unsigned lanes) {
    Source s[Operands<F, S>::count];
    for (unsigned i = 0; i < Operands<F, S>::count; ++i)
        s[i] = operands.source[i];
    uint32_t any = 0;
    for (size_t base = 0; base < lanes; base += 32) {
#pragma omp simd reduction(| : any)
        for (size_t k = 0; k < 32; ++k)
            any |= Operands<F, S>::template call<Test>(s, fp, base + k);
    }
    return any;
}

/// Handler of a vector ALU instruction with lane function F.
template <auto F, Sources S = Sources::InOrder,
          Control C = default_control<typename Result<typename Signature<decltype(F)>::Return>::Value>(
              static_cast<typename Signature<decltype(F)>::Args*>(nullptr)),
          class Shortcut = void>
void alu(Wave& w, const Inst& in) {
    using R = typename Signature<decltype(F)>::Return;
    using Value = typename Result<R>::Value;
    constexpr Type type = Lane<Value>::type;
    set_control<C>(w);
    Fp fp{};
    if constexpr (Signature<decltype(F)>::takes_fp) fp = unpack_mode(w.mode);
    const bool plain = is_plain(in);
    uint64_t active = w.exec();
    Operands<F, S> operands;
    operands.load(w, in, plain, active);
    alignas(64) uint32_t mask[Result<R>::has_mask ? kMaxLanes : 1];
    // One loop for both ways, for the code's size: with all lanes on and nothing to do to the result it goes
    // straight to the destination.
    const bool changes = in.omod | in.clamp | (is_16(type) ? in.opsel & 8 : 0);
    const bool direct = (plain || !changes) && active == w.all_lanes();
    Vgpr* v = w.v + (in.dst - kVgpr0);
    LaneWords lo, hi;
    if constexpr (is_16(type))
        if (!direct) std::memset(lo.word, 0, sizeof(lo.word));
    uint32_t* to_lo = direct ? v[0].lane : lo.word;
    uint32_t* to_hi = !is_64(type) ? nullptr : direct ? v[1].lane : hi.word;
    const uint32_t keep_old = direct ? 0xffff'0000u : 0;
    bool usual = false;
    if constexpr (!std::is_void_v<Shortcut>) {
        usual = !any_lane<Shortcut::unusual>(operands, fp, w.lanes);
        if (usual) [[likely]]
            run_lanes<F, S, R, Shortcut::usual>(operands, fp, w.lanes, to_lo, to_hi, mask, keep_old);
    }
    if (!usual) run_lanes<F, S, R>(operands, fp, w.lanes, to_lo, to_hi, mask, keep_old);
    if (!direct) store_result(w, in, in.dst, type, lo, hi, active);
    if constexpr (Result<R>::has_mask) {
        w.set_lane_bits(in.dst2, collect_mask(mask, w.lanes) & active);
    }
}

/// Integer instructions whose clamp bit saturates: F wraps, Saturating does not.
template <auto F, auto Saturating>
void alu_saturating(Wave& w, const Inst& in) {
    if (in.clamp) [[unlikely]]
        return alu<Saturating>(w, in);
    alu<F>(w, in);
}

/// WithoutIeee while MODE.IEEE is off, as shaders run it, else WithIeee.
template <auto WithoutIeee, auto WithIeee>
void alu_by_ieee(Wave& w, const Inst& in) {
    if (mode::ieee.get(w.mode)) [[unlikely]]
        return alu<WithIeee>(w, in);
    alu<WithoutIeee>(w, in);
}

/// Handler of v_cmp and v_cmpx. Inactive lanes' bits of the result are 0; v_cmpx writes EXEC only.
template <auto F,
          Control C = default_control<uint32_t>(static_cast<typename Signature<decltype(F)>::Args*>(nullptr))>
void compare(Wave& w, const Inst& in) {
    set_control<C>(w);
    const Fp fp{};
    uint64_t active = w.exec();
    Operands<F, Sources::InOrder> operands;
    operands.load(w, in, is_plain(in), active);
    constexpr unsigned count = Operands<F, Sources::InOrder>::count;
    Source s[count];
    for (unsigned i = 0; i < count; ++i)
        s[i] = operands.source[i];
    LaneWords result;
    for_lanes(w.lanes, [&](size_t j) WB_BODY {
        result.word[j] = Operands<F, Sources::InOrder>::call(s, fp, j) ? ~0u : 0u;
    });
    const uint64_t mask = collect_mask(result.word, w.lanes) & active;
    w.set_lane_bits(in.dst, mask);
}

} // namespace wb::sim::WB_SIMD
