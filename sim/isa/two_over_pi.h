// SPDX-License-Identifier: MIT
// The binary fraction of 2/pi: 1201 bits, as V_TRIG_PREOP_F64 sees it (RDNA3 ISA 16.12).
#pragma once

#include <cstdint>

namespace wb::sim {

inline constexpr int kTwoOverPiBits = 1201;
/// Most significant bit first. Bits after the 1201st are not used.
inline constexpr uint64_t kTwoOverPi[19] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
    0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
    0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
};

/// Bit `index` below the binary point, 0 the most significant; 0 past the end.
static constexpr unsigned two_over_pi_bit(int index) {
    if (index < 0 || index >= kTwoOverPiBits) return 0;
    return unsigned(kTwoOverPi[index / 64] >> (63 - index % 64)) & 1;
}

} // namespace wb::sim
