// SPDX-License-Identifier: MIT
// What the commands that let a wave go on check and look up first, for front ends that go on in their own
// way.
#pragma once

#include "engine/session/session.h"

#include <string_view>

namespace wb::engine {

/// An error when the selected frame is the outermost one, which `finish` cannot leave: nothing called it.
Status check_finish(Session& session);

/// The slots, in the focus wave's shader, of the place that the commands `until` and `advance` take:
/// "[FILE:]LINE" or "FUNCTION". `current_file` is the file of a line alone.
Result<std::vector<uint32_t>> slots_to_reach(Session& session, std::string_view place,
                                             std::string_view current_file);

} // namespace wb::engine
