// SPDX-License-Identifier: MIT
// A random shader as a tree of GLSL text with holes. Pieces can be cut out and exchanged without knowing what
// they mean: a shader that is no longer valid does not compile.
#pragma once

#include "tests/random/types.h"

#include <functional>
#include <string>
#include <vector>

namespace wb::random_shader {

/// `text` with $0, $1, ... standing for `arguments`.
struct Expression {
    Type type;
    std::string text;
    std::vector<Expression> arguments;
};

struct Statement;
using Block = std::vector<Statement>;

/// `text` with $0, $1, ... standing for `expressions` and @0, @1, ... for `blocks`, in braces.
struct Statement {
    std::string text;
    std::vector<Expression> expressions;
    std::vector<Block> blocks;
};

struct Function {
    std::string head; ///< "uint f0(uint a, inout ivec2 b)"
    Block body;
};

struct Program {
    uint64_t seed = 0;
    unsigned groups = 2, group_size = 64;
    std::vector<Function>
        functions; ///< in the order in which they are declared; each calls earlier ones only
    Block main;
};

/// Words that each invocation writes.
inline constexpr unsigned kOutputs = 8;
/// Words of the input buffer, a power of two, and of the counters.
inline constexpr unsigned kInputWords = 1024, kCounters = 8;
/// Elements of the arrays in LDS and of local arrays, powers of two.
inline constexpr unsigned kSharedElements = 64, kArrayElements = 8;

/// Calls `visit` for each block, statement block or expression of the program, outer ones first.
void for_each_block(Program& program, const std::function<void(Block&)>& visit);
void for_each_expression(Program& program, const std::function<void(Expression&)>& visit);
size_t count_statements(Program& program);

/// The shader in GLSL, with the corpus's comments (tests/shaders/README.md) at its beginning.
std::string print(const Program& program);

} // namespace wb::random_shader
