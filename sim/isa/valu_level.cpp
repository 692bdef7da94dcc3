// SPDX-License-Identifier: MIT
#include "sim/isa/valu_families.h"
#include "sim/isa/vop_wmma.h"

#define WB_STRING_OF(x) #x
#define WB_STRING(x) WB_STRING_OF(x)

namespace wb::sim::WB_SIMD {

SimdLevel make_level() {
    static KernelList<Kernel> families[14];
    unsigned n = 0;
    for (const auto& family : {f32_kernels, f64_kernels, f16_kernels, transcendental_kernels, integer_kernels,
                               integer16_kernels, carry_kernels, convert_kernels, compare_kernels,
                               lane_kernels, packed_kernels, dot_kernels, sad_kernels, wmma_kernels})
        families[n++] = family();
    return {WB_STRING(WB_SIMD), families, n, dual_kernels(), execute_dual, pull_lanes};
}

} // namespace wb::sim::WB_SIMD
