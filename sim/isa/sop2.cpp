// SPDX-License-Identifier: MIT
// SOP2 instructions.
#include "sim/isa/inst.h"

namespace wb::sim {

const OpTable& sop2_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/sop2.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::SOP2, kRows};
    return kTable;
}

} // namespace wb::sim
