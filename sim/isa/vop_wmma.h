// SPDX-License-Identifier: MIT
#pragma once

#include "sim/isa/valu_kernels.h"

namespace wb::sim::WB_SIMD {

/// The matrix family; beside those of valu_families.h.
KernelList<Kernel> wmma_kernels();

} // namespace wb::sim::WB_SIMD
