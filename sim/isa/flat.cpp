// SPDX-License-Identifier: MIT
// FLAT, GLOBAL and SCRATCH instructions.
#include "sim/isa/inst.h"

namespace wb::sim {

const OpTable& flat_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/flat.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::FLAT, kRows};
    return kTable;
}

const OpTable& global_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/global.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::GLOBAL, kRows};
    return kTable;
}

const OpTable& scratch_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, nullptr},
#include "sim/isa/tables/scratch.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::SCRATCH, kRows};
    return kTable;
}

} // namespace wb::sim
