// SPDX-License-Identifier: MIT
// The data formats of images: those of buffers (data_format.h), sRGB, shared exponents, small packed ones and
// block compression. Numbers: Mesa 25.0.7, registers/gfx11-rsrc.json, enum GFX11_FORMAT. Meaning of the
// values: Vulkan 1.3, "Numeric Representation" and "Compressed Image Formats".
#pragma once

#include "sim/isa/data_format.h"

#include <cstdint>

namespace wb::sim {

struct ImageFormat;

/// Texel (x, y) of the element at `element` as four components: f32 bits, or integers for Uint and Sint.
/// Components that the format lacks are 0, W is 1. Needs IeeeArithmetic.
using DecodeTexel = void (*)(const ImageFormat& format, const uint8_t* element, unsigned x, unsigned y,
                             uint32_t out[4]);
/// The reverse, for formats of one texel to an element. Values are clamped; rounding is to nearest even.
using EncodeTexel = void (*)(const ImageFormat& format, const uint32_t in[4], uint8_t* element);

struct ImageFormat {
    DecodeTexel decode = nullptr;
    EncodeTexel encode = nullptr; ///< Null: no image stores (block compression).
    DataFormat packed{};          ///< Of uncompressed formats but shared exponents.
    NumberType type = NumberType::Unorm;
    uint8_t element_bytes = 0; ///< 1, 2, 4, 8, 12, 16.
    uint8_t block_log2 = 0; ///< Texels of an element in x and y, binary logarithm: 0, or 2 when compressed.
    uint8_t detail = 0;     ///< For the decoder.

    bool integer() const { return type == NumberType::Uint || type == NumberType::Sint; }
    /// Values lie in 0..1 or -1..1: comparison references are clamped.
    bool normalized() const { return type == NumberType::Unorm || type == NumberType::Snorm; }
};

/// The format with number `id`, or null: none, or not modelled.
const ImageFormat* image_format(unsigned id);

/// sRGB's transfer functions on f32 values of 0..1.
float linear_from_srgb(float value);
float srgb_from_linear(float value);

} // namespace wb::sim
