// SPDX-License-Identifier: MIT
#include "sim/isa/dpp_row.h"

namespace wb::sim {

namespace {

constexpr unsigned kQuadPermEnd = 0x100;

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

} // namespace

constinit const DppRows kDppRows = [] {
    DppRows rows;
    for (unsigned control = 0; control < 512; ++control) {
        DppRow& row = rows.row[control];
        row.known = known(control);
        for (int i = 0; i < 16 && row.known; ++i) {
            const int from = source(control, i);
            if (from < 0) continue;
            row.from[i] = uint8_t(from);
            row.valid |= uint16_t(1u << i);
        }
    }
    return rows;
}();

} // namespace wb::sim
