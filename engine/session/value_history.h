// SPDX-License-Identifier: MIT
// The values that `print` has shown, numbered from 1 as gdb does: $1, $2, …
#pragma once

#include "engine/values/value.h"

#include <optional>

namespace wb::engine {

class ValueHistory {
public:
    /// Keeps `value` as it is now and returns its number. Where a value's bits lay is forgotten, so that it
    /// cannot be assigned to; what was not read (an array without an end) is read when it is looked at.
    unsigned add(Access& access, const Value& value);
    /// `name`, without its first '$': "" the last value, "$" the one before, "$3" three before the last, "3"
    /// number
    /// 3. Nothing when `name` is none of these; an error when there is no such value.
    std::optional<Result<Value>> find(std::string_view name) const;
    const std::vector<Value>& values() const { return values_; }

private:
    std::vector<Value> values_;
};

} // namespace wb::engine
