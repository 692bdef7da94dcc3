// SPDX-License-Identifier: MIT
// The syntax tree of an expression.
#pragma once

#include "engine/expr/lexer.h"

#include <memory>

namespace wb::engine {

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

struct Expr {
    enum class Kind {
        Number,      ///< token
        Name,        ///< text
        Register,    ///< text: s12, v3, exec, pc, lane, …; 1, $ and the like of the value history
        Unary,       ///< text: - + ! ~ * &; left
        Binary,      ///< text; left, right
        Conditional, ///< condition = left, then = right, else = third
        Member,      ///< left . text (member or swizzle; pointers are followed)
        Index,       ///< left [ right ]
        Repeat,      ///< left @ right: right elements from left on
        Call,        ///< text ( arguments ): a constructor, a cast or a function
        Cast,        ///< ( text ) left; text may end in '*'
    };
    Kind kind = Kind::Number;
    Token token;
    std::string text;
    ExprPtr left, right, third;
    std::vector<ExprPtr> arguments;
};

/// Parses all of `text`. Operators bind as in GLSL; "@" binds loosest. Errors say at which column.
Result<ExprPtr> parse_expression(std::string_view text);

} // namespace wb::engine
