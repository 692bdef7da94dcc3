// SPDX-License-Identifier: MIT
// VOPD instructions: two VALU halves in one.
#include "sim/isa/inst.h"

namespace wb::sim {

const OpTable& vopd_x_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/vopd_x.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::VOPD, kRows};
    return kTable;
}

const OpTable& vopd_y_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/vopd_y.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::VOPD, kRows};
    return kTable;
}

} // namespace wb::sim
