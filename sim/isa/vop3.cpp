// SPDX-License-Identifier: MIT
// VOP3 instructions.
#include "sim/isa/inst.h"
#include "sim/isa/valu_kernels.h"

namespace wb::sim {

const OpTable& vop3_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/vop3.inc"
#undef X
    };
    static const OpTable table{Encoding::VOP3, bind_vector_rows(kRows)};
    return table;
}

} // namespace wb::sim
