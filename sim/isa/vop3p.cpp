// SPDX-License-Identifier: MIT
// VOP3P instructions.
#include "sim/isa/inst.h"
#include "sim/isa/valu_kernels.h"

namespace wb::sim {

const OpTable& vop3p_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/vop3p.inc"
#undef X
    };
    static const OpTable table{Encoding::VOP3P, bind_vector_rows(kRows)};
    return table;
}

} // namespace wb::sim
