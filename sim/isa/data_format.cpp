// SPDX-License-Identifier: MIT
#include "sim/isa/data_format.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace wb::sim {

namespace {

using enum NumberType;

struct Entry {
    uint8_t id;
    DataFormat format;
};

constexpr Entry kEntries[] = {
    {1, {1, {8}, Unorm}},
    {2, {1, {8}, Snorm}},
    {3, {1, {8}, Uscaled}},
    {4, {1, {8}, Sscaled}},
    {5, {1, {8}, Uint}},
    {6, {1, {8}, Sint}},
    {7, {1, {16}, Unorm}},
    {8, {1, {16}, Snorm}},
    {9, {1, {16}, Uscaled}},
    {10, {1, {16}, Sscaled}},
    {11, {1, {16}, Uint}},
    {12, {1, {16}, Sint}},
    {13, {1, {16}, Float}},
    {14, {2, {8, 8}, Unorm}},
    {15, {2, {8, 8}, Snorm}},
    {16, {2, {8, 8}, Uscaled}},
    {17, {2, {8, 8}, Sscaled}},
    {18, {2, {8, 8}, Uint}},
    {19, {2, {8, 8}, Sint}},
    {20, {1, {32}, Uint}},
    {21, {1, {32}, Sint}},
    {22, {1, {32}, Float}},
    {23, {2, {16, 16}, Unorm}},
    {24, {2, {16, 16}, Snorm}},
    {25, {2, {16, 16}, Uscaled}},
    {26, {2, {16, 16}, Sscaled}},
    {27, {2, {16, 16}, Uint}},
    {28, {2, {16, 16}, Sint}},
    {29, {2, {16, 16}, Float}},
    {30, {3, {11, 11, 10}, Float}},    // 10_11_11
    {31, {3, {10, 11, 11}, Float}},    // 11_11_10
    {32, {4, {2, 10, 10, 10}, Unorm}}, // 10_10_10_2
    {33, {4, {2, 10, 10, 10}, Snorm}},
    {34, {4, {2, 10, 10, 10}, Uint}},
    {35, {4, {2, 10, 10, 10}, Sint}},
    {36, {4, {10, 10, 10, 2}, Unorm}}, // 2_10_10_10
    {37, {4, {10, 10, 10, 2}, Snorm}},
    {38, {4, {10, 10, 10, 2}, Uscaled}},
    {39, {4, {10, 10, 10, 2}, Sscaled}},
    {40, {4, {10, 10, 10, 2}, Uint}},
    {41, {4, {10, 10, 10, 2}, Sint}},
    {42, {4, {8, 8, 8, 8}, Unorm}},
    {43, {4, {8, 8, 8, 8}, Snorm}},
    {44, {4, {8, 8, 8, 8}, Uscaled}},
    {45, {4, {8, 8, 8, 8}, Sscaled}},
    {46, {4, {8, 8, 8, 8}, Uint}},
    {47, {4, {8, 8, 8, 8}, Sint}},
    {48, {2, {32, 32}, Uint}},
    {49, {2, {32, 32}, Sint}},
    {50, {2, {32, 32}, Float}},
    {51, {4, {16, 16, 16, 16}, Unorm}},
    {52, {4, {16, 16, 16, 16}, Snorm}},
    {53, {4, {16, 16, 16, 16}, Uscaled}},
    {54, {4, {16, 16, 16, 16}, Sscaled}},
    {55, {4, {16, 16, 16, 16}, Uint}},
    {56, {4, {16, 16, 16, 16}, Sint}},
    {57, {4, {16, 16, 16, 16}, Float}},
    {58, {3, {32, 32, 32}, Uint}},
    {59, {3, {32, 32, 32}, Sint}},
    {60, {3, {32, 32, 32}, Float}},
    {61, {4, {32, 32, 32, 32}, Uint}},
    {62, {4, {32, 32, 32, 32}, Sint}},
    {63, {4, {32, 32, 32, 32}, Float}},
};

constexpr auto kById = [] {
    std::array<DataFormat, 64> table{};
    for (const Entry& entry : kEntries)
        table[entry.id] = entry.format;
    return table;
}();

constexpr uint32_t mask(unsigned bits) {
    return bits == 32 ? ~0u : (1u << bits) - 1;
}
int32_t sign_extend(uint32_t value, unsigned bits) {
    return int32_t(value << (32 - bits)) >> (32 - bits);
}

/// A float format of fewer than 32 bits with a 5-bit exponent: f16, or the unsigned 11- and 10-bit ones.
struct SmallFloat {
    unsigned mantissa_bits;
    bool has_sign;
};
constexpr unsigned kSmallExponentBias = 15, kSmallExponentMax = 31;

SmallFloat small_float(unsigned bits) {
    return bits == 16 ? SmallFloat{10, true} : SmallFloat{bits - 5, false};
}

uint32_t widen(uint32_t value, SmallFloat format) {
    const unsigned shift = 23 - format.mantissa_bits;
    const uint32_t sign = format.has_sign ? (value >> (format.mantissa_bits + 5) & 1) << 31 : 0;
    const uint32_t exponent = value >> format.mantissa_bits & 31;
    uint32_t mantissa = value & mask(format.mantissa_bits);
    if (exponent == kSmallExponentMax) return sign | 0x7f80'0000 | mantissa << shift;
    if (exponent) return sign | (exponent + 127 - kSmallExponentBias) << 23 | mantissa << shift;
    if (!mantissa) return sign;
    const unsigned up = unsigned(std::countl_zero(mantissa)) - (31 - format.mantissa_bits);
    mantissa = mantissa << up & mask(format.mantissa_bits);
    return sign | (127 - kSmallExponentBias + 1 - up) << 23 | mantissa << shift;
}

/// Round to nearest even. Unsigned formats: negative values become 0, finite ones stay finite.
uint32_t narrow(uint32_t f32, SmallFloat format) {
    const uint32_t sign = f32 >> 31, magnitude = f32 & 0x7fff'ffff;
    const uint32_t infinity = kSmallExponentMax << format.mantissa_bits;
    const uint32_t sign_bit = format.has_sign ? sign << (format.mantissa_bits + 5) : 0;
    if (magnitude > 0x7f80'0000) return sign_bit | infinity | 1u << (format.mantissa_bits - 1);
    if (sign && !format.has_sign) return 0;
    if (magnitude == 0x7f80'0000) return sign_bit | infinity;
    const int exponent = int(magnitude >> 23) - 127 + int(kSmallExponentBias);
    uint32_t mantissa = (magnitude & 0x7f'ffff) | (magnitude >> 23 ? 0x80'0000 : 0);
    unsigned drop = 23 - format.mantissa_bits;
    if (exponent <= 0) drop += unsigned(1 - exponent);
    if (drop > 25) return sign_bit;
    const uint32_t half = 1u << (drop - 1), rest = mantissa & mask(drop);
    mantissa >>= drop;
    if (rest > half || (rest == half && (mantissa & 1))) ++mantissa;
    // The hidden bit of a normal number carries into the exponent field by addition.
    const uint32_t result =
        exponent <= 0 ? mantissa : (uint32_t(exponent - 1) << format.mantissa_bits) + mantissa;
    if (result >= infinity) return sign_bit | (format.has_sign ? infinity : infinity - 1);
    return sign_bit | result;
}

/// widen() of an f16 without branches: as f32 exponents, all are too small by the difference of the biases.
inline uint32_t float_from_half_bits(uint32_t half) {
    constexpr float kBiases = 0x1p112f;
    const uint32_t number = std::bit_cast<uint32_t>(std::bit_cast<float>((half & 0x7fff) << 13) * kBiases);
    const uint32_t infinite = (half & 0x7c00) == 0x7c00 ? 0x7f80'0000 : 0;
    return number | infinite | (half & 0x8000) << 16;
}

uint32_t component_to_word(uint32_t raw, unsigned bits, NumberType type) {
    switch (type) {
    case Uint:
        return raw;
    case Sint:
        return uint32_t(sign_extend(raw, bits));
    case Float:
        return bits == 32 ? raw : widen(raw, small_float(bits));
    case Unorm:
        return std::bit_cast<uint32_t>(float(raw) / float(mask(bits)));
    case Snorm:
        return std::bit_cast<uint32_t>(
            std::fmax(float(sign_extend(raw, bits)) / float(mask(bits - 1)), -1.0f));
    case Uscaled:
        return std::bit_cast<uint32_t>(float(raw));
    case Sscaled:
        return std::bit_cast<uint32_t>(float(sign_extend(raw, bits)));
    }
    return 0;
}

/// `value` clamped to [low, high], NaN to 0.
double clamped(uint32_t word, double low, double high) {
    const double value = std::bit_cast<float>(word);
    if (std::isnan(value)) return 0;
    return value < low ? low : value > high ? high : value;
}

uint32_t word_to_component(uint32_t word, unsigned bits, NumberType type) {
    const uint32_t top = mask(bits), signed_top = mask(bits - 1);
    switch (type) {
    case Uint:
        return word > top ? top : word;
    case Sint: {
        const int64_t value = int32_t(word), high = signed_top, low = -high - 1;
        return uint32_t(value < low ? low : value > high ? high : value) & top;
    }
    case Float:
        return bits == 32 ? word : narrow(word, small_float(bits));
    case Unorm:
        return uint32_t(std::nearbyint(clamped(word, 0, 1) * top));
    case Snorm:
        return uint32_t(int32_t(std::nearbyint(clamped(word, -1, 1) * signed_top))) & top;
    case Uscaled:
        return uint32_t(clamped(word, 0, top));
    case Sscaled:
        return uint32_t(int32_t(clamped(word, -double(signed_top) - 1, signed_top))) & top;
    }
    return 0;
}

} // namespace

const DataFormat* data_format(unsigned id) {
    return id < kById.size() && kById[id].components ? &kById[id] : nullptr;
}

void unpack_texel(const DataFormat& format, const void* bytes, uint32_t out[4]) {
    out[0] = out[1] = out[2] = 0;
    out[3] = format.integer() ? 1 : std::bit_cast<uint32_t>(1.0f);
    uint64_t words[2] = {};
    std::memcpy(words, bytes, format.bytes());
    unsigned position = 0;
    for (unsigned i = 0; i < format.components; ++i) {
        const uint32_t raw = uint32_t(words[position / 64] >> position % 64) & mask(format.bits[i]);
        out[i] = component_to_word(raw, format.bits[i], format.type);
        position += format.bits[i];
    }
}

void unpack_component(const DataFormat& format, unsigned component, const uint32_t* dwords, uint32_t* out,
                      unsigned count) {
    const unsigned bits = format.bits[component], shift = format.position(component) % 32;
    const uint32_t bits_mask = mask(bits);
    const auto each = [&](auto convert) {
        // Blocks of constant size, and no alias: hosts' vectors take them.
        constexpr unsigned kBlock = 32;
        for (unsigned base = 0; base < count; base += kBlock) {
            const uint32_t* __restrict from = dwords + base;
            uint32_t* __restrict to = out + base;
            for (unsigned i = 0; i < kBlock; ++i)
                to[i] = convert(from[i] >> shift & bits_mask);
        }
    };
    if (bits == 32) return void(std::memcpy(out, dwords, count * sizeof(uint32_t)));
    const unsigned unsigned_bits = 32 - bits;
    const auto extended = [=](uint32_t raw) { return int32_t(raw << unsigned_bits) >> unsigned_bits; };
    // What is converted has 16 bits at most: int32_t holds it, and hosts convert that best.
    const float top = float(int32_t(bits_mask)), signed_top = float(int32_t(mask(bits - 1)));
    switch (format.type) {
    case Uint:
        return each([](uint32_t raw) { return raw; });
    case Sint:
        return each([=](uint32_t raw) { return uint32_t(extended(raw)); });
    case Float:
        // The formats of 11 and 10 bits are f16 without a sign and the mantissa's lowest bits.
        return each(
            [up = bits == 16 ? 0u : 15 - bits](uint32_t raw) { return float_from_half_bits(raw << up); });
    case Unorm:
        return each([=](uint32_t raw) { return std::bit_cast<uint32_t>(float(int32_t(raw)) / top); });
    case Snorm:
        return each([=](uint32_t raw) {
            const float x = float(extended(raw)) / signed_top;
            return std::bit_cast<uint32_t>(x < -1 ? -1 : x);
        });
    case Uscaled:
        return each([](uint32_t raw) { return std::bit_cast<uint32_t>(float(int32_t(raw))); });
    case Sscaled:
        return each([=](uint32_t raw) { return std::bit_cast<uint32_t>(float(extended(raw))); });
    }
}

void pack_texel(const DataFormat& format, const uint32_t in[4], void* bytes) {
    uint64_t words[2] = {};
    unsigned position = 0;
    for (unsigned i = 0; i < format.components; ++i) {
        words[position / 64] |= uint64_t(word_to_component(in[i], format.bits[i], format.type))
                                << position % 64;
        position += format.bits[i];
    }
    std::memcpy(bytes, words, format.bytes());
}

uint16_t half_from_float(uint32_t f32) {
    return uint16_t(narrow(f32, {10, true}));
}
uint32_t float_from_half(uint16_t f16) {
    return widen(f16, {10, true});
}

} // namespace wb::sim
