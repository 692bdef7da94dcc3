// SPDX-License-Identifier: MIT
// VOP3P instructions.
#include "sim/isa/inst.h"

namespace wb::sim {

const OpTable& vop3p_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/vop3p.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::VOP3P, kRows};
    return kTable;
}

} // namespace wb::sim
