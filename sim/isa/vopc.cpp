// SPDX-License-Identifier: MIT
// VOPC instructions.
#include "sim/isa/inst.h"

namespace wb::sim {

const OpTable& vopc_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/vopc.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::VOPC, kRows};
    return kTable;
}

} // namespace wb::sim
