// SPDX-License-Identifier: MIT
// DS instructions.
#include "sim/isa/inst.h"

namespace wb::sim {

const OpTable& ds_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/ds.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::DS, kRows};
    return kTable;
}

} // namespace wb::sim
