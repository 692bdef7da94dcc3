// SPDX-License-Identifier: MIT
// Where the folded and the executed result of an operation may differ, and what is right then.
#pragma once

#include "tests/e2e/folding_operations.h"

#include <span>

namespace wb::test {

/// How floats are rounded and what becomes of denormals; f16 and f64 share theirs on this hardware.
struct FloatMode {
    const char* name;
    bool flush32, flush16_64;
    bool towards_zero = false; ///< Or to nearest.
    bool flushes(Kind kind) const { return is_float(kind) && (kind == Kind::F32 ? flush32 : flush16_64); }
};

/// The operands with zeros for what `mode` flushes. NIR's constant expressions flush results only, the
/// hardware operands too; SPIR-V's DenormFlushToZero allows both.
std::vector<uint64_t> flushed_operands(const Operation& operation, const FloatMode& mode,
                                       std::vector<uint64_t> operands);

/// True when a row of the table in folding_differences.cpp foresees that these operands give this result.
bool explained(const Operation& operation, const FloatMode& mode, std::span<const uint64_t> operands,
               uint64_t executed);

} // namespace wb::test
