// SPDX-License-Identifier: MIT
// VOP2 instructions.
#include "sim/isa/inst.h"
#include "sim/isa/valu_kernels.h"

namespace wb::sim {

const OpTable& vop2_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/vop2.inc"
#undef X
    };
    static const OpTable table{Encoding::VOP2, bind_vector_rows(kRows)};
    return table;
}

} // namespace wb::sim
