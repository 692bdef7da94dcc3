// SPDX-License-Identifier: MIT
// A value as a tree: how many parts it has, what they are called, where its memory ends.
#pragma once

#include "engine/values/value.h"

namespace wb::engine {

/// True when the parts are elements with an index rather than members or components with a name.
bool has_indexed_children(const Type& type);
/// Parts that `child` accepts. `end`: address behind the memory the value may use, 0 = not known; it is what
/// bounds a runtime array, which has no parts without it. A pointer has the parts of what it points to, and
/// one when that is a scalar.
uint64_t child_count(const Value& value, uint64_t end);
/// Part `index` of `value`, for pointers to scalars what they point to.
Result<Value> tree_child(Access& access, const Value& value, uint64_t index);
/// "mass", "y" or "[3]"; "*" below a pointer to a scalar.
std::string child_name(const Type& type, uint64_t index);
/// The expression for part `index` of what `parent` names: "blade.mass", "v.y", "list[3]", "*p".
std::string child_expression(const std::string& parent, const Type& type, uint64_t index);
/// GPU address of a value that lies in memory, of what a descriptor names, or that a pointer holds; an error
/// says why it has none.
Result<uint64_t> address_of(Access& access, const Value& value);
/// Address behind the bytes bound at a descriptor; 0 when `value` is none.
uint64_t bound_end(Access& access, const Value& value);

} // namespace wb::engine
