// SPDX-License-Identifier: MIT
// BC6H and BC7.
#include "sim/isa/block_compression.h"

#include <array>
#include <bit>
#include <cstring>

namespace wb::sim {

namespace {

struct Partition {
    uint16_t two;
    uint32_t three;
    uint8_t anchor_of_two, anchors_of_three[2];
};
constexpr Partition kPartitions[] = {
#define X(number, two, three, anchor, second, third) {two, three, anchor, {second, third}},
#include "sim/isa/tables/bptc_partitions.inc"
#undef X
};

/// A block's bits, from the lowest up.
struct BlockBits {
    uint64_t words[2];
    unsigned at = 0;
    explicit BlockBits(const uint8_t* block) { std::memcpy(words, block, sizeof words); }
    uint32_t take(unsigned count) {
        const uint32_t value = peek(at, count);
        at += count;
        return value;
    }
    uint32_t peek(unsigned from, unsigned count) const {
        uint64_t value = words[from / 64] >> from % 64;
        if (from % 64 && from < 64) value |= words[1] << (64 - from % 64);
        return count ? uint32_t(value & ((1ull << count) - 1)) : 0;
    }
};

/// How a block's texels are divided among its pairs of endpoints.
struct Subsets {
    unsigned count = 1, number = 0;

    unsigned of(unsigned texel) const {
        if (count == 1) return 0;
        const Partition& partition = kPartitions[number];
        return count == 2 ? partition.two >> texel & 1 : partition.three >> 2 * texel & 3;
    }
    /// The first texel of each subset has an index of one bit less.
    bool anchor(unsigned texel) const {
        if (texel == 0) return true;
        const Partition& partition = kPartitions[number];
        if (count == 2) return texel == partition.anchor_of_two;
        return count == 3 &&
               (texel == partition.anchors_of_three[0] || texel == partition.anchors_of_three[1]);
    }
    unsigned anchors_before(unsigned texel) const {
        unsigned found = 0;
        for (unsigned i = 0; i < texel; ++i)
            found += anchor(i);
        return found;
    }
    /// The texel's index, of `bits` bits, in the list that begins at `first`.
    uint32_t index(const BlockBits& block, unsigned first, unsigned bits, unsigned texel) const {
        return block.peek(first + bits * texel - anchors_before(texel), bits - anchor(texel));
    }
};

int weight(unsigned bits, unsigned index) {
    constexpr uint8_t kTwo[] = {0, 21, 43, 64}, kThree[] = {0, 9, 18, 27, 37, 46, 55, 64};
    constexpr uint8_t kFour[] = {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};
    return bits == 2 ? kTwo[index] : bits == 3 ? kThree[index] : kFour[index];
}
int interpolate(int a, int b, int weight_of_b) {
    return (a * (64 - weight_of_b) + b * weight_of_b + 32) >> 6;
}
int sign_extend(int value, unsigned bits) {
    return int(uint32_t(value) << (32 - bits)) >> (32 - bits);
}

// --- BC7 ---

struct ColourMode {
    uint8_t subsets, partition_bits;
    bool rotation, index_selection;
    uint8_t colour_bits, alpha_bits;
    enum Parity : uint8_t { None, OfEndpoint, OfSubset } parity;
    uint8_t index_bits, second_index_bits;
};
constexpr ColourMode kColourModes[8] = {
    {3, 4, false, false, 4, 0, ColourMode::OfEndpoint, 3, 0},
    {2, 6, false, false, 6, 0, ColourMode::OfSubset, 3, 0},
    {3, 6, false, false, 5, 0, ColourMode::None, 2, 0},
    {2, 6, false, false, 7, 0, ColourMode::OfEndpoint, 2, 0},
    {1, 0, true, true, 5, 6, ColourMode::None, 2, 3},
    {1, 0, true, false, 7, 8, ColourMode::None, 2, 2},
    {1, 0, false, false, 7, 7, ColourMode::OfEndpoint, 4, 0},
    {2, 6, false, false, 5, 5, ColourMode::OfEndpoint, 2, 0},
};

void decode_bc7_bytes(const uint8_t* block, unsigned texel, int out[4]) {
    out[0] = out[1] = out[2] = out[3] = 0;
    if (block[0] == 0) return; // Reserved.
    const unsigned number = unsigned(std::countr_zero(block[0]));
    const ColourMode& mode = kColourModes[number];
    BlockBits bits(block);
    bits.at = number + 1;
    const Subsets subsets{mode.subsets, bits.take(mode.partition_bits)};
    const unsigned rotation = mode.rotation ? bits.take(2) : 0;
    const bool swapped = mode.index_selection && bits.take(1);

    int end[6][4];
    const unsigned ends = mode.subsets * 2u, channels = mode.alpha_bits ? 4 : 3;
    for (unsigned channel = 0; channel < channels; ++channel)
        for (unsigned i = 0; i < ends; ++i)
            end[i][channel] = int(bits.take(channel < 3 ? mode.colour_bits : mode.alpha_bits));
    unsigned width[2] = {mode.colour_bits, mode.alpha_bits};
    if (mode.parity != ColourMode::None) {
        const unsigned shared_by = mode.parity == ColourMode::OfSubset ? 2 : 1;
        for (unsigned i = 0; i < ends; i += shared_by) {
            const int parity = int(bits.take(1));
            for (unsigned k = i; k < i + shared_by; ++k)
                for (unsigned channel = 0; channel < channels; ++channel)
                    end[k][channel] = end[k][channel] << 1 | parity;
        }
        ++width[0];
        ++width[1];
    }
    for (unsigned i = 0; i < ends; ++i) {
        for (unsigned channel = 0; channel < channels; ++channel) {
            const unsigned have = width[channel == 3];
            end[i][channel] = end[i][channel] << (8 - have) | end[i][channel] >> (2 * have - 8);
        }
        if (channels == 3) end[i][3] = 255;
    }

    const unsigned first = bits.at, second = first + 16u * mode.index_bits - mode.subsets;
    const uint32_t index = subsets.index(bits, first, mode.index_bits, texel);
    int colour_weight = weight(mode.index_bits, index), alpha_weight = colour_weight;
    if (mode.second_index_bits) {
        const uint32_t other = Subsets{}.index(bits, second, mode.second_index_bits, texel);
        alpha_weight = weight(mode.second_index_bits, other);
        if (swapped) std::swap(colour_weight, alpha_weight);
    }
    const unsigned pair = subsets.of(texel) * 2;
    for (unsigned channel = 0; channel < 4; ++channel)
        out[channel] = interpolate(end[pair][channel], end[pair + 1][channel],
                                   channel == 3 ? alpha_weight : colour_weight);
    if (rotation) std::swap(out[3], out[rotation - 1]);
}

// --- BC6H ---

struct FloatMode {
    bool used = false, differences = false;
    uint8_t partition_bits = 0, endpoint_bits = 0, index_bits = 0, difference_bits[3] = {};
    uint8_t first_field = 0, fields = 0;
};
struct FloatField {
    uint8_t endpoint, component, lowest, bits;
    bool reversed;
};
constexpr FloatField kFloatFields[] = {
#define MODE(code, differences, partition, endpoint, index, r, g, b)
#define F(endpoint, component, lowest, bits, reversed) {endpoint, component, lowest, bits, reversed},
#include "sim/isa/tables/bc6h_modes.inc"
#undef MODE
#undef F
};
/// By the mode's code: two bits, or five if the second is set.
constexpr auto kFloatModes = [] {
    std::array<FloatMode, 32> modes{};
    FloatMode* mode = nullptr;
    uint8_t field = 0;
#define MODE(code, differences, partition, endpoint, index, r, g, b)                                         \
    mode = &modes[code];                                                                                     \
    *mode = {true, differences, partition, endpoint, index, {r, g, b}, field, 0};
#define F(endpoint, component, lowest, bits, reversed) ++mode->fields, ++field;
#include "sim/isa/tables/bc6h_modes.inc"
#undef MODE
#undef F
    return modes;
}();

/// An endpoint stretched to 16 bits (17 with the sign).
int unquantized(int value, unsigned bits, bool is_signed) {
    if (!is_signed) {
        if (bits >= 15 || value == 0) return value;
        return value == (1 << bits) - 1 ? 0xffff : ((value << 15) + 0x4000) >> (bits - 1);
    }
    if (bits >= 16 || value == 0) return value;
    const bool negative = value < 0;
    if (negative) value = -value;
    value = value >= (1 << (bits - 1)) - 1 ? 0x7fff : ((value << 15) + 0x4000) >> (bits - 1);
    return negative ? -value : value;
}

uint16_t finished(int value, bool is_signed) {
    if (!is_signed) return uint16_t(value * 31 / 64);
    return uint16_t(value < 0 ? (-value * 31 / 32) | 0x8000 : value * 31 / 32);
}

} // namespace

void decode_bc6h(const ImageFormat& format, const uint8_t* block, unsigned x, unsigned y, uint32_t out[4]) {
    const bool is_signed = format.detail;
    const unsigned texel = y * 4 + x;
    BlockBits bits(block);
    const FloatMode& mode = kFloatModes[block[0] & 2 ? block[0] & 31 : block[0] & 3];
    out[0] = out[1] = out[2] = 0;
    out[3] = std::bit_cast<uint32_t>(1.0f);
    if (!mode.used) return;
    bits.at = block[0] & 2 ? 5 : 2;
    int end[4][3] = {};
    for (unsigned i = 0; i < mode.fields; ++i) {
        const FloatField& field = kFloatFields[mode.first_field + i];
        uint32_t value = bits.take(field.bits);
        if (field.reversed) {
            uint32_t turned = 0;
            for (unsigned bit = 0; bit < field.bits; ++bit)
                turned |= (value >> bit & 1) << (field.bits - 1 - bit);
            value = turned;
        }
        end[field.endpoint][field.component] |= int(value << field.lowest);
    }
    const Subsets subsets{mode.partition_bits ? 2u : 1u, bits.take(mode.partition_bits)};
    for (unsigned i = 0; i < subsets.count * 2; ++i) {
        for (unsigned component = 0; component < 3; ++component) {
            int& value = end[i][component];
            if (i && mode.differences)
                value = (end[0][component] + sign_extend(value, mode.difference_bits[component])) &
                        ((1 << mode.endpoint_bits) - 1);
        }
    }
    const unsigned pair = subsets.of(texel) * 2;
    const int share = weight(mode.index_bits, subsets.index(bits, bits.at, mode.index_bits, texel));
    for (unsigned component = 0; component < 3; ++component) {
        int ends[2];
        for (unsigned i = 0; i < 2; ++i) {
            const int value = end[pair + i][component];
            ends[i] = unquantized(is_signed ? sign_extend(value, mode.endpoint_bits) : value,
                                  mode.endpoint_bits, is_signed);
        }
        out[component] = float_from_half(finished(interpolate(ends[0], ends[1], share), is_signed));
    }
}

void decode_bc7(const ImageFormat& format, const uint8_t* block, unsigned x, unsigned y, uint32_t out[4]) {
    int bytes[4];
    decode_bc7_bytes(block, y * 4 + x, bytes);
    for (unsigned i = 0; i < 4; ++i) {
        const float value = float(bytes[i]) / 255.0f;
        out[i] = std::bit_cast<uint32_t>(format.detail && i < 3 ? linear_from_srgb(value) : value);
    }
}

} // namespace wb::sim
