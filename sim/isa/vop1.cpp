// SPDX-License-Identifier: MIT
// VOP1 instructions.
#include "sim/isa/inst.h"
#include "sim/isa/valu_kernels.h"

namespace wb::sim {

const OpTable& vop1_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/vop1.inc"
#undef X
    };
    static const OpTable table{Encoding::VOP1, bind_vector_rows(kRows)};
    return table;
}

} // namespace wb::sim
