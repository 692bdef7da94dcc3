// SPDX-License-Identifier: MIT
// What a page fault was, for a person and for tools.
#pragma once

#include "engine/session/fault_access.h"
#include "protocol/fault_place.h"

namespace wb::engine {

struct FaultReport {
    protocol::Fault fault;
    std::optional<FaultAccess> access; ///< the instruction, when its registers account for the page
    std::vector<protocol::FaultPlace> places;

    /// The addresses to speak of: the access, else the page.
    protocol::FaultSpan span() const;
    /// "a write of 4 bytes at 0x…: 16 bytes past the end of buffer 'results' (…)"; says so when the kernel
    /// has no record.
    std::string text() const;
    /// {"known", "address", "size", "exact", "access", "lanes", "instruction", "places": […]} (docs/json.md).
    nlohmann::json data() const;
};

} // namespace wb::engine
