// SPDX-License-Identifier: MIT
#include "engine/session/value_history.h"

#include <charconv>
#include <fmt/format.h>

namespace wb::engine {

unsigned ValueHistory::add(Access& access, const Value& value) {
    auto loaded = load(access, value);
    Value kept = loaded ? std::move(*loaded) : value;
    for (Leaf& leaf : kept.leaves)
        leaf.origin = {};
    values_.push_back(std::move(kept));
    return unsigned(values_.size());
}

std::optional<Result<Value>> ValueHistory::find(std::string_view name) const {
    const bool backwards = name.starts_with('$');
    const std::string_view digits = backwards ? name.substr(1) : name;
    uint64_t number = backwards ? 1 : 0; // "$$" is "$$1"
    if (!digits.empty()) {
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    }
    const uint64_t count = values_.size();
    const bool from_the_end = backwards || digits.empty();
    const uint64_t wanted = !from_the_end ? number : number < count ? count - number : 0;
    if (wanted && wanted <= count) return values_[wanted - 1];
    if (!count) return fail("nothing has been printed yet; the first value will be $1");
    return fail(fmt::format("there is no value ${}: the history has $1 to ${}", name, count));
}

} // namespace wb::engine
