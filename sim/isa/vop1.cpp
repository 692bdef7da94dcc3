// SPDX-License-Identifier: MIT
// VOP1 instructions.
#include "sim/isa/inst.h"

namespace wb::sim {

const OpTable& vop1_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/vop1.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::VOP1, kRows};
    return kTable;
}

} // namespace wb::sim
