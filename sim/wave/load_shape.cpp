// SPDX-License-Identifier: MIT
#include "sim/wave/load_shape.h"

#include "sim/isa/decode.h"

#include <bit>
#include <string_view>

namespace wb::sim {

namespace {

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// Dwords of a type suffix: "b96" is 3; small types are 1.
unsigned dwords_of(std::string_view name) {
    const std::string_view type = name.substr(name.rfind('_') + 1);
    if (type == "b512") return 16;
    if (type == "b256") return 8;
    if (type == "b128") return 4;
    if (type == "b96") return 3;
    return type.ends_with("64") ? 2 : 1;
}

uint32_t half_of(std::string_view name) {
    if (!has(name, "d16")) return 0xffffffff;
    return has(name, "_hi") ? 0xffff0000u : 0x0000ffffu;
}

LoadShape lds_shape(std::string_view name) {
    LoadShape shape{name == "ds_nop" ? LoadClass::None : LoadClass::Lds};
    const bool loads = has(name, "ds_load") || has(name, "_rtn_") || has(name, "permute") ||
                       has(name, "swizzle") || name == "ds_append" || name == "ds_consume";
    if (!loads) return shape;
    shape.registers = uint8_t(dwords_of(name) * (has(name, "2addr") ? 2 : 1));
    shape.written = half_of(name);
    return shape;
}

/// The register of TFE's status, behind the data.
unsigned status_registers(const Inst& inst) {
    return inst.mem_flags & kMemTfe ? 1 : 0;
}

LoadShape image_shape(const Inst& inst, std::string_view name) {
    const bool gives_back = !has(name, "atomic") || (inst.mem_flags & kMemGlc);
    if (has(name, "store") || !gives_back) return {};
    unsigned components =
        has(name, "gather4") || has(name, "msaa_load") ? 4 : unsigned(std::popcount(inst.extra & 0xff));
    if (has(name, "cmpswap")) components /= 2;
    if (inst.mem_flags & kMemD16) components = (components + 1) / 2;
    return {LoadClass::Vector, uint8_t(components + status_registers(inst)), false, 0xffffffff};
}

/// MUBUF, MTBUF, FLAT, GLOBAL, SCRATCH.
LoadShape vector_shape(const Inst& inst, std::string_view name) {
    const bool flat = inst.encoding == Encoding::FLAT;
    const LoadShape store{flat ? LoadClass::Unordered : LoadClass::None};
    if (has(name, "atomic")) {
        if (!(inst.mem_flags & kMemGlc)) return store;
        return {flat ? LoadClass::Flat : LoadClass::Vector, uint8_t(dwords_of(name)), false, 0xffffffff};
    }
    if (!has(name, "load")) return store; // Cache invalidations count like stores.
    LoadShape shape{flat ? LoadClass::Flat : LoadClass::Vector, 1, false, half_of(name)};
    if (!has(name, "format_")) {
        shape.registers = uint8_t(dwords_of(name));
        return shape;
    }
    const unsigned components = unsigned(name.size() - name.rfind('_') - 1);
    const bool halves = has(name, "d16");
    shape.registers = uint8_t((halves ? (components + 1) / 2 : components) + status_registers(inst));
    if (shape.registers > 1) shape.written = 0xffffffff;
    return shape;
}

} // namespace

LoadShape load_shape(const Inst& inst) {
    const OpTable* table = table_of(inst.encoding);
    const OpRow* row = table ? table->find(inst.op) : nullptr;
    if (!row) return {};
    const std::string_view name = row->name;
    switch (inst.encoding) {
    case Encoding::SMEM:
        return {LoadClass::Unordered, uint8_t(has(name, "load") ? dwords_of(name) : 0), true, 0xffffffff};
    case Encoding::SOP1:
        if (!has(name, "s_sendmsg_rtn")) return {};
        return {LoadClass::Unordered, uint8_t(dwords_of(name)), true, 0xffffffff};
    case Encoding::SOPP:
        return {has(name, "s_sendmsg") ? LoadClass::Unordered : LoadClass::None};
    case Encoding::DS:
        return lds_shape(name);
    case Encoding::MIMG:
        return image_shape(inst, name);
    case Encoding::MUBUF:
    case Encoding::MTBUF:
    case Encoding::FLAT:
    case Encoding::GLOBAL:
    case Encoding::SCRATCH:
        return vector_shape(inst, name);
    default:
        return {};
    }
}

} // namespace wb::sim
