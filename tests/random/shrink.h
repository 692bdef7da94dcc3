// SPDX-License-Identifier: MIT
#pragma once

#include "tests/random/program.h"

namespace wb::random_shader {

/// Makes `program` smaller for as long as `fails` says that what is left still fails: leaves out functions,
/// statements and branches, and replaces expressions by their arguments and by constants. Gives up after
/// `attempts` calls of `fails`.
Program shrink(Program program, const std::function<bool(const Program&)>& fails, unsigned attempts);

} // namespace wb::random_shader
