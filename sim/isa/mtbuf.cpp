// SPDX-License-Identifier: MIT
// MTBUF instructions.
#include "sim/isa/inst.h"

namespace wb::sim {

const OpTable& mtbuf_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/mtbuf.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::MTBUF, kRows};
    return kTable;
}

} // namespace wb::sim
