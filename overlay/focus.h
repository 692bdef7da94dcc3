// SPDX-License-Identifier: MIT
// Where the keys go, for who has no pointer.
#pragma once

#include "overlay/model/panel.h"

namespace wb::overlay {

/// The area takes the keyboard in the next draw() of panels.h. The thread of draw().
void focus_area(Area which);

} // namespace wb::overlay
