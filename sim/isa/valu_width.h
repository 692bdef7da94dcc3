// SPDX-License-Identifier: MIT
// How many VGPRs the operands of a vector ALU instruction take.
#pragma once

#include <cstdint>
#include <string_view>

namespace wb::sim {

struct ValuWidth {
    uint8_t dst = 1;
    uint8_t src[3] = {1, 1, 1};
};

/// By mnemonic, as in the opcode tables: its types say it (RDNA3 ISA 16.7 to 16.12; for matrix products 7.10,
/// where the wave size counts too).
ValuWidth valu_width(std::string_view mnemonic, unsigned wave_lanes);

} // namespace wb::sim
