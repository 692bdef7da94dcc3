// SPDX-License-Identifier: MIT
#include "sim/isa/image_format.h"

#include "sim/isa/block_compression.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace wb::sim {

namespace {

using enum NumberType;

void decode_packed(const ImageFormat& format, const uint8_t* element, unsigned, unsigned, uint32_t out[4]) {
    unpack_texel(format.packed, element, out);
}
void encode_packed(const ImageFormat& format, const uint32_t in[4], uint8_t* element) {
    pack_texel(format.packed, in, element);
}

// The formats that most images have, without the general bit loop.
void decode_unorm8x4(const ImageFormat&, const uint8_t* element, unsigned, unsigned, uint32_t out[4]) {
    for (unsigned i = 0; i < 4; ++i)
        out[i] = std::bit_cast<uint32_t>(float(element[i]) / 255.0f);
}
template <unsigned Count, bool Float>
void decode_words(const ImageFormat&, const uint8_t* element, unsigned, unsigned, uint32_t out[4]) {
    out[0] = out[1] = out[2] = 0;
    out[3] = Float ? std::bit_cast<uint32_t>(1.0f) : 1;
    std::memcpy(out, element, Count * 4);
}
template <unsigned Count>
void encode_words(const ImageFormat&, const uint32_t in[4], uint8_t* element) {
    std::memcpy(element, in, Count * 4);
}

const auto kSrgbTable = [] {
    std::array<uint32_t, 256> table{};
    for (unsigned i = 0; i < 256; ++i)
        table[i] = std::bit_cast<uint32_t>(linear_from_srgb(float(i) / 255.0f));
    return table;
}();

void decode_srgb(const ImageFormat& format, const uint8_t* element, unsigned, unsigned, uint32_t out[4]) {
    out[0] = out[1] = out[2] = 0;
    out[3] = std::bit_cast<uint32_t>(1.0f);
    for (unsigned i = 0; i < format.packed.components; ++i)
        out[i] = i < 3 ? kSrgbTable[element[i]] : std::bit_cast<uint32_t>(float(element[i]) / 255.0f);
}
void encode_srgb(const ImageFormat& format, const uint32_t in[4], uint8_t* element) {
    uint32_t converted[4] = {in[0], in[1], in[2], in[3]};
    for (unsigned i = 0; i < std::min<unsigned>(format.packed.components, 3); ++i)
        converted[i] = std::bit_cast<uint32_t>(srgb_from_linear(std::bit_cast<float>(in[i])));
    pack_texel(format.packed, converted, element);
}

// E5B9G9R9: three 9-bit mantissas without a hidden bit, one exponent with bias 15.
constexpr int kSharedBias = 15, kSharedMantissaBits = 9, kSharedExponentMax = 31;

void decode_shared_exponent(const ImageFormat&, const uint8_t* element, unsigned, unsigned, uint32_t out[4]) {
    uint32_t word;
    std::memcpy(&word, element, 4);
    const int exponent = int(word >> 27) - kSharedBias - kSharedMantissaBits;
    for (unsigned i = 0; i < 3; ++i)
        out[i] = std::bit_cast<uint32_t>(std::ldexp(float(word >> i * 9 & 511), exponent));
    out[3] = std::bit_cast<uint32_t>(1.0f);
}
/// Vulkan 1.3, "RGB to Shared Exponent Conversion".
void encode_shared_exponent(const ImageFormat&, const uint32_t in[4], uint8_t* element) {
    const float largest_value = std::ldexp(511.0f / 512.0f, kSharedExponentMax - kSharedBias);
    float value[3], largest = 0;
    for (unsigned i = 0; i < 3; ++i) {
        const float component = std::bit_cast<float>(in[i]);
        value[i] = component > 0 ? std::min(component, largest_value) : 0; // NaN becomes 0.
        largest = std::max(largest, value[i]);
    }
    int exponent = std::max(-kSharedBias - 1, largest > 0 ? std::ilogb(largest) : -100) + 1 + kSharedBias;
    const auto scaled = [&](float component) {
        return uint32_t(
            std::floor(std::ldexp(component, kSharedBias + kSharedMantissaBits - exponent) + 0.5f));
    };
    if (scaled(largest) == 1u << kSharedMantissaBits) ++exponent;
    const uint32_t word =
        scaled(value[0]) | scaled(value[1]) << 9 | scaled(value[2]) << 18 | uint32_t(exponent) << 27;
    std::memcpy(element, &word, 4);
}

constexpr unsigned kFormatCount = 256, kBufferFormats = 64;

constexpr ImageFormat packed(DataFormat format, DecodeTexel decode = decode_packed,
                             EncodeTexel encode = encode_packed) {
    return {decode, encode, format, format.type, uint8_t(format.bytes()), 0, 0};
}
constexpr ImageFormat compressed(DecodeTexel decode, unsigned bytes, NumberType type, unsigned detail = 0) {
    return {decode, nullptr, {}, type, uint8_t(bytes), 2, uint8_t(detail)};
}

const auto kFormats = [] {
    std::array<ImageFormat, kFormatCount> table{};
    for (unsigned id = 1; id < kBufferFormats; ++id) {
        const DataFormat* format = data_format(id);
        if (format) table[id] = packed(*format);
    }
    table[20].decode = table[21].decode = decode_words<1, false>;
    table[22].decode = decode_words<1, true>;
    table[20].encode = table[21].encode = table[22].encode = encode_words<1>;
    table[42].decode = decode_unorm8x4;
    table[48].decode = table[49].decode = decode_words<2, false>;
    table[50].decode = decode_words<2, true>;
    table[48].encode = table[49].encode = table[50].encode = encode_words<2>;
    table[61].decode = table[62].decode = decode_words<4, false>;
    table[63].decode = decode_words<4, true>;
    table[61].encode = table[62].encode = table[63].encode = encode_words<4>;

    table[64] = packed({1, {8}, Unorm}, decode_srgb, encode_srgb);
    table[65] = packed({2, {8, 8}, Unorm}, decode_srgb, encode_srgb);
    table[66] = packed({4, {8, 8, 8, 8}, Unorm}, decode_srgb, encode_srgb);
    table[67] = {decode_shared_exponent, encode_shared_exponent, {}, Float, 4, 0, 0};
    table[68] = packed({3, {5, 6, 5}, Unorm});
    table[69] = packed({4, {5, 5, 5, 1}, Unorm}); // 1_5_5_5
    table[70] = packed({4, {1, 5, 5, 5}, Unorm}); // 5_5_5_1
    table[71] = packed({4, {4, 4, 4, 4}, Unorm});
    table[72] = packed({2, {4, 4}, Unorm});

    constexpr unsigned kLinear = 0, kSrgb = 1;
    table[109] = compressed(decode_bc1, 8, Unorm, kLinear);
    table[110] = compressed(decode_bc1, 8, Unorm, kSrgb);
    table[111] = compressed(decode_bc2, 16, Unorm, kLinear);
    table[112] = compressed(decode_bc2, 16, Unorm, kSrgb);
    table[113] = compressed(decode_bc3, 16, Unorm, kLinear);
    table[114] = compressed(decode_bc3, 16, Unorm, kSrgb);
    table[115] = compressed(decode_bc4, 8, Unorm);
    table[116] = compressed(decode_bc4, 8, Snorm);
    table[117] = compressed(decode_bc5, 16, Unorm);
    table[118] = compressed(decode_bc5, 16, Snorm);
    table[119] = compressed(decode_bc6h, 16, Float, 0);
    table[120] = compressed(decode_bc6h, 16, Float, 1);
    table[121] = compressed(decode_bc7, 16, Unorm, kLinear);
    table[122] = compressed(decode_bc7, 16, Unorm, kSrgb);
    return table;
}();

} // namespace

const ImageFormat* image_format(unsigned id) {
    return id < kFormatCount && kFormats[id].decode ? &kFormats[id] : nullptr;
}

float linear_from_srgb(float value) {
    return float(value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
}
float srgb_from_linear(float value) {
    if (!(value > 0)) return 0;
    if (value >= 1) return 1;
    return float(value < 0.0031308 ? value * 12.92 : 1.055 * std::pow(double(value), 1 / 2.4) - 0.055);
}

} // namespace wb::sim
