// SPDX-License-Identifier: MIT
// VOP2 instructions.
#include "sim/isa/inst.h"

namespace wb::sim {

const OpTable& vop2_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/vop2.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::VOP2, kRows};
    return kTable;
}

} // namespace wb::sim
