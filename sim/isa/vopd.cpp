// SPDX-License-Identifier: MIT
// VOPD instructions: two VALU halves in one.
#include "sim/isa/inst.h"
#include "sim/isa/valu_kernels.h"

namespace wb::sim {

const OpTable& vopd_x_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/vopd_x.inc"
#undef X
    };
    static const OpTable table{Encoding::VOPD, bind_vector_rows(kRows)};
    return table;
}

const OpTable& vopd_y_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/vopd_y.inc"
#undef X
    };
    static const OpTable table{Encoding::VOPD, bind_vector_rows(kRows)};
    return table;
}

} // namespace wb::sim
