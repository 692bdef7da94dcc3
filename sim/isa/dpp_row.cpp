// SPDX-License-Identifier: MIT
#include "sim/isa/dpp_row.h"

#include <array>

namespace wb::sim {

namespace {

constexpr unsigned kControls = 512, kQuadPermEnd = 0x100;

/// The lane that lane `i` reads, or -1.
constexpr int source(unsigned control, int i) {
    const int n = int(control & 15);
    if (control < kQuadPermEnd) return (i & ~3) | int((control >> (2 * (i & 3))) & 3);
    switch (control >> 4) {
    case 0x10:
        return i + n < 16 ? i + n : -1; // row_shl
    case 0x11:
        return i - n; // row_shr
    case 0x12:
        return (i - n) & 15; // row_ror
    case 0x14:
        return n == 0 ? 15 - i : (i & ~7) + 7 - (i & 7); // row_mirror, row_half_mirror
    case 0x15:
        return n; // row_share
    default:
        return i ^ n; // row_xmask
    }
}
constexpr bool known(unsigned control) {
    const unsigned kind = control >> 4, n = control & 15;
    return control < kQuadPermEnd || ((kind == 0x10 || kind == 0x11 || kind == 0x12) && n != 0) ||
           (kind == 0x14 && n <= 1) || kind == 0x15 || kind == 0x16;
}

constexpr std::array<DppRow, kControls> kRows = [] {
    std::array<DppRow, kControls> rows{};
    for (unsigned control = 0; control < kControls; ++control) {
        rows[control].known = known(control);
        for (int i = 0; i < 16 && rows[control].known; ++i) {
            const int from = source(control, i);
            if (from < 0) continue;
            rows[control].from[i] = uint8_t(from);
            rows[control].valid |= uint16_t(1u << i);
        }
    }
    return rows;
}();

} // namespace

const DppRow& dpp_row(unsigned control) {
    return kRows[control % kControls];
}

} // namespace wb::sim
