// SPDX-License-Identifier: MIT
#include "engine/session/assign.h"

#include <cstring>
#include <fmt/format.h>

namespace wb::engine {

/// Inserts `bits` bits of `value` into a register's words at byte `byte`.
static uint32_t merged(uint32_t old, uint64_t value, unsigned byte, unsigned bits) {
    if (bits >= 32) return uint32_t(value);
    const uint32_t mask = ((1u << bits) - 1) << (byte * 8);
    return (old & ~mask) | (uint32_t(value << (byte * 8)) & mask);
}

static Status write_leaf(WaveView& view, const Leaf& leaf, const Type& type, uint64_t bits, Space space,
                         unsigned lane, std::string& remark) {
    const Origin& origin = leaf.origin;
    const unsigned width = type.kind == TypeKind::Bool ? 32 : type.bits;
    const auto with_bit = [&](uint32_t mask) {
        const uint32_t bit = 1u << (lane % 32);
        return bits ? mask | bit : mask & ~bit;
    };
    const uint32_t half = view.info().wave_size == 64 ? lane / 32 : 0;
    switch (origin.kind) {
    case Origin::Kind::LaneMask: {
        const uint32_t reg = origin.reg + half;
        auto old = view.sgpr(reg);
        if (!old) return std::unexpected(old.error());
        const uint32_t word = with_bit(*old);
        if (reg == 106 || reg == 107) {
            const uint64_t vcc = reg == 106 ? (view.info().vcc & ~0xffff'ffffull) | word
                                            : (view.info().vcc & 0xffff'ffffull) | uint64_t(word) << 32;
            return view.write_register("vcc", 0, 0, vcc);
        }
        return view.write_register("sgpr", reg, 0, word);
    }
    case Origin::Kind::Vgpr:
    case Origin::Kind::SpillLane:
    case Origin::Kind::Sgpr: {
        const bool is_sgpr = origin.kind == Origin::Kind::Sgpr;
        const bool spilled = origin.kind == Origin::Kind::SpillLane;
        if (spilled && type.kind == TypeKind::Bool) { // a spilled mask
            auto old = view.vgpr(origin.reg, origin.lane + half);
            if (!old) return std::unexpected(old.error());
            return view.write_register("vgpr", origin.reg, origin.lane + half, with_bit(*old));
        }
        if (is_sgpr || spilled)
            remark = "this value is shared by all lanes of the wave: they all see the change";
        for (unsigned n = 0; n * 32 < origin.byte * 8u + width; ++n) {
            const uint32_t reg = spilled ? origin.reg : origin.reg + n;
            const unsigned of_lane = spilled ? origin.lane + n : lane;
            auto old = is_sgpr ? view.sgpr(reg) : view.vgpr(reg, of_lane);
            if (!old) return std::unexpected(old.error());
            const uint32_t word =
                n ? uint32_t(bits >> 32) : merged(*old, bits, origin.byte, std::min(width, 32u));
            if (Status ok = view.write_register(is_sgpr ? "sgpr" : "vgpr", reg, of_lane, word); !ok)
                return ok;
        }
        return {};
    }
    case Origin::Kind::Memory: {
        uint8_t bytes[8];
        std::memcpy(bytes, &bits, 8);
        return view.write(space, origin.address,
                          std::span<const uint8_t>(bytes, std::max<size_t>(1, width / 8)));
    }
    default:
        return fail("this value lies nowhere it could be changed");
    }
}

static Status check_writable(const Value& value) {
    for (const Leaf& leaf : value.leaves) {
        if (leaf.state == Leaf::State::Unavailable)
            return fail("the value is not available here, so it cannot be changed" +
                        (value.why.empty() ? "" : ": " + value.why));
        switch (leaf.origin.kind) {
        case Origin::Kind::None:
            return leaf.state == Leaf::State::Undefined
                       ? fail("the variable has no value yet, and no register that could take one")
                       : fail("this expression is no place that could be changed");
        case Origin::Kind::Constant:
            return fail("the compiler knows this value as a constant and has already used it: changing it "
                        "would have no effect");
        default:
            if (leaf.origin.described)
                return fail("the module was optimised before the driver saw it: the value is known, but no "
                            "code reads this variable, so that a change would have no effect");
            if (!leaf.origin.writable)
                return fail("the shader was compiled with read-only safepoints: a change would have no "
                            "effect, or change other variables too");
        }
    }
    return {};
}

Result<std::string> assign(std::string_view target, std::string_view source, FrameNames& names,
                           WaveView& view, unsigned lane) {
    auto place = evaluate(target, names, view);
    if (!place) return std::unexpected(place.error());
    if (!place->type) return fail("there is nothing to change");
    if (place->in_memory && place->place.space == Space::PushConstant)
        return fail("push constants belong to the recorded command and cannot be changed here");
    auto current = load(view, *place);
    if (!current) return std::unexpected(current.error());
    if (!place->in_memory)
        if (Status ok = check_writable(*current); !ok) return std::unexpected(ok.error());
    auto value = evaluate(source, names, view);
    if (!value) return std::unexpected(value.error());
    auto loaded = load(view, *value);
    if (!loaded) return std::unexpected(loaded.error());
    if (Status known = check_known(*loaded); !known) return std::unexpected(known.error());
    auto converted = convert(names.module(), *loaded, current->type);
    if (!converted) return std::unexpected(converted.error());
    std::string remark;
    for (size_t i = 0; i < current->leaves.size(); ++i) {
        const Type* type = current->type->leaf_type(i);
        if (Status ok = write_leaf(view, current->leaves[i], *type, converted->leaves[i].bits,
                                   current->leaf_space, lane, remark);
            !ok)
            return std::unexpected(ok.error());
    }
    return remark;
}

} // namespace wb::engine
