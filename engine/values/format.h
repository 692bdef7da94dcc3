// SPDX-License-Identifier: MIT
// Values as text, one line.
#pragma once

#include "engine/values/value.h"

namespace wb::engine {

/// gdb's format letters: 'd' signed, 'u' unsigned, 'x' hex, 'o' octal, 't' binary, 'f' float, 'c' character,
/// 'a' address, 0 = by type.
struct Format {
    char letter = 0;
    unsigned max_elements = 200; ///< Elements of arrays shown before "…".
};

/// "{position = (10.5, 3, -1.25), mass = 213.125}". Floats are the shortest text that reads back the same.
/// Reads memory through `access` where the value is still there; what cannot be read is shown in place as
/// "<…>".
std::string to_text(Access& access, const Value& value, const Format& format = {});
/// One scalar of type `type` with these bits.
std::string scalar_text(const Type& type, uint64_t bits, char letter = 0);
/// Shortest decimal text of a half, float or double that reads back as the same bits.
std::string float_text(uint64_t bits, unsigned width);
/// `value` without its fraction as an integer of `bits` bits. GLSL leaves undefined what does not fit; the
/// hardware saturates and turns NaN into 0, and so does a debugger.
uint64_t saturated(double value, unsigned bits, bool is_signed);
/// IEEE half to float and back (round to nearest even).
float half_to_float(uint16_t half);
uint16_t float_to_half(float value);

} // namespace wb::engine
