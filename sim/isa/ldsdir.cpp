// SPDX-License-Identifier: MIT
// LDSDIR instructions.
#include "sim/isa/inst.h"

namespace wb::sim {

const OpTable& ldsdir_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/ldsdir.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::LDSDIR, kRows};
    return kTable;
}

} // namespace wb::sim
