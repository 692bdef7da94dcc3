// SPDX-License-Identifier: MIT
// The instruction families of one SIMD level; each has its file.
#pragma once

#include "sim/isa/valu_alu.h"
#include "sim/isa/valu_kernels.h"

namespace wb::sim::WB_SIMD {

template <class T, unsigned N>
constexpr KernelList<T> list(const T (&rows)[N]) {
    return {rows, N};
}

KernelList<Kernel> f32_kernels();            // vop_f32.cpp
KernelList<Kernel> f64_kernels();            // vop_f64.cpp
KernelList<Kernel> f16_kernels();            // vop_f16.cpp
KernelList<Kernel> transcendental_kernels(); // vop_transcendental.cpp
KernelList<Kernel> integer_kernels();        // vop_integer.cpp
KernelList<Kernel> integer16_kernels();      // vop_integer16.cpp
KernelList<Kernel> carry_kernels();          // vop_carry.cpp
KernelList<Kernel> convert_kernels();        // vop_convert.cpp
KernelList<Kernel> compare_kernels();        // vop_compare.cpp
KernelList<Kernel> lane_kernels();           // vop_lane.cpp
KernelList<Kernel> packed_kernels();         // vop_packed.cpp
KernelList<Kernel> dot_kernels();            // vop_dot.cpp
KernelList<Kernel> sad_kernels();            // vop_sad.cpp
KernelList<DualKernel> dual_kernels();       // vop_dual.cpp
void execute_dual(Wave&, const Inst&);
/// PullFn's (valu_pull.cpp).
void pull_lanes(const uint32_t* address, uint32_t offset, const uint32_t* data, uint32_t* out,
                unsigned lanes);

/// Everything above (valu_level.cpp).
SimdLevel make_level();

} // namespace wb::sim::WB_SIMD
