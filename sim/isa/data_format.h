// SPDX-License-Identifier: MIT
// gfx11's unified data formats: how a texel's bytes become four 32-bit components and back. Used by typed
// buffer accesses and images. Numbers: Mesa 25.0.7, registers/gfx11-rsrc.json, enum GFX11_FORMAT.
#pragma once

#include <cstdint>

namespace wb::sim {

enum class NumberType : uint8_t { Unorm, Snorm, Uscaled, Sscaled, Uint, Sint, Float };

/// A packed format. `bits` lists the components from the least significant bit up: component 0 is X. (The
/// hardware's names list them from the most significant: 2_10_10_10 is {10, 10, 10, 2}.)
struct DataFormat {
    uint8_t components = 0;
    uint8_t bits[4] = {};
    NumberType type = NumberType::Uint;

    constexpr unsigned bytes() const { return (bits[0] + bits[1] + bits[2] + bits[3]) / 8u; }
    /// The lowest bit of a component. None crosses a multiple of 32.
    constexpr unsigned position(unsigned component) const {
        unsigned at = 0;
        for (unsigned i = 0; i < component; ++i)
            at += bits[i];
        return at;
    }
    constexpr bool integer() const { return type == NumberType::Uint || type == NumberType::Sint; }
};

inline constexpr unsigned kMaxTexelBytes = 16;

/// The format with number `id` (1..63: all that a buffer descriptor can hold), or null: none, or not one of
/// these.
const DataFormat* data_format(unsigned id);

/// Unpacks a texel. `out` gets f32 bits, or integers for Uint and Sint; components that the format lacks are
/// 0, W is 1. Needs the host's float environment to be IEEE (IeeeArithmetic).
void unpack_texel(const DataFormat& format, const void* bytes, uint32_t out[4]);

/// Component `component` of `count` texels, a multiple of 32, as unpack_texel has it, from the dwords that
/// hold it: bit format.position(component) of a texel lies in its dword position / 32. The same host
/// environment.
void unpack_component(const DataFormat& format, unsigned component, const uint32_t* dwords, uint32_t* out,
                      unsigned count);

/// Packs components (f32 bits or integers, as above) into format.bytes() bytes. Out of range values are
/// clamped; NaN becomes 0 in all but Float.
void pack_texel(const DataFormat& format, const uint32_t in[4], void* bytes);

/// f32 bits to f16 bits, round to nearest even; and back, exact.
uint16_t half_from_float(uint32_t f32);
uint32_t float_from_half(uint16_t f16);

} // namespace wb::sim
