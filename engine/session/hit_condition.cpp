// SPDX-License-Identifier: MIT
#include "engine/session/hit_condition.h"

#include <charconv>
#include <fmt/format.h>

namespace wb::engine {

bool HitCondition::stops_at(uint64_t hit) const {
    switch (kind) {
    case Kind::From:
        return hit >= count;
    case Kind::Only:
        return hit == count;
    case Kind::Before:
        return hit < count;
    case Kind::UpTo:
        return hit <= count;
    case Kind::Every:
        return hit % count == 0;
    }
    return true;
}

Result<HitCondition> parse_hit_condition(std::string_view text) {
    const auto skip_spaces = [&] {
        text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    };
    const auto take = [&](std::string_view word) {
        if (!text.starts_with(word)) return false;
        text.remove_prefix(word.size());
        return true;
    };
    skip_spaces();
    HitCondition out;
    bool after = false;
    if (take(">="))
        out.kind = HitCondition::Kind::From;
    else if (take(">"))
        after = true;
    else if (take("<="))
        out.kind = HitCondition::Kind::UpTo;
    else if (take("<"))
        out.kind = HitCondition::Kind::Before;
    else if (take("==") || take("="))
        out.kind = HitCondition::Kind::Only;
    else if (take("%"))
        out.kind = HitCondition::Kind::Every;
    skip_spaces();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out.count);
    const std::string_view rest(end, size_t(text.data() + text.size() - end));
    if (error != std::errc() || rest.find_first_not_of(" \t") != std::string_view::npos ||
        (out.count == 0 && !after))
        return fail(
            "a hit condition is a count from 1, maybe behind >=, >, ==, <, <= or %, as in: 3, or % 10");
    out.count += after;
    return out;
}

} // namespace wb::engine
