// SPDX-License-Identifier: MIT
// SOP1 instructions.
#include "sim/isa/inst.h"

namespace wb::sim {

const OpTable& sop1_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/sop1.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::SOP1, kRows};
    return kTable;
}

} // namespace wb::sim
