// SPDX-License-Identifier: MIT
#include "engine/symbols/type.h"

#include <algorithm>

namespace wb::engine {

uint64_t Type::leaves() const {
    switch (kind) {
    case TypeKind::Bool:
    case TypeKind::Int:
    case TypeKind::Float:
    case TypeKind::Pointer:
        return 1;
    case TypeKind::Vector:
    case TypeKind::Matrix:
    case TypeKind::Array:
        return element ? count * element->leaves() : 0;
    case TypeKind::Struct: {
        uint64_t sum = 0;
        for (const Member& member : members)
            sum += member.type ? member.type->leaves() : 0;
        return sum;
    }
    default:
        return 0;
    }
}

const Type* Type::leaf_type(uint64_t leaf) const {
    if (is_scalar()) return leaf == 0 ? this : nullptr;
    if (kind == TypeKind::Struct) {
        for (const Member& member : members) {
            const uint64_t inside = member.type ? member.type->leaves() : 0;
            if (leaf < inside) return member.type->leaf_type(leaf);
            leaf -= inside;
        }
        return nullptr;
    }
    const uint64_t each = element ? element->leaves() : 0;
    return each && leaf < each * count ? element->leaf_type(leaf % each) : nullptr;
}

uint64_t Type::size_in_memory(uint32_t matrix_stride, bool row_major) const {
    switch (kind) {
    case TypeKind::Bool:
        return 4;
    case TypeKind::Int:
    case TypeKind::Float:
        return bits / 8;
    case TypeKind::Pointer:
        return 8;
    case TypeKind::Vector:
        return count * element->size_in_memory();
    case TypeKind::Matrix: {
        const uint32_t vectors = row_major ? element->count : count;
        const uint64_t tight = element->size_in_memory();
        return vectors * (matrix_stride ? matrix_stride : tight);
    }
    case TypeKind::Array: {
        const uint64_t each = stride ? stride : element->size_in_memory(matrix_stride, row_major);
        return count * each;
    }
    case TypeKind::Struct: {
        uint64_t end = 0;
        for (const Member& member : members) {
            if (member.offset == Member::kNoOffset || !member.type) return 0;
            end = std::max(end, member.offset +
                                    member.type->size_in_memory(member.matrix_stride, member.row_major));
        }
        return end;
    }
    default:
        return 0;
    }
}

} // namespace wb::engine
