// SPDX-License-Identifier: MIT
#include "tests/shaders/image_formats.h"

#include "tests/shaders/results.h"

#include <bit>
#include <cstring>
#include <vector>

namespace wb::corpus {
namespace {

using enum Contents;
constexpr CorpusFormat kFormats[] = {
    {"r8", VK_FORMAT_R8_UNORM, 1, 1, Bits},
    {"r8i", VK_FORMAT_R8_SINT, 1, 1, Bits},
    {"rg8", VK_FORMAT_R8G8_UNORM, 2, 1, Bits},
    {"rgba8", VK_FORMAT_R8G8B8A8_UNORM, 4, 1, Bits},
    {"rgba8_snorm", VK_FORMAT_R8G8B8A8_SNORM, 4, 1, Bits},
    {"rgba8ui", VK_FORMAT_R8G8B8A8_UINT, 4, 1, Bits},
    {"bgra8", VK_FORMAT_B8G8R8A8_UNORM, 4, 1, Bits},
    {"rgba8_srgb", VK_FORMAT_R8G8B8A8_SRGB, 4, 1, Bits},
    {"r16ui", VK_FORMAT_R16_UINT, 2, 1, Bits},
    {"r16", VK_FORMAT_R16_UNORM, 2, 1, Bits},
    {"rg16", VK_FORMAT_R16G16_UNORM, 4, 1, Bits},
    {"rg16_snorm", VK_FORMAT_R16G16_SNORM, 4, 1, Bits},
    {"rgba16i", VK_FORMAT_R16G16B16A16_SINT, 8, 1, Bits},
    {"rgba16f", VK_FORMAT_R16G16B16A16_SFLOAT, 8, 1, Half},
    {"r32ui", VK_FORMAT_R32_UINT, 4, 1, Bits},
    {"r32i", VK_FORMAT_R32_SINT, 4, 1, Bits},
    {"r32f", VK_FORMAT_R32_SFLOAT, 4, 1, Float},
    {"rg32ui", VK_FORMAT_R32G32_UINT, 8, 1, Bits},
    {"rgba32ui", VK_FORMAT_R32G32B32A32_UINT, 16, 1, Bits},
    {"rgba32f", VK_FORMAT_R32G32B32A32_SFLOAT, 16, 1, Float},
    {"rgb10_a2", VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4, 1, Bits},
    {"rgb10_a2ui", VK_FORMAT_A2B10G10R10_UINT_PACK32, 4, 1, Bits},
    {"r11f_g11f_b10f", VK_FORMAT_B10G11R11_UFLOAT_PACK32, 4, 1, SmallFloats},
    {"rgb9e5", VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, 4, 1, Bits},
    {"r5g6b5", VK_FORMAT_R5G6B5_UNORM_PACK16, 2, 1, Bits},
    {"a1r5g5b5", VK_FORMAT_A1R5G5B5_UNORM_PACK16, 2, 1, Bits},
    {"b4g4r4a4", VK_FORMAT_B4G4R4A4_UNORM_PACK16, 2, 1, Bits},
    {"d16", VK_FORMAT_D16_UNORM, 2, 1, Bits, VK_IMAGE_ASPECT_DEPTH_BIT},
    {"d32", VK_FORMAT_D32_SFLOAT, 4, 1, Depth, VK_IMAGE_ASPECT_DEPTH_BIT},
    {"bc1", VK_FORMAT_BC1_RGBA_UNORM_BLOCK, 8, 4, Bits},
    {"bc1_srgb", VK_FORMAT_BC1_RGBA_SRGB_BLOCK, 8, 4, Bits},
    {"bc2", VK_FORMAT_BC2_UNORM_BLOCK, 16, 4, Bits},
    {"bc3", VK_FORMAT_BC3_UNORM_BLOCK, 16, 4, Bits},
    {"bc4", VK_FORMAT_BC4_UNORM_BLOCK, 8, 4, Bits},
    {"bc4_snorm", VK_FORMAT_BC4_SNORM_BLOCK, 8, 4, Bits},
    {"bc5", VK_FORMAT_BC5_UNORM_BLOCK, 16, 4, Bits},
    {"bc6h_uf", VK_FORMAT_BC6H_UFLOAT_BLOCK, 16, 4, Bits},
    {"bc6h_sf", VK_FORMAT_BC6H_SFLOAT_BLOCK, 16, 4, Bits},
    {"bc7", VK_FORMAT_BC7_UNORM_BLOCK, 16, 4, Bits},
};

uint32_t adapted(Contents contents, uint32_t bits) {
    switch (contents) {
    case Bits:
        return bits;
    case Half: // Magnitudes below 2.
        return bits & 0xbfff'bfff;
    case Float: // Eighths in -4..4.
        return std::bit_cast<uint32_t>(float(int32_t(bits >> 26) - 32) / 8.0f);
    case SmallFloats: // Exponents with a clear top bit.
        return bits & ~(1u << 10 | 1u << 21 | 1u << 31);
    case Depth: // 256ths in 0..1.
        return std::bit_cast<uint32_t>(float(bits >> 24) / 256.0f);
    }
    return bits;
}

} // namespace

const CorpusFormat* corpus_format(const std::string& name) {
    for (const CorpusFormat& format : kFormats)
        if (name == format.name) return &format;
    return nullptr;
}

void fill_contents(Contents contents, uint32_t seed, std::span<std::byte> bytes) {
    std::vector<uint32_t> words(seed * 64 + bytes.size() / 4);
    fill_input(Words::Uint, words);
    for (size_t i = 0; i < bytes.size() / 4; ++i) {
        const uint32_t word = adapted(contents, words[seed * 64 + i]);
        std::memcpy(&bytes[i * 4], &word, 4);
    }
}

} // namespace wb::corpus
