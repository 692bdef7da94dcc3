// SPDX-License-Identifier: MIT
#include "tests/random/program.h"

namespace wb::random_shader {
namespace {

void walk(Block& block, const std::function<void(Block&)>& visit) {
    visit(block);
    for (Statement& statement : block)
        for (Block& inner : statement.blocks)
            walk(inner, visit);
}

void walk(Expression& expression, const std::function<void(Expression&)>& visit) {
    visit(expression);
    for (Expression& argument : expression.arguments)
        walk(argument, visit);
}

} // namespace

void for_each_block(Program& program, const std::function<void(Block&)>& visit) {
    for (Function& function : program.functions)
        walk(function.body, visit);
    walk(program.main, visit);
}

void for_each_expression(Program& program, const std::function<void(Expression&)>& visit) {
    for_each_block(program, [&](Block& block) {
        for (Statement& statement : block)
            for (Expression& expression : statement.expressions)
                walk(expression, visit);
    });
}

size_t count_statements(Program& program) {
    size_t count = 0;
    for_each_block(program, [&](Block& block) { count += block.size(); });
    return count;
}

} // namespace wb::random_shader
