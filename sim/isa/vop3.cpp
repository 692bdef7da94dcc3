// SPDX-License-Identifier: MIT
// VOP3 instructions.
#include "sim/isa/inst.h"

namespace wb::sim {

const OpTable& vop3_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/vop3.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::VOP3, kRows};
    return kTable;
}

} // namespace wb::sim
