// SPDX-License-Identifier: MIT
#include "sim/isa/true16.h"

namespace wb::sim {

unsigned vop1_halves(unsigned op) {
    constexpr unsigned kCvtF16F32 = 10, kCvtF32F16 = 11, kMovB16 = 28, kFirstF16 = 80, kLastF16 = 97;
    constexpr unsigned kSatPkU8I16 = 98, kCvtNormI16 = 99, kCvtNormU16 = 100, kSwapB16 = 102, kNotB16 = 105;
    constexpr unsigned kCvtI32I16 = 106, kCvtU32U16 = 107;
    if (op >= kFirstF16 && op <= kLastF16) return kHalfDst | kHalfSrc0;
    switch (op) {
    case kMovB16:
    case kCvtNormI16:
    case kCvtNormU16:
    case kSwapB16:
    case kNotB16:
        return kHalfDst | kHalfSrc0;
    case kCvtF16F32:
    case kSatPkU8I16:
        return kHalfDst;
    case kCvtF32F16:
    case kCvtI32I16:
    case kCvtU32U16:
        return kHalfSrc0;
    default:
        return 0;
    }
}

unsigned vop2_halves(unsigned op) {
    constexpr unsigned kAddF16 = 50, kLdexpF16 = 59;
    return op >= kAddF16 && op <= kLdexpF16 ? kHalfDst | kHalfSrc0 | kHalfSrc1 : 0;
}

unsigned vopc_halves(unsigned op) {
    constexpr unsigned kCmpxBit = 128, kLastF16 = 15, kFirstI16 = 49, kLastI16 = 54, kFirstU16 = 57,
                       kLastU16 = 62, kClassF16 = 125;
    const unsigned compare = op & ~kCmpxBit;
    const bool half = compare <= kLastF16 || (compare >= kFirstI16 && compare <= kLastI16) ||
                      (compare >= kFirstU16 && compare <= kLastU16) || compare == kClassF16;
    return half ? kHalfSrc0 | kHalfSrc1 : 0;
}

} // namespace wb::sim
