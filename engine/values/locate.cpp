// SPDX-License-Identifier: MIT
#include "engine/values/locate.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace wb::engine {

static uint64_t mask_of(unsigned bits) {
    return bits >= 64 ? ~0ull : (1ull << bits) - 1;
}

Result<uint64_t> read_origin(Registers& registers, Access& access, const Origin& origin, Space space,
                             unsigned bits, unsigned lane, unsigned wave_size) {
    const auto word = [&](uint32_t n) -> Result<uint32_t> {
        switch (origin.kind) {
        case Origin::Kind::Vgpr:
            return registers.vgpr(origin.reg + n, lane);
        case Origin::Kind::SpillLane:
            return registers.vgpr(origin.reg, origin.lane + n);
        default:
            return registers.sgpr(origin.reg + n);
        }
    };
    switch (origin.kind) {
    case Origin::Kind::LaneMask: {
        auto half = registers.sgpr(origin.reg + (wave_size == 64 ? lane / 32 : 0));
        if (!half) return std::unexpected(half.error());
        return (*half >> (lane % 32)) & 1;
    }
    case Origin::Kind::Sgpr:
    case Origin::Kind::Vgpr:
    case Origin::Kind::SpillLane: {
        // A spilled boolean is a spilled mask: its bits for the first 32 lanes, then those for the others.
        if (origin.kind == Origin::Kind::SpillLane && bits == 1) {
            auto half = registers.vgpr(origin.reg, origin.lane + (wave_size == 64 ? lane / 32 : 0));
            if (!half) return std::unexpected(half.error());
            return (*half >> (lane % 32)) & 1;
        }
        auto low = word(0);
        if (!low) return std::unexpected(low.error());
        uint64_t value = *low;
        if (origin.byte * 8u + bits > 32) {
            auto high = word(1);
            if (!high) return std::unexpected(high.error());
            value |= uint64_t(*high) << 32;
        }
        return (value >> (origin.byte * 8)) & mask_of(bits);
    }
    case Origin::Kind::Memory: {
        auto bytes = access.read(space, origin.address, std::max(1u, bits / 8));
        if (!bytes) return std::unexpected(bytes.error());
        uint64_t value = 0;
        std::memcpy(&value, bytes->data(), std::min<size_t>(8, bytes->size()));
        return value;
    }
    default:
        return fail("this value lies nowhere");
    }
}

static const char* unavailable_reason(uint32_t reason) {
    switch (reason) {
    case 1:
        return "the shader never gives it a value";
    case 2:
        return "the compiler does not follow this kind of variable";
    case 3:
        return "the module was optimised before the driver saw it, and has no value of it here";
    default:
        return "the compiler keeps it nowhere";
    }
}

static Origin origin_of(const Location& location) {
    Origin origin;
    origin.reg = location.reg;
    origin.byte = location.byte;
    origin.lane = location.lane;
    origin.writable = location.writable;
    switch (location.kind) {
    case LocationKind::Constant:
        origin.kind = Origin::Kind::Constant;
        break;
    case LocationKind::Sgpr:
        origin.kind = Origin::Kind::Sgpr;
        break;
    case LocationKind::Vgpr:
        origin.kind = Origin::Kind::Vgpr;
        break;
    case LocationKind::LaneMask:
        origin.kind = Origin::Kind::LaneMask;
        break;
    case LocationKind::SpillLane:
        origin.kind = Origin::Kind::SpillLane;
        break;
    case LocationKind::SpillScratch:
        origin.kind = Origin::Kind::Memory;
        origin.address = location.reg + location.byte;
        break;
    default:
        break;
    }
    return origin;
}

bool has_value(const DebugRecord& record, const Slot& slot, uint32_t variable) {
    for (const Location& location : record.locations_at(slot))
        if (location.variable == variable && location.kind != LocationKind::Undefined) return true;
    return false;
}

bool is_listed(const DebugRecord& record, const Slot& slot, uint32_t variable) {
    return std::ranges::any_of(record.locations_at(slot),
                               [&](const Location& location) { return location.variable == variable; });
}

Value locate(const DebugRecord& record, const Slot& slot, uint32_t variable, const Type* type,
             Registers& registers, Access& access, unsigned lane) {
    Value value;
    value.type = type;
    value.leaf_space = Space::Scratch;
    if (!type) {
        value.why = "its type is not known";
        return value;
    }
    Leaf absent;
    absent.state = Leaf::State::Unavailable;
    value.leaves.assign(type->leaves(), absent);
    value.why = "the compiler keeps it nowhere at this statement";
    for (const Location& location : record.locations_at(slot)) {
        if (location.variable != variable) continue;
        if (location.kind == LocationKind::Unavailable) {
            value.why = unavailable_reason(location.reg);
            continue;
        }
        if (location.kind == LocationKind::Scratch || location.kind == LocationKind::Lds) {
            value.in_memory = true;
            value.leaves.clear();
            value.place.space = location.kind == LocationKind::Scratch ? Space::Scratch : Space::Lds;
            value.place.address = location.reg;
            value.place.layout = location.layout;
            return value;
        }
        const bool whole = location.leaf == kNoId;
        const uint64_t first = whole ? 0 : location.leaf,
                       last = whole ? value.leaves.size()
                                    : std::min<uint64_t>(location.leaf + 1ull, value.leaves.size());
        for (uint64_t i = first; i < last; ++i) {
            Leaf& leaf = value.leaves[i];
            leaf.origin = origin_of(location);
            if (location.kind == LocationKind::Undefined) {
                leaf.state = Leaf::State::Undefined;
                continue;
            }
            if (location.kind == LocationKind::Constant) {
                leaf.bits = location.constant & mask_of(location.bit_size);
                leaf.state = Leaf::State::Ok;
                continue;
            }
            const unsigned bits = location.kind == LocationKind::SpillScratch
                                      ? std::max<unsigned>(location.bit_size, 8)
                                      : location.bit_size;
            auto read =
                read_origin(registers, access, leaf.origin, Space::Scratch, bits, lane, record.wave_size);
            if (!read) {
                value.why = read.error().message;
                continue;
            }
            const Type* scalar = type->leaf_type(i);
            leaf.bits = scalar && scalar->kind == TypeKind::Bool ? *read != 0 : *read;
            leaf.state = Leaf::State::Ok;
        }
    }
    return value;
}

} // namespace wb::engine
