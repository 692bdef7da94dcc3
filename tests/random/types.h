// SPDX-License-Identifier: MIT
// The types that random shaders compute with: scalars and vectors of two to four components.
#pragma once

#include <cstdint>
#include <string>

namespace wb::random_shader {

enum class Base : uint8_t { Bool, I8, U8, I16, U16, I32, U32, I64, U64, F16, F32, F64 };
inline constexpr unsigned kBases = 12;

/// A set of bases, a bit each.
using BaseSet = uint16_t;
constexpr BaseSet only(Base base) {
    return BaseSet(1u << unsigned(base));
}
inline constexpr BaseSet kBool = only(Base::Bool);
inline constexpr BaseSet kSigned = only(Base::I8) | only(Base::I16) | only(Base::I32) | only(Base::I64);
inline constexpr BaseSet kUnsigned = only(Base::U8) | only(Base::U16) | only(Base::U32) | only(Base::U64);
inline constexpr BaseSet kInteger = kSigned | kUnsigned;
inline constexpr BaseSet kFloat = only(Base::F16) | only(Base::F32) | only(Base::F64);
inline constexpr BaseSet kNumber = kInteger | kFloat;
inline constexpr BaseSet kAny = kNumber | kBool;

constexpr bool contains(BaseSet set, Base base) {
    return set & only(base);
}

struct Type {
    Base base = Base::U32;
    unsigned size = 1; ///< components, 1 to 4
    bool operator==(const Type&) const = default;
};

/// Bits of a component; 1 for bool.
unsigned bits_of(Base base);
/// The type's name in GLSL: "u16vec3".
std::string name_of(Type type);
/// The unsigned integer as wide as `base`, itself for bool and floats.
Base unsigned_of(Base base);

} // namespace wb::random_shader
