// SPDX-License-Identifier: MIT
// SPIR-V types as the debugger shows them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace wb::engine {

enum class TypeKind { Void, Bool, Int, Float, Vector, Matrix, Array, RuntimeArray, Struct, Pointer, Opaque };

struct Type;

/// A struct member with its memory decorations. `offset` is kNoOffset where the module gives none (function
/// variables).
struct Member {
    static constexpr uint32_t kNoOffset = 0xffffffff;
    std::string name;
    const Type* type = nullptr;
    uint32_t offset = kNoOffset;
    uint32_t matrix_stride = 0;
    bool row_major = false;
};

/// One type of a module. Lives as long as its Module; never copied out of it.
struct Type {
    uint32_t id = 0; ///< SPIR-V result id, 0 for types the debugger makes itself.
    TypeKind kind = TypeKind::Opaque;
    uint32_t bits = 0;             ///< Int, Float: width. Bool: 32 where it lies in memory.
    bool is_signed = false;        ///< Int.
    const Type* element = nullptr; ///< Vector, Matrix (its column), arrays, Pointer (what it points to; null:
                                   ///< forward or unknown).
    uint32_t count = 0;            ///< Vector components, Matrix columns, Array elements.
    uint32_t stride = 0;           ///< ArrayStride, 0 = none given.
    uint32_t storage_class = 0;    ///< Pointer: SpvStorageClass.
    std::vector<Member> members;   ///< Struct.
    std::string name;              ///< As GLSL writes it: "vec3", "uint", "Blade", "float[4]".

    bool is_scalar() const {
        return kind == TypeKind::Bool || kind == TypeKind::Int || kind == TypeKind::Float ||
               kind == TypeKind::Pointer;
    }
    /// Scalars in the type, depth first (wavebreak_record.h, `leaf`). 0 for runtime arrays and opaque types.
    uint64_t leaves() const;
    /// The scalar type of leaf number `leaf`, or null when there is none.
    const Type* leaf_type(uint64_t leaf) const;
    /// Bytes in memory by the module's own offsets and strides; 0 when it does not say (or for runtime
    /// arrays: of what is before it).
    uint64_t size_in_memory(uint32_t matrix_stride = 0, bool row_major = false) const;
};

} // namespace wb::engine
