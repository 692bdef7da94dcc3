// SPDX-License-Identifier: MIT
// SMEM instructions.
#include "sim/isa/inst.h"

namespace wb::sim {

const OpTable& smem_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/smem.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::SMEM, kRows};
    return kTable;
}

} // namespace wb::sim
