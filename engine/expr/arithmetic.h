// SPDX-License-Identifier: MIT
// Scalar arithmetic on bits and types. Internal to engine/expr.
#pragma once

#include "engine/expr/evaluate.h"

namespace wb::engine {

/// The type both operands are converted to.
const Type* common_scalar(const Module& module, const Type& a, const Type& b);
double to_double(const Type& type, uint64_t bits);
int64_t to_signed(const Type& type,
                  uint64_t bits); ///< Sign-extended when the type is signed, else zero-extended.
uint64_t from_double(const Type& type, double value);
uint64_t truncate(const Type& type, uint64_t bits);
uint64_t convert_bits(const Type& from, uint64_t bits, const Type& to);

} // namespace wb::engine
