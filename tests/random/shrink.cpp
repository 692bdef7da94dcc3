// SPDX-License-Identifier: MIT
#include "tests/random/shrink.h"

#include <algorithm>
#include <optional>

namespace wb::random_shader {
namespace {

class Shrinker {
public:
    Shrinker(Program program, const std::function<bool(const Program&)>& fails, unsigned attempts)
        : best_(std::move(program)), fails_(fails), left_(attempts) {}

    Program run() {
        for (bool smaller = true; smaller && left_;) {
            smaller = drop_statements();
            smaller = unwrap_statements() || smaller;
            smaller = simplify_expressions() || smaller;
        }
        return std::move(best_);
    }

private:
    bool take(Program&& candidate) {
        if (left_ == 0) return false;
        --left_;
        if (!fails_(candidate)) return false;
        best_ = std::move(candidate);
        return true;
    }

    /// The block of index `index` in `program`; null when there are fewer.
    static Block* block_at(Program& program, size_t index) {
        Block* found = nullptr;
        for_each_block(program, [&](Block& block) {
            if (index-- == 0) found = &block;
        });
        return found;
    }

    /// Leaves out runs of statements, long ones first.
    bool drop_statements() {
        bool smaller = drop_functions();
        for (size_t index = 0; Block* block = block_at(best_, index); ++index) {
            for (size_t length = block->size(); length > 0; length /= 2) {
                for (size_t end = block->size(); end >= length && left_;) {
                    Program candidate = best_;
                    Block& cut = *block_at(candidate, index);
                    cut.erase(cut.begin() + long(end - length), cut.begin() + long(end));
                    if (take(std::move(candidate))) {
                        smaller = true;
                        block = block_at(best_, index);
                        if (!block) return true;
                        end = std::min(end - length, block->size());
                    } else {
                        end = end > length ? end - length : 0;
                    }
                    if (end == 0) break;
                }
            }
        }
        return smaller;
    }

    bool drop_functions() {
        bool smaller = false;
        for (size_t i = best_.functions.size(); i-- > 0;) {
            Program candidate = best_;
            candidate.functions.erase(candidate.functions.begin() + long(i));
            smaller = take(std::move(candidate)) || smaller;
        }
        return smaller;
    }

    /// Replaces a statement by the contents of one of its blocks.
    bool unwrap_statements() {
        bool smaller = false;
        for (size_t index = 0; Block* block = block_at(best_, index); ++index) {
            for (size_t i = 0; i < block->size(); ++i) {
                for (size_t inner = 0; inner < (*block)[i].blocks.size(); ++inner) {
                    Program candidate = best_;
                    Block& changed = *block_at(candidate, index);
                    Block contents = std::move(changed[i].blocks[inner]);
                    changed.erase(changed.begin() + long(i));
                    changed.insert(changed.begin() + long(i), contents.begin(), contents.end());
                    if (!take(std::move(candidate))) continue;
                    smaller = true;
                    block = block_at(best_, index);
                    if (i >= block->size()) break;
                    inner = size_t(-1);
                }
            }
        }
        return smaller;
    }

    static Expression* expression_at(Program& program, size_t index) {
        Expression* found = nullptr;
        for_each_expression(program, [&](Expression& expression) {
            if (index-- == 0) found = &expression;
        });
        return found;
    }

    /// Replaces an expression by an argument of its type, or by a constant.
    bool simplify_expressions() {
        bool smaller = false;
        for (size_t index = 0; Expression* expression = expression_at(best_, index); ++index) {
            while (simplify_expression(*expression, index)) {
                smaller = true;
                expression = expression_at(best_, index);
            }
        }
        return smaller;
    }

    bool simplify_expression(const Expression& expression, size_t index) {
        const Expression constant{expression.type,
                                  name_of(expression.type) +
                                      (expression.type.base == Base::Bool ? "(true)" : "(1)"),
                                  {}};
        if (expression.text == constant.text) return false;
        std::vector<Expression> simpler{constant};
        for (const Expression& argument : expression.arguments)
            if (argument.type == expression.type) simpler.push_back(argument);
        for (const Expression& replacement : simpler) {
            Program candidate = best_;
            *expression_at(candidate, index) = replacement;
            if (take(std::move(candidate))) return true;
        }
        return false;
    }

    Program best_;
    const std::function<bool(const Program&)>& fails_;
    unsigned left_;
};

} // namespace

Program shrink(Program program, const std::function<bool(const Program&)>& fails, unsigned attempts) {
    return Shrinker(std::move(program), fails, attempts).run();
}

} // namespace wb::random_shader
