// SPDX-License-Identifier: MIT
// Decoders of block-compressed formats: texel (x, y), 0..3 each, of one block. Source: Khronos Data Format
// Specification 1.3, chapters "S3TC", "RGTC" and "BPTC". `ImageFormat::detail` 1: the colours are sRGB
// (BC1-3, 7), or the format is the signed one (BC6H).
#pragma once

#include "sim/isa/image_format.h"

namespace wb::sim {

void decode_bc1(const ImageFormat& format, const uint8_t* block, unsigned x, unsigned y, uint32_t out[4]);
void decode_bc2(const ImageFormat& format, const uint8_t* block, unsigned x, unsigned y, uint32_t out[4]);
void decode_bc3(const ImageFormat& format, const uint8_t* block, unsigned x, unsigned y, uint32_t out[4]);
void decode_bc4(const ImageFormat& format, const uint8_t* block, unsigned x, unsigned y, uint32_t out[4]);
void decode_bc5(const ImageFormat& format, const uint8_t* block, unsigned x, unsigned y, uint32_t out[4]);
void decode_bc6h(const ImageFormat& format, const uint8_t* block, unsigned x, unsigned y, uint32_t out[4]);
void decode_bc7(const ImageFormat& format, const uint8_t* block, unsigned x, unsigned y, uint32_t out[4]);

} // namespace wb::sim
