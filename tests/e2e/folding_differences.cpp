// SPDX-License-Identifier: MIT
#include "tests/e2e/folding_differences.h"

#include "tests/e2e/small_floats.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wb::test {

namespace {

struct Case {
    const Operation& operation;
    const FloatMode& mode;
    std::span<const uint64_t> operands;
    uint64_t executed;
    double number(unsigned i) const { return number_of(operation.operands[i], operands[i]); }
    double result() const { return number_of(operation.result, executed); }
};

bool denormal(Kind kind, uint64_t word) {
    constexpr double kSmallest[] = {0x1p-14, 0x1p-126, 0x1p-1022};
    const double x = std::fabs(number_of(kind, word));
    return x > 0 && x < kSmallest[unsigned(kind) - unsigned(Kind::F16)];
}

struct Row {
    const char* name;              ///< How the operation's name begins.
    bool (*foresees)(const Case&); ///< That result: the right one, or what a fault of Mesa's makes.
};
// docs/differences.md says whose fault each is.
constexpr Row kRows[] = {
    // ACO makes it of v_cvt_pk_u8_f32, which rounds as MODE says.
    {"ConvertFToU 32 8", [](const Case& c) { return double(c.executed) == std::nearbyint(c.number(0)); }},
    // ACO multiplies a denormal number's logarithm by -24 instead of adding that.
    {"Log2 f32",
     [](const Case& c) {
         return !c.mode.flush32 && denormal(Kind::F32, c.operands[0]) &&
                std::fabs(c.result() - (std::log2(c.number(0)) + 24) * -24) < 0x1p-8;
     }},
    // NIR's lowering sets the lowest bit of an f32 that has become infinity.
    {"FConvert from f64 to 16",
     [](const Case& c) {
         return std::fabs(c.number(0)) > std::numeric_limits<float>::max() && std::isnan(c.result());
     }},
    // NIR folds with the sum's third operand as a signed number; the executed one is right.
    {"UDotAccSat",
     [](const Case& c) {
         uint64_t sum = c.operands[2];
         for (unsigned i = 0; i < 32; i += 8)
             sum += (c.operands[0] >> i & 0xff) * (c.operands[1] >> i & 0xff);
         return c.executed == std::min<uint64_t>(sum, 0xffff'ffff);
     }},
    // NIR folds infinity to 0, and flushes results in every mode.
    {"Ldexp",
     [](const Case& c) {
         const double right = std::ldexp(c.number(0), int32_t(uint32_t(c.operands[1])));
         const bool flushed =
             c.mode.flushes(c.operation.result) && denormal(c.operation.result, c.executed | 1);
         return c.executed == word_of(c.operation.result, right) || (flushed && c.result() == 0);
     }},
    // The sign of a zero is left open; what is flushed may still be there.
    {"FSign",
     [](const Case& c) {
         const auto zero = [&](uint64_t word) {
             return number_of(c.operation.result, word) == 0 ||
                    (c.mode.flushes(c.operation.result) && denormal(c.operation.result, word));
         };
         return zero(c.operands[0]) && zero(c.executed);
     }},
    // Too small for a normal f16: either zero is allowed, the hardware rounds before it looks.
    {"QuantizeToF16",
     [](const Case& c) {
         return std::fabs(c.number(0)) < 0x1p-14 && c.result() == half_value(half_from(c.number(0)));
     }},
    // NIR rounds to f32 and then to f16; the executed one is rounded once.
    {"Fma f16",
     [](const Case& c) { return c.executed == half_from(std::fma(c.number(0), c.number(1), c.number(2))); }},
};

} // namespace

std::vector<uint64_t> flushed_operands(const Operation& operation, const FloatMode& mode,
                                       std::vector<uint64_t> operands) {
    for (size_t k = 0; k < operands.size(); ++k) {
        const Kind kind = operation.operands[k];
        if (mode.flushes(kind) && denormal(kind, operands[k])) operands[k] &= 1ull << (bits_of(kind) - 1);
    }
    return operands;
}

bool explained(const Operation& operation, const FloatMode& mode, std::span<const uint64_t> operands,
               uint64_t executed) {
    return std::any_of(std::begin(kRows), std::end(kRows), [&](const Row& row) {
        return operation.name.starts_with(row.name) && row.foresees({operation, mode, operands, executed});
    });
}

} // namespace wb::test
