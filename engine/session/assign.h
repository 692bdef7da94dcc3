// SPDX-License-Identifier: MIT
// Assignment to variables, registers and memory of a stopped wave.
#pragma once

#include "engine/session/names.h"

namespace wb::engine {

/// Sets `target` (an expression that names a place) to `source`, converted to the target's type, for `lane`.
/// On success a remark for the person, mostly empty (e.g. that a scalar register serves the whole wave).
/// Refuses, saying why, what would have no effect or would change something else: constants, locations the
/// compiler marks as not writable, push constants. Nothing is changed then.
Result<std::string> assign(std::string_view target, std::string_view source, FrameNames& names,
                           WaveView& view, unsigned lane);

} // namespace wb::engine
