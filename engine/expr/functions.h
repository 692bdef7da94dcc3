// SPDX-License-Identifier: MIT
// GLSL's built-in functions, as far as the debugger has them. Internal to engine/expr.
#pragma once

#include "engine/expr/evaluate.h"

namespace wb::engine {

bool is_function(std::string_view name);
/// `name` must be one. Integers become floats where the function is for floats only; single values stand for
/// vectors.
Result<Value> call_function(const Module& module, std::string_view name, const std::vector<Value>& loaded);

} // namespace wb::engine
