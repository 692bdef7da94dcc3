// SPDX-License-Identifier: MIT
#include "sim/isa/operand.h"

#include <array>
#include <bit>

namespace wb::sim {

namespace {

constexpr unsigned kFirstFloat = 240 - 128;
/// 0.5, -0.5, 1, -1, 2, -2, 4, -4 and 1/(2 pi); the last is given by its bits (RDNA3 ISA, "Inline
/// constants").
constexpr double kFloats[8] = {0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 4.0, -4.0};
constexpr uint32_t kInv2PiF32 = 0x3e22f983;
constexpr uint64_t kInv2PiF64 = 0x3fc45f306dc9c882;

constexpr int64_t integer_constant(unsigned index) {
    if (index <= 64) return int64_t(index);
    if (index <= 80) return 64 - int64_t(index);
    return 0;
}

constexpr auto make32() {
    std::array<uint32_t, 128> table{};
    for (unsigned i = 0; i < kFirstFloat; ++i)
        table[i] = uint32_t(integer_constant(i));
    for (unsigned i = 0; i < 8; ++i)
        table[kFirstFloat + i] = std::bit_cast<uint32_t>(float(kFloats[i]));
    table[kFirstFloat + 8] = kInv2PiF32;
    return table;
}
constexpr auto make64() {
    std::array<uint64_t, 128> table{};
    for (unsigned i = 0; i < kFirstFloat; ++i)
        table[i] = uint64_t(integer_constant(i));
    for (unsigned i = 0; i < 8; ++i)
        table[kFirstFloat + i] = std::bit_cast<uint64_t>(kFloats[i]);
    table[kFirstFloat + 8] = kInv2PiF64;
    return table;
}
} // namespace

constinit const std::array<uint32_t, 128> kInlineConstant32 = make32();
constinit const std::array<uint64_t, 128> kInlineConstant64 = make64();
constinit const std::array<uint16_t, 9> kInlineConstantF16 = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000,
                                                              0xc000, 0x4400, 0xc400, 0x3118};

uint64_t read_special64(const Wave& wave, unsigned code) {
    switch (code) {
    case kCodeSharedBase:
        return kSharedAperture;
    case kCodeSharedLimit:
        return kSharedAperture + kApertureSize - 1;
    case kCodePrivateBase:
        return kPrivateAperture;
    case kCodePrivateLimit:
        return kPrivateAperture + kApertureSize - 1;
    case kCodeVccz:
        return wave.vcc() == 0;
    case kCodeExecz:
        return wave.exec() == 0;
    case kCodeScc:
        return wave.scc;
    default:
        return 0;
    }
}

uint32_t read_special32(const Wave& wave, unsigned code) {
    // A 32-bit read of an aperture gives its high half: that is what 32-bit address arithmetic needs.
    const bool aperture = code <= kCodePrivateLimit;
    return uint32_t(read_special64(wave, code) >> (aperture ? 32 : 0));
}

} // namespace wb::sim
