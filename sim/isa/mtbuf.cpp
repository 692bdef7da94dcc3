// SPDX-License-Identifier: MIT
// MTBUF instructions: typed buffer accesses whose format is in the instruction.
#include "sim/isa/buffer_handlers.h"
#include "sim/isa/memory_handlers.h"

namespace wb::sim {

const OpTable& mtbuf_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, typed_handler<true>(without_prefix(#name))},
#include "sim/isa/tables/mtbuf.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::MTBUF, kRows};
    return kTable;
}

} // namespace wb::sim
