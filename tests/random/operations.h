// SPDX-License-Identifier: MIT
// The operations that random expressions are made of.
#pragma once

#include "tests/random/types.h"

#include <span>

namespace wb::random_shader {

/// An operation whose result is of type T: a base of `results` and of `least` to `most` components.
struct Operation {
    /// GLSL with $0, $1, ... for arguments, and for names and numbers: $T the type, $S its scalar, $U its
    /// unsigned twin, $I $F $D int, float and double of its size, $Q the square matrix of its base and size,
    /// $M bits - 1, $P the largest value of the signed type as wide as a component, $L the components of
    /// argument 0.
    const char* text;
    BaseSet results;
    unsigned least, most;
    /// A character per argument: T the result's type, S its scalar, U its unsigned twin, B bool of its size,
    /// I int of its size, b bool, u uint, i int, X a base of `others` in the result's size, Z a base of
    /// `others` in any size, V the result's base in 2 to 4 components, E `type`. X, Z and V are each one type
    /// in an operation.
    const char* arguments;
    BaseSet others = 0;
    Type type{};
};

std::span<const Operation> operations();

} // namespace wb::random_shader
