// SPDX-License-Identifier: MIT
// Evaluates expressions over the variables, registers and memory of a stopped wave's lane.
#pragma once

#include "engine/expr/ast.h"
#include "engine/values/value.h"

namespace wb::engine {

/// What names mean where the expression is evaluated.
class Names {
public:
    virtual ~Names() = default;
    virtual Result<Value> variable(std::string_view name) = 0;
    /// "s12", "v3", "exec", "vcc", "scc", "m0", "pc", "lane", … without the '$'.
    virtual Result<Value> register_value(std::string_view name) = 0;
    virtual const Module& module() = 0;
};

/// The value of `expr`; still in memory where it names memory (so that it can be assigned to, printed partly,
/// or have its address taken). Arithmetic follows GLSL: 32-bit wrap-around, int to uint to float conversion,
/// component-wise vectors.
Result<Value> evaluate(const Expr& expr, Names& names, Access& access);
/// The same from text.
Result<Value> evaluate(std::string_view text, Names& names, Access& access);
/// A condition: true when the value is a true boolean or a number that is not 0.
Result<bool> evaluate_condition(const Expr& expr, Names& names, Access& access);

// The evaluator's parts, also used by `set var`.
/// An error when a part of the loaded value has not been set yet or is not available.
Status check_known(const Value& loaded);
const Type* type_named(const Module& module,
                       std::string_view name); ///< "uint", "vec3", "Blade", "Blade*"; null = no such type
Result<Value> convert(const Module& module, const Value& loaded, const Type* to);
Result<Value> unary(const Module& module, const std::string& op, const Value& loaded);
Result<Value> binary(const Module& module, const std::string& op, const Value& left, const Value& right);
Result<Value> call(const Module& module, const std::string& name, const std::vector<Value>& loaded);
/// An error when the expression calls what can be no type and is no function of the debugger. A name with a
/// capital may be a struct of a shader that is not known yet.
Status check_calls(const Expr& expr);
Value number(const Module& module, const Token& token);
Value scalar_value(const Type* type, uint64_t bits);

} // namespace wb::engine
