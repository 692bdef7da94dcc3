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

/// `x` towards zero.
uint64_t truncated(Kind kind, long double x) {
    const uint64_t near = word_of(kind, double(x));
    return std::fabs(static_cast<long double>(number_of(kind, near))) > std::fabs(x) ? near - 1 : near;
}
/// NIR's conversions of integers round to nearest in every mode.
bool converted_towards_zero(const Case& c, bool is_signed) {
    const unsigned up = 64 - bits_of(c.operation.operands[0]);
    const uint64_t word = c.operands[0] << up;
    const long double x =
        is_signed ? static_cast<long double>(int64_t(word) >> up) : static_cast<long double>(word >> up);
    return c.mode.towards_zero && c.executed == truncated(c.operation.result, x);
}
/// NIR's sums of two f32 are rounded to nearest in f64 first.
bool added_towards_zero(const Case& c, double sign) {
    const double a = c.number(0), b = sign * c.number(1), sum = a + b;
    const double of_b = sum - a, error = (a - (sum - of_b)) + (b - of_b); // Exact: sum + error = a + b.
    uint64_t word = truncated(Kind::F32, sum);
    if (number_of(Kind::F32, word) == sum && error != 0 && std::signbit(error) != std::signbit(sum)) --word;
    return c.mode.towards_zero && c.executed == word;
}

/// Whether the executed sum or difference is the exact one, held inside of the type's range.
bool saturated(const Case& c, bool subtract) {
    const unsigned bits = bits_of(c.operation.result), up = 64 - bits;
    // At the top of 64 bits all widths overflow alike.
    const int64_t a = int64_t(c.operands[0] << up), b = int64_t(c.operands[1] << up);
    int64_t sum = 0;
    const bool wrapped = subtract ? __builtin_sub_overflow(a, b, &sum) : __builtin_add_overflow(a, b, &sum);
    if (wrapped) sum = a < 0 ? INT64_MIN : INT64_MAX;
    return c.executed == uint64_t(sum) >> up;
}

struct DifferenceRow {
    const char* name;              ///< How the operation's name begins.
    bool (*foresees)(const Case&); ///< That result: the right one, or what a fault of Mesa's makes.
};
// docs/differences.md says whose fault each is.
constexpr DifferenceRow kRows[] = {
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
    {"FConvert rounded from f64",
     [](const Case& c) {
         return std::fabs(c.number(0)) > std::numeric_limits<float>::max() && !std::isfinite(c.result());
     }},
    // NIR's constant expressions ask whether a sum in C's int has wrapped, which it never has.
    {"IAddSat", [](const Case& c) { return saturated(c, false); }},
    {"ISubSat", [](const Case& c) { return saturated(c, true); }},
    {"UAddSat",
     [](const Case& c) {
         const unsigned bits = bits_of(c.operation.result);
         return bits < 32 &&
                c.executed == std::min<uint64_t>(c.operands[0] + c.operands[1], (1ull << bits) - 1);
     }},
    // NIR's constant expression shifts the high half out instead of down.
    {"UnpackSnorm2x16.y",
     [](const Case& c) {
         const double x = std::max(int16_t(c.operands[0] >> 16) / 32767., -1.);
         return std::fabs(c.result() - x) <= std::fabs(x) * 0x1p-23;
     }},
    {"UnpackUnorm2x16.y",
     [](const Case& c) {
         const double x = double(c.operands[0] >> 16) / 65535;
         return std::fabs(c.result() - x) <= x * 0x1p-23;
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
    {"ConvertSToF", [](const Case& c) { return converted_towards_zero(c, true); }},
    {"ConvertUToF", [](const Case& c) { return converted_towards_zero(c, false); }},
    {"FAdd f32", [](const Case& c) { return added_towards_zero(c, 1); }},
    {"FSub f32", [](const Case& c) { return added_towards_zero(c, -1); }},
    // How it rounds is left open, and so whether it flushes: RADV has v_cvt_pkrtz_f16_f32 do it.
    {"PackHalf2x16",
     [](const Case& c) {
         for (unsigned k = 0; k < 2; ++k) {
             const uint64_t half = c.executed >> 16 * k & 0xffff, down = truncated(Kind::F16, c.number(k));
             const bool flushed = c.mode.flush16_64 && denormal(Kind::F16, down) && (half & 0x7fff) == 0;
             if (half != down && half != half_from(c.number(k)) && !flushed) return false;
         }
         return true;
     }},
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
    return std::any_of(std::begin(kRows), std::end(kRows), [&](const DifferenceRow& row) {
        return operation.name.starts_with(row.name) && row.foresees({operation, mode, operands, executed});
    });
}

} // namespace wb::test
