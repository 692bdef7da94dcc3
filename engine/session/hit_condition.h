// SPDX-License-Identifier: MIT
// Which hits of a breakpoint stop: ignore counts.
#pragma once

#include "common/result.h"

#include <cstdint>
#include <string_view>

namespace wb::engine {

struct HitCondition {
    enum class Kind {
        From,   ///< "N" or ">= N": hit number N and all later ones (N - 1 are ignored)
        Only,   ///< "== N" or "= N"
        Before, ///< "< N"
        UpTo,   ///< "<= N"
        Every,  ///< "% N"
    };
    Kind kind = Kind::From;
    uint64_t count = 1;

    /// `hit`: the hit's number, from 1.
    bool stops_at(uint64_t hit) const;
};

/// Also takes "> N". Errors say how such a condition is written.
Result<HitCondition> parse_hit_condition(std::string_view text);

} // namespace wb::engine
