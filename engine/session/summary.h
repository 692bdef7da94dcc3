// SPDX-License-Identifier: MIT
// A value as one line of a tree that unfolds.
#pragma once

#include "engine/session/wave_view.h"
#include "engine/values/format.h"

namespace wb::engine {

struct Summary {
    std::string text;   ///< Large values are not read for it: their parts are, when they are unfolded.
    uint64_t parts = 0; ///< That tree_child accepts.
    uint64_t end = 0;   ///< Address behind the memory that it may use, 0 = not known.
    std::optional<uint64_t> address; ///< address_of
};

/// `end`: as known from what the value is a part of, 0 = not known. It is then taken from the descriptor, or
/// from the object that an array without an end lies in.
Summary summarize(Access& access, const ObjectMap& objects, const Value& value, uint64_t end,
                  const Format& format);

} // namespace wb::engine
