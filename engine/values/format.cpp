// SPDX-License-Identifier: MIT
#include "engine/values/format.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace wb::engine {

float half_to_float(uint16_t half) {
    const uint32_t sign = uint32_t(half & 0x8000) << 16, exponent = (half >> 10) & 31,
                   fraction = half & 0x3ff;
    if (exponent == 31) return std::bit_cast<float>(sign | 0x7f80'0000u | (fraction << 13));
    if (exponent == 0)
        return std::copysign(std::ldexp(float(fraction), -24), std::bit_cast<float>(sign | 0x3f80'0000u));
    return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
}

uint16_t float_to_half(float value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint16_t sign = uint16_t((bits >> 16) & 0x8000);
    if (std::isnan(value)) return uint16_t(sign | 0x7e00 | ((bits >> 13) & 0x1ff));
    const float magnitude = std::fabs(value);
    if (magnitude >= 65520.f) return uint16_t(sign | 0x7c00);
    if (magnitude < 6.103515625e-05f)
        return uint16_t(sign | uint16_t(std::nearbyint(std::ldexp(magnitude, 24))));
    const uint32_t rounded = (bits & 0x7fff'ffffu) + 0xfff + ((bits >> 13) & 1);
    return uint16_t(sign | ((rounded - (112u << 23)) >> 13));
}

std::string float_text(uint64_t bits, unsigned width) {
    if (width == 64) {
        const double value = std::bit_cast<double>(bits);
        if (std::isnan(value))
            return (bits >> 63 ? "-nan" : "nan") + fmt::format("(0x{:x})", bits & 0xf'ffff'ffff'ffffull);
        return fmt::format("{}", value);
    }
    if (width == 16) {
        const uint16_t half = uint16_t(bits);
        const float value = half_to_float(half);
        if (std::isnan(value)) return (half >> 15 ? "-nan" : "nan") + fmt::format("(0x{:x})", half & 0x3ff);
        if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
        for (int digits = 1; digits <= 8; ++digits) {
            std::string text = fmt::format("{:.{}g}", value, digits);
            if (float_to_half(std::strtof(text.c_str(), nullptr)) == half) return text;
        }
        return fmt::format("{}", value);
    }
    const float value = std::bit_cast<float>(uint32_t(bits));
    if (std::isnan(value))
        return (bits >> 31 & 1 ? "-nan" : "nan") + fmt::format("(0x{:x})", bits & 0x7f'ffff);
    return fmt::format("{}", value);
}

static int64_t sign_extend(uint64_t bits, unsigned width) {
    return width >= 64 ? int64_t(bits) : int64_t(bits << (64 - width)) >> (64 - width);
}

uint64_t saturated(double value, unsigned bits, bool is_signed) {
    if (std::isnan(value)) return 0;
    const uint64_t mask = bits >= 64 ? ~0ull : (1ull << bits) - 1;
    const double limit = std::ldexp(1.0, int(bits) - (is_signed ? 1 : 0)), low = is_signed ? -limit : 0;
    if (value <= low) return is_signed ? 1ull << (bits - 1) : 0;
    if (value >= limit) return is_signed ? mask >> 1 : mask;
    return mask & (is_signed ? uint64_t(int64_t(value)) : uint64_t(value));
}

static double as_double(const Type& type, uint64_t bits) {
    if (type.kind == TypeKind::Float)
        return type.bits == 64   ? std::bit_cast<double>(bits)
               : type.bits == 16 ? half_to_float(uint16_t(bits))
                                 : std::bit_cast<float>(uint32_t(bits));
    return type.is_signed ? double(sign_extend(bits, type.bits)) : double(bits);
}

std::string scalar_text(const Type& type, uint64_t bits, char letter) {
    const unsigned width = type.kind == TypeKind::Bool ? 1 : type.bits ? type.bits : 64;
    const uint64_t masked = width >= 64 ? bits : bits & ((1ull << width) - 1);
    switch (letter) {
    case 'x':
    case 'a':
        return fmt::format("0x{:x}", masked);
    case 'z':
        return fmt::format("0x{:0{}x}", masked, width / 4);
    case 'o':
        return masked ? fmt::format("0{:o}", masked) : "0";
    case 't':
        return fmt::format("{:b}", masked);
    case 'u':
        return fmt::format("{}", type.kind == TypeKind::Float ? saturated(as_double(type, bits), 64, false)
                                                              : masked);
    case 'd':
        if (type.kind == TypeKind::Bool) return masked ? "1" : "0";
        return fmt::format("{}", type.kind == TypeKind::Float
                                     ? int64_t(saturated(as_double(type, bits), 64, true))
                                     : sign_extend(masked, width));
    case 'c':
        return fmt::format("{} '{}'", masked & 0xff,
                           (masked & 0xff) >= 32 && (masked & 0xff) < 127 ? char(masked) : '.');
    case 'f':
        // A 16-, 32- or 64-bit integer's bits are shown as the float they would be.
        if (type.kind == TypeKind::Int && width >= 16) return float_text(masked, width);
        break;
    default:
        break;
    }
    switch (type.kind) {
    case TypeKind::Bool:
        return bits ? "true" : "false";
    case TypeKind::Float:
        return float_text(masked, width);
    case TypeKind::Pointer:
        return fmt::format("0x{:x}", bits);
    default:
        return type.is_signed ? fmt::format("{}", sign_extend(masked, width)) : fmt::format("{}", masked);
    }
}

static void append(Access& access, const Value& value, const Format& format, std::string& out);

static void append_scalar(Access& access, const Value& value, const Format& format, std::string& out) {
    auto loaded = load(access, value);
    if (!loaded) {
        out += "<" + loaded.error().message + ">";
        return;
    }
    const Leaf& leaf = loaded->leaves.at(0);
    if (leaf.state == Leaf::State::Undefined) {
        out += "<no value yet>";
    } else if (leaf.state == Leaf::State::Unavailable) {
        out += "<not available" + (value.why.empty() ? "" : ": " + value.why) + ">";
    } else {
        out += scalar_text(*value.type, leaf.bits, format.letter);
        if (value.type->kind == TypeKind::Pointer && !format.letter)
            if (const std::string where = access.describe(leaf.bits); !where.empty())
                out += " <" + where + ">";
    }
}

static void append_children(Access& access, const Value& value, const Format& format, uint64_t count,
                            std::string& out) {
    const bool is_struct = value.type->kind == TypeKind::Struct;
    const bool is_array = value.type->kind == TypeKind::Array || value.type->kind == TypeKind::RuntimeArray;
    out += is_struct || is_array ? "{" : "(";
    const uint64_t shown = is_array ? std::min<uint64_t>(count, format.max_elements) : count;
    for (uint64_t i = 0; i < shown; ++i) {
        if (i) out += ", ";
        if (is_struct) out += value.type->members[i].name + " = ";
        auto part = child(access, value, i);
        if (part)
            append(access, *part, format, out);
        else
            out += "<" + part.error().message + ">";
    }
    if (shown < count) out += ", …";
    out += is_struct || is_array ? "}" : ")";
}

static bool all_in_state(const Value& value, Leaf::State state) {
    if (value.in_memory || value.leaves.empty()) return false;
    for (const Leaf& leaf : value.leaves)
        if (leaf.state != state) return false;
    return true;
}

static void append(Access& access, const Value& value, const Format& format, std::string& out) {
    if (!value.type) {
        out += "<no value>";
        return;
    }
    if (all_in_state(value, Leaf::State::Unavailable)) {
        out += "<not available" + (value.why.empty() ? "" : ": " + value.why) + ">";
        return;
    }
    if (all_in_state(value, Leaf::State::Undefined)) {
        out += "<no value yet>";
        return;
    }
    switch (value.type->kind) {
    case TypeKind::Bool:
    case TypeKind::Int:
    case TypeKind::Float:
    case TypeKind::Pointer:
        append_scalar(access, value, format, out);
        break;
    case TypeKind::Struct:
        append_children(access, value, format, value.type->members.size(), out);
        break;
    case TypeKind::Vector:
    case TypeKind::Matrix:
    case TypeKind::Array:
        append_children(access, value, format, value.type->count, out);
        break;
    case TypeKind::RuntimeArray:
        out += "<" + value.type->name + " of unknown length>";
        break;
    default:
        out += "<" + value.type->name + ">";
    }
}

std::string to_text(Access& access, const Value& value, const Format& format) {
    // One read for the whole value where that works; a partly unmapped one falls back to its parts.
    if (value.in_memory && value.type && value.type->kind != TypeKind::RuntimeArray)
        if (auto loaded = load(access, value)) {
            std::string out;
            append(access, *loaded, format, out);
            return out;
        }
    std::string out;
    append(access, value, format, out);
    return out;
}

} // namespace wb::engine
