// SPDX-License-Identifier: MIT
// The read-modify-write operations of DS, FLAT, GLOBAL, MUBUF and MIMG as functions of the old value and the
// data operands. Source: the pseudo-code of the RDNA3 ISA's DS_* and GLOBAL_ATOMIC_* instructions.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

namespace wb::sim {

// Every operation has T (the unsigned word in memory), kOperands (1 or 2 words of data of type T) and
// `apply(old, a, b)`, the new value. `a` is the first data operand, `b` the second.

#define WB_ATOMIC(Name, operands, expression)                                                                \
    template <class Word>                                                                                    \
    struct Name {                                                                                            \
        using T = Word;                                                                                      \
        using S [[maybe_unused]] = std::make_signed_t<Word>;                                                 \
        static constexpr unsigned kOperands = operands;                                                      \
        static T apply([[maybe_unused]] T old, [[maybe_unused]] T a, [[maybe_unused]] T b) {                 \
            return T(expression);                                                                            \
        }                                                                                                    \
    }
WB_ATOMIC(AtomicAdd, 1, old + a);
WB_ATOMIC(AtomicSub, 1, old - a);
WB_ATOMIC(AtomicReverseSub, 1, a - old);
WB_ATOMIC(AtomicClampedSub, 1, old < a ? 0 : old - a);
WB_ATOMIC(AtomicInc, 1, old >= a ? 0 : old + 1);
WB_ATOMIC(AtomicDec, 1, old == 0 || old > a ? a : old - 1);
WB_ATOMIC(AtomicMinSigned, 1, S(a) < S(old) ? a : old);
WB_ATOMIC(AtomicMaxSigned, 1, S(a) >= S(old) ? a : old);
WB_ATOMIC(AtomicMin, 1, a < old ? a : old);
WB_ATOMIC(AtomicMax, 1, a >= old ? a : old);
WB_ATOMIC(AtomicAnd, 1, old& a);
WB_ATOMIC(AtomicOr, 1, old | a);
WB_ATOMIC(AtomicXor, 1, old ^ a);
WB_ATOMIC(AtomicSwap, 1, a);
WB_ATOMIC(AtomicMaskedOr, 2, (old & ~a) | b);
WB_ATOMIC(AtomicCompareSwap, 2, old == b ? a : old);
WB_ATOMIC(AtomicWrap, 2, old >= a ? old - a : old + b);
#undef WB_ATOMIC

template <class Word>
using FloatOf = std::conditional_t<sizeof(Word) == 8, double, float>;

#define WB_FLOAT_ATOMIC(Name, operands, expression)                                                          \
    template <class Word>                                                                                    \
    struct Name {                                                                                            \
        using T = Word;                                                                                      \
        static constexpr unsigned kOperands = operands;                                                      \
        static T apply(T old_bits, [[maybe_unused]] T a_bits, [[maybe_unused]] T b_bits) {                   \
            [[maybe_unused]] const auto old = std::bit_cast<FloatOf<T>>(old_bits);                           \
            [[maybe_unused]] const auto a = std::bit_cast<FloatOf<T>>(a_bits);                               \
            [[maybe_unused]] const auto b = std::bit_cast<FloatOf<T>>(b_bits);                               \
            return expression;                                                                               \
        }                                                                                                    \
    }
WB_FLOAT_ATOMIC(AtomicFloatMin, 1, a < old ? a_bits : old_bits);
WB_FLOAT_ATOMIC(AtomicFloatMax, 1, a > old ? a_bits : old_bits);
WB_FLOAT_ATOMIC(AtomicFloatAdd, 1, std::bit_cast<T>(old + a));
WB_FLOAT_ATOMIC(AtomicFloatCompareSwap, 2, old == b ? a_bits : old_bits);
#undef WB_FLOAT_ATOMIC

template <class Op>
inline constexpr bool kFloatAtomic = false;
template <class T>
inline constexpr bool kFloatAtomic<AtomicFloatMin<T>> = true;
template <class T>
inline constexpr bool kFloatAtomic<AtomicFloatMax<T>> = true;
template <class T>
inline constexpr bool kFloatAtomic<AtomicFloatAdd<T>> = true;
template <class T>
inline constexpr bool kFloatAtomic<AtomicFloatCompareSwap<T>> = true;

/// Runs `Op` on a naturally aligned word that other threads and the program's own CPU code may change at the
/// same time. Returns the old value.
template <class Op>
inline typename Op::T atomic_update(typename Op::T* word, typename Op::T a, typename Op::T b) {
    using T = typename Op::T;
    if constexpr (std::is_same_v<Op, AtomicAdd<T>>) return __atomic_fetch_add(word, a, __ATOMIC_SEQ_CST);
    if constexpr (std::is_same_v<Op, AtomicSub<T>>) return __atomic_fetch_sub(word, a, __ATOMIC_SEQ_CST);
    if constexpr (std::is_same_v<Op, AtomicSwap<T>>) return __atomic_exchange_n(word, a, __ATOMIC_SEQ_CST);
    T old = __atomic_load_n(word, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(word, &old, Op::apply(old, a, b), true, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST)) {
    }
    return old;
}

/// While alive, host float arithmetic is IEEE: round to nearest even, denormals kept, whatever the wave's
/// MODE had set. The atomic units do not look at MODE (the ISA's pseudo-code names no mode for them).
class IeeeArithmetic {
public:
#if defined(__x86_64__)
    IeeeArithmetic() : saved_(__builtin_ia32_stmxcsr()) { __builtin_ia32_ldmxcsr(kDefault); }
    ~IeeeArithmetic() { __builtin_ia32_ldmxcsr(saved_); }

private:
    static constexpr unsigned kDefault = 0x1f80;
    unsigned saved_;
#else
    IeeeArithmetic() = default;
    ~IeeeArithmetic() {}

public:
#endif
    IeeeArithmetic(const IeeeArithmetic&) = delete;
    IeeeArithmetic& operator=(const IeeeArithmetic&) = delete;
};

/// IeeeArithmetic where Op needs it, nothing otherwise.
template <class Op>
struct AtomicArithmetic {
    struct None {
        None() {}
    };
    std::conditional_t<kFloatAtomic<Op>, IeeeArithmetic, None> scope;
};

/// Word `T` of a data operand of one lane.
template <class T, class Register>
inline T data_word(const Register* data, unsigned lane) {
    if constexpr (sizeof(T) == 8)
        return data[0].lane[lane] | T(data[1].lane[lane]) << 32;
    else
        return data[0].lane[lane];
}
template <class T, class Register>
inline void set_data_word(Register* data, unsigned lane, T value) {
    data[0].lane[lane] = uint32_t(value);
    if constexpr (sizeof(T) == 8) data[1].lane[lane] = uint32_t(value >> 32);
}

} // namespace wb::sim
