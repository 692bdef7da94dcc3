// SPDX-License-Identifier: MIT
// BC1 to BC5.
#include "sim/isa/block_compression.h"

#include <bit>
#include <cstring>

namespace wb::sim {

namespace {

uint32_t bits_of(float value) {
    return std::bit_cast<uint32_t>(value);
}
uint64_t word64(const uint8_t* bytes) {
    uint64_t value;
    std::memcpy(&value, bytes, 8);
    return value;
}

/// The colour part. `always_four`: BC2 and BC3 have no three-colour mode.
void decode_colour(const ImageFormat& format, const uint8_t* block, unsigned texel, bool always_four,
                   uint32_t out[4]) {
    const uint64_t word = word64(block);
    const uint32_t end[2] = {uint32_t(word & 0xffff), uint32_t(word >> 16 & 0xffff)};
    const unsigned code = word >> (32 + 2 * texel) & 3;
    const bool four = always_four || end[0] > end[1];
    constexpr unsigned kShift[3] = {11, 5, 0}, kTop[3] = {31, 63, 31};
    out[3] = bits_of(1.0f);
    if (!four && code == 3) {
        out[0] = out[1] = out[2] = out[3] = 0;
        return;
    }
    for (unsigned i = 0; i < 3; ++i) {
        const float a = float(end[0] >> kShift[i] & kTop[i]) / float(kTop[i]);
        const float b = float(end[1] >> kShift[i] & kTop[i]) / float(kTop[i]);
        float value = code == 0 ? a : b;
        if (code >= 2 && four) value = code == 2 ? (2 * a + b) / 3 : (a + 2 * b) / 3;
        if (code == 2 && !four) value = (a + b) / 2;
        out[i] = bits_of(format.detail ? linear_from_srgb(value) : value);
    }
}

/// One channel of BC3's alpha, BC4 and BC5.
float decode_channel(const uint8_t* block, unsigned texel, bool is_signed) {
    const uint64_t word = word64(block);
    const unsigned code = word >> (16 + 3 * texel) & 7;
    const auto end = [&](unsigned i) {
        if (!is_signed) return int(block[i]);
        return int(int8_t(block[i])) < -127 ? -127 : int(int8_t(block[i]));
    };
    const int a = end(0), b = end(1);
    const float top = is_signed ? 127.0f : 255.0f;
    if (code == 0) return float(a) / top;
    if (code == 1) return float(b) / top;
    const int step = int(code) - 1;
    if (a > b) return float((7 - step) * a + step * b) / (7 * top);
    if (code == 6) return is_signed ? -1.0f : 0.0f;
    if (code == 7) return 1.0f;
    return float((5 - step) * a + step * b) / (5 * top);
}

} // namespace

void decode_bc1(const ImageFormat& format, const uint8_t* block, unsigned x, unsigned y, uint32_t out[4]) {
    decode_colour(format, block, y * 4 + x, false, out);
}
void decode_bc2(const ImageFormat& format, const uint8_t* block, unsigned x, unsigned y, uint32_t out[4]) {
    const unsigned texel = y * 4 + x;
    decode_colour(format, block + 8, texel, true, out);
    out[3] = bits_of(float(word64(block) >> 4 * texel & 15) / 15.0f);
}
void decode_bc3(const ImageFormat& format, const uint8_t* block, unsigned x, unsigned y, uint32_t out[4]) {
    const unsigned texel = y * 4 + x;
    decode_colour(format, block + 8, texel, true, out);
    out[3] = bits_of(decode_channel(block, texel, false));
}
void decode_bc4(const ImageFormat& format, const uint8_t* block, unsigned x, unsigned y, uint32_t out[4]) {
    out[0] = bits_of(decode_channel(block, y * 4 + x, format.type == NumberType::Snorm));
    out[1] = out[2] = 0;
    out[3] = bits_of(1.0f);
}
void decode_bc5(const ImageFormat& format, const uint8_t* block, unsigned x, unsigned y, uint32_t out[4]) {
    out[0] = bits_of(decode_channel(block, y * 4 + x, format.type == NumberType::Snorm));
    out[1] = bits_of(decode_channel(block + 8, y * 4 + x, format.type == NumberType::Snorm));
    out[2] = 0;
    out[3] = bits_of(1.0f);
}

} // namespace wb::sim
