// SPDX-License-Identifier: MIT
// Functions in GLSL that every random shader has: float arithmetic that is exact on every driver, and what
// makes values comparable.
#pragma once

#include <string>

namespace wb::random_shader {

/// Their text. For each float type and vector of it there are
/// - `tame(x)`: x, or 1.5 for zero and for what is too small or too large for one more operation to be exact
///   (denormals may be flushed), NaN and infinity included. Decided on the bits, where compilers take no
///   liberties;
/// - `add_`, `sub_`, `mul_`: one rounding each, not contracted, and tamed;
/// - `small(x)`: a whole number in -3..4, for what is exact on small numbers only.
/// For each type there is `fold(x)`, a uint that every bit of x decides. `mul_high`, `add_carry`, `mantissa`
/// and `exponent` make functions with several results of GLSL into ones with one.
std::string prelude();

} // namespace wb::random_shader
