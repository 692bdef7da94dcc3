// SPDX-License-Identifier: MIT
// A list of dispatches that stands still while a person points at it.
#pragma once

#include "overlay/model/parts.h"

#include <memory>

namespace wb::overlay {

/// `held`'s rows in their order, each as `now` has it. A program that records anew for each frame drops the
/// commands it had: such a row stays as it was, but for its breakpoint, which is for the shader then.
std::shared_ptr<const Dispatches> held_rows(const Dispatches& held, const Dispatches& now);

} // namespace wb::overlay
