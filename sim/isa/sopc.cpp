// SPDX-License-Identifier: MIT
// SOPC instructions.
#include "sim/isa/inst.h"

namespace wb::sim {

const OpTable& sopc_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/sopc.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::SOPC, kRows};
    return kTable;
}

} // namespace wb::sim
