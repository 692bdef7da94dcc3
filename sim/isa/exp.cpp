// SPDX-License-Identifier: MIT
// EXP instructions.
#include "sim/isa/inst.h"

namespace wb::sim {

const OpTable& exp_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/exp.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::EXP, kRows};
    return kTable;
}

} // namespace wb::sim
