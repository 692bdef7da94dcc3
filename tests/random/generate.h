// SPDX-License-Identifier: MIT
#pragma once

#include "tests/random/program.h"

namespace wb::random_shader {

/// The shader of `seed`: the same on every machine. It ends, has no undefined behaviour, and its results do
/// not depend on the subgroup size (8 or more), the schedule or the rounding of anything but IEEE operations.
Program generate(uint64_t seed);

} // namespace wb::random_shader
