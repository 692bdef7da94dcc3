// SPDX-License-Identifier: MIT
// MIMG instructions.
#include "sim/isa/inst.h"

namespace wb::sim {

const OpTable& mimg_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/mimg.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::MIMG, kRows};
    return kTable;
}

} // namespace wb::sim
