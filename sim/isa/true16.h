// SPDX-License-Identifier: MIT
// Which operands of the VOP1, VOP2 and VOPC opcodes are 16 bits wide: there, bit 7 of the VGPR number selects
// the register's high half (RDNA3 ISA, "16-bit math and VGPRs"; hardware.md 6.3).
#pragma once

namespace wb::sim {

/// Bits of the masks below.
inline constexpr unsigned kHalfSrc0 = 1, kHalfSrc1 = 2, kHalfDst = 8;

unsigned vop1_halves(unsigned op);
unsigned vop2_halves(unsigned op);
unsigned vopc_halves(unsigned op);

} // namespace wb::sim
