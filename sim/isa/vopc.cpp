// SPDX-License-Identifier: MIT
// VOPC instructions.
#include "sim/isa/inst.h"
#include "sim/isa/valu_kernels.h"

namespace wb::sim {

const OpTable& vopc_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/vopc.inc"
#undef X
    };
    static const OpTable table{Encoding::VOPC, bind_vector_rows(kRows)};
    return table;
}

} // namespace wb::sim
