// SPDX-License-Identifier: MIT
// SOPK instructions.
#include "sim/isa/inst.h"

namespace wb::sim {

const OpTable& sopk_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/sopk.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::SOPK, kRows};
    return kTable;
}

} // namespace wb::sim
