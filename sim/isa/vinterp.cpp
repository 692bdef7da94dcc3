// SPDX-License-Identifier: MIT
// VINTERP instructions.
#include "sim/isa/inst.h"

namespace wb::sim {

const OpTable& vinterp_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/vinterp.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::VINTERP, kRows};
    return kTable;
}

} // namespace wb::sim
