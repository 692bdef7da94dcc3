// SPDX-License-Identifier: MIT
// Splits an expression of the command language into tokens.
#pragma once

#include "common/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace wb::engine {

struct Token {
    enum class Kind { Name, Register, Integer, Float, Operator, End };
    Kind kind = Kind::End;
    std::string text;     ///< Name, Register (without its first '$'), Operator; the number as written.
    uint64_t integer = 0; ///< Integer
    double real = 0;      ///< Float
    bool is_unsigned = false, is_double = false, is_half = false;
    size_t column = 0; ///< In the expression, from 0.
};

/// GLSL's numbers (1, 1u, 0x1f, 1.5, 1.5f, 1.5lf, 1e-3, 1.5hf), names, $registers and operators. The last
/// token is End.
Result<std::vector<Token>> tokenize(std::string_view text);

} // namespace wb::engine
