// SPDX-License-Identifier: MIT
// Handlers of the typed buffer instructions by mnemonic, shared by MUBUF and MTBUF.
#pragma once

#include "sim/isa/buffer_access.h"

#include <string_view>

namespace wb::sim {

template <unsigned Components, bool D16, bool High, bool InInstruction>
void typed_load_op(Wave& wave, const Inst& inst) {
    typed_load(wave, inst, {Components, D16, High}, InInstruction);
}
template <unsigned Components, bool D16, bool High, bool InInstruction>
void typed_store_op(Wave& wave, const Inst& inst) {
    typed_store(wave, inst, {Components, D16, High}, InInstruction);
}

/// `op` is the mnemonic behind the prefix ("load_format_xy"); null if it is no typed access.
/// `InInstruction`: the format is the instruction's (MTBUF), else the descriptor's.
template <bool InInstruction>
constexpr ExecFn typed_handler(std::string_view op) {
    if (op == "load_format_x") return typed_load_op<1, false, false, InInstruction>;
    if (op == "load_format_xy") return typed_load_op<2, false, false, InInstruction>;
    if (op == "load_format_xyz") return typed_load_op<3, false, false, InInstruction>;
    if (op == "load_format_xyzw") return typed_load_op<4, false, false, InInstruction>;
    if (op == "store_format_x") return typed_store_op<1, false, false, InInstruction>;
    if (op == "store_format_xy") return typed_store_op<2, false, false, InInstruction>;
    if (op == "store_format_xyz") return typed_store_op<3, false, false, InInstruction>;
    if (op == "store_format_xyzw") return typed_store_op<4, false, false, InInstruction>;
    if (op == "load_d16_format_x") return typed_load_op<1, true, false, InInstruction>;
    if (op == "load_d16_format_xy") return typed_load_op<2, true, false, InInstruction>;
    if (op == "load_d16_format_xyz") return typed_load_op<3, true, false, InInstruction>;
    if (op == "load_d16_format_xyzw") return typed_load_op<4, true, false, InInstruction>;
    if (op == "store_d16_format_x") return typed_store_op<1, true, false, InInstruction>;
    if (op == "store_d16_format_xy") return typed_store_op<2, true, false, InInstruction>;
    if (op == "store_d16_format_xyz") return typed_store_op<3, true, false, InInstruction>;
    if (op == "store_d16_format_xyzw") return typed_store_op<4, true, false, InInstruction>;
    if (op == "load_d16_hi_format_x") return typed_load_op<1, true, true, InInstruction>;
    if (op == "store_d16_hi_format_x") return typed_store_op<1, true, true, InInstruction>;
    return nullptr;
}

} // namespace wb::sim
