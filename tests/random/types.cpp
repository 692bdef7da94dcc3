// SPDX-License-Identifier: MIT
#include "tests/random/types.h"

namespace wb::random_shader {
namespace {

struct Names {
    const char* scalar;
    const char* vector; ///< without the component count
    unsigned bits;
};
constexpr Names kNames[kBases] = {
    {"bool", "bvec", 1},         {"int8_t", "i8vec", 8},     {"uint8_t", "u8vec", 8},
    {"int16_t", "i16vec", 16},   {"uint16_t", "u16vec", 16}, {"int", "ivec", 32},
    {"uint", "uvec", 32},        {"int64_t", "i64vec", 64},  {"uint64_t", "u64vec", 64},
    {"float16_t", "f16vec", 16}, {"float", "vec", 32},       {"double", "dvec", 64},
};

} // namespace

unsigned bits_of(Base base) {
    return kNames[unsigned(base)].bits;
}

std::string name_of(Type type) {
    const Names& names = kNames[unsigned(type.base)];
    return type.size == 1 ? names.scalar : names.vector + std::to_string(type.size);
}

Base unsigned_of(Base base) {
    return contains(kSigned, base) ? Base(unsigned(base) + 1) : base;
}

} // namespace wb::random_shader
