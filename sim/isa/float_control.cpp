// SPDX-License-Identifier: MIT
#include "sim/isa/float_control.h"

namespace wb::sim {

namespace {

/// MXCSR with exceptions masked. MODE counts nearest, up, down, zero; MXCSR nearest, down, up, zero. Bit 0 of
/// `denormals` keeps them in sources, bit 1 in results.
uint32_t control_word(uint32_t round, uint32_t denormals) {
    constexpr uint32_t kBase = 0x1f80, kDenormalsAreZero = 1u << 6, kFlushToZero = 1u << 15;
    const uint32_t host_round = (round >> 1) | (round & 1) << 1;
    return kBase | host_round << 13 | (denormals & 1 ? 0 : kDenormalsAreZero) |
           (denormals & 2 ? 0 : kFlushToZero);
}

} // namespace

void update_float_words(Wave& wave) {
    const uint32_t round32 = mode::round_f32.get(wave.mode), denorm32 = mode::denorm_f32.get(wave.mode);
    const uint32_t round16 = mode::round_f16_f64.get(wave.mode),
                   denorm16 = mode::denorm_f16_f64.get(wave.mode);
    constexpr uint32_t kNearest = 0, kKeepAll = 3;
    HostFloatWords& host = wave.host_float;
    const auto set = [&](Control c, uint32_t word) { host.word[unsigned(c)] = word; };
    set(Control::Single, control_word(round32, denorm32));
    set(Control::Double, control_word(round16, denorm16));
    set(Control::Nearest, control_word(kNearest, denorm32));
    set(Control::Exact, control_word(kNearest, kKeepAll));
    // The same as for f32 where possible: changing MXCSR costs more than the instruction.
    const bool both_nearest = round16 == kNearest && round32 == kNearest;
    set(Control::Half, host.word[unsigned(both_nearest ? Control::Single : Control::Double)]);
    host.mode = wave.mode;
}

} // namespace wb::sim
