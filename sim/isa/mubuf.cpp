// SPDX-License-Identifier: MIT
// MUBUF instructions.
#include "sim/isa/inst.h"

namespace wb::sim {

const OpTable& mubuf_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/mubuf.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::MUBUF, kRows};
    return kTable;
}

} // namespace wb::sim
