// SPDX-License-Identifier: MIT
// SOPP instructions.
#include "sim/isa/inst.h"

namespace wb::sim {

const OpTable& sopp_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/sopp.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::SOPP, kRows};
    return kTable;
}

} // namespace wb::sim
