// SPDX-License-Identifier: MIT
// What is made of minimum and maximum, for every way of choosing between two numbers: M has a type Value and
// min() and max() of two Values (RDNA3 ISA 16.7, 16.12).
#pragma once

#include "sim/isa/valu_types.h"

namespace wb::sim::WB_SIMD {

template <class M>
using Ordered = typename M::Value;

template <class M>
WB_LANE Ordered<M> min_of(const Fp& fp, Ordered<M> a, Ordered<M> b) {
    return M::min(fp, a, b);
}
template <class M>
WB_LANE Ordered<M> max_of(const Fp& fp, Ordered<M> a, Ordered<M> b) {
    return M::max(fp, a, b);
}
template <class M>
WB_LANE Ordered<M> min3_of(const Fp& fp, Ordered<M> a, Ordered<M> b, Ordered<M> c) {
    return M::min(fp, M::min(fp, a, b), c);
}
template <class M>
WB_LANE Ordered<M> max3_of(const Fp& fp, Ordered<M> a, Ordered<M> b, Ordered<M> c) {
    return M::max(fp, M::max(fp, a, b), c);
}
template <class M>
WB_LANE Ordered<M> maxmin_of(const Fp& fp, Ordered<M> a, Ordered<M> b, Ordered<M> c) {
    return M::min(fp, M::max(fp, a, b), c);
}
template <class M>
WB_LANE Ordered<M> minmax_of(const Fp& fp, Ordered<M> a, Ordered<M> b, Ordered<M> c) {
    return M::max(fp, M::min(fp, a, b), c);
}

} // namespace wb::sim::WB_SIMD
