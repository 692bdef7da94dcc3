// SPDX-License-Identifier: MIT
// 16-bit float instructions against doubles rounded once to rounded_half, on all pairs of corner values, in
// wave32 and wave64. NaN rules are tested in valu_float_test.cpp.
#include "tests/sim/isa/valu_fixture.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace wb::sim::test {
namespace {

constexpr uint16_t kInfinity = 0x7c00;

/// The value of a rounded_half, exactly.
double value(uint32_t bits) {
    const int exponent = bits >> 10 & 31;
    const double fraction = bits & 0x3ff;
    const double x = exponent == 0    ? std::ldexp(fraction, -24)
                     : exponent == 31 ? (fraction != 0 ? NAN : INFINITY)
                                      : std::ldexp(1024 + fraction, exponent - 25);
    return bits & 0x8000 ? -x : x;
}

/// `x` rounded to nearest even.
uint16_t rounded_half(double x) {
    const uint16_t sign = std::signbit(x) ? 0x8000 : 0;
    x = std::abs(x);
    if (std::isinf(x)) return sign | kInfinity;
    const int exponent = std::max(x == 0 ? -14 : std::ilogb(x), -14);
    const double units = std::nearbyint(std::ldexp(x, 10 - exponent)); // 0 to 2048
    const double bits = units + 1024 * (exponent + 14);                // A carry goes into the exponent.
    return sign | uint16_t(std::min(bits, double(kInfinity)));
}

struct HalfModel {
    const char* name;
    double (*of)(double a, double b, double c);
    bool approximate = false;
};
#define IS [](double a, double b, double c) -> double
#define ALL (void)a, (void)b, (void)c

double middle(double a, double b, double c) {
    return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

const HalfModel kHalfModels[] = {{"v_add_f16", IS{ALL;
return a + b;
} // namespace
} // namespace wb::sim::test
, {"v_sub_f16", IS{ALL;
return a - b;
}
}
, {"v_subrev_f16", IS{ALL;
return b - a;
}
}
, {"v_mul_f16", IS{ALL;
return a * b;
}
}
, {"v_fma_f16", IS{return std::fma(a, b, c);
}
}
, {"v_min_f16", IS{ALL;
return std::min(a, b);
}
}
, {"v_max_f16", IS{ALL;
return std::max(a, b);
}
}
, {"v_min3_f16", IS{return std::min({a, b, c});
}
}
, {"v_max3_f16", IS{return std::max({a, b, c});
}
}
, {"v_med3_f16", IS{return middle(a, b, c);
}
}
, {"v_maxmin_f16", IS{return std::min(std::max(a, b), c);
}
}
, {"v_minmax_f16", IS{return std::max(std::min(a, b), c);
}
}
, {"v_floor_f16", IS{ALL;
return std::floor(a);
}
}
, {"v_ceil_f16", IS{ALL;
return std::ceil(a);
}
}
, {"v_trunc_f16", IS{ALL;
return std::trunc(a);
}
}
, {"v_rndne_f16", IS{ALL;
return std::nearbyint(a);
}
}
, {"v_frexp_mant_f16", IS{ALL;
int exponent;
return std::frexp(a, &exponent);
}
}
, {"v_pk_mul_f16", IS{ALL;
return a * b;
}
}
, {"v_pk_min_f16", IS{ALL;
return std::min(a, b);
}
}
, {"v_pk_max_f16", IS{ALL;
return std::max(a, b);
}
}
, {"v_rcp_f16", IS{ALL;
return 1 / a;
}
, true
}
, {"v_sqrt_f16", IS{ALL;
return std::sqrt(a);
}
, true
}
, {"v_rsq_f16", IS{ALL;
return 1 / std::sqrt(a);
}
, true
}
, {"v_log_f16", IS{ALL;
return std::log2(a);
}
, true
}
, {"v_exp_f16", IS{ALL;
return std::exp2(a);
}
, true
}
,
}
;

/// Equal, or at most one unit apart where the instruction is approximate.
bool same_half(const HalfModel& model, uint32_t got, uint32_t want) {
    if (got == want) return true;
    if ((got & 0x7fff) == 0 && (want & 0x7fff) == 0) return true; // Which zero is min's and max's choice.
    return model.approximate && (got ^ want) < 0x8000 && std::abs(int(got) - int(want)) <= 1;
}

TEST(ValuHalfModel, Arithmetic) {
    for (const SimdChoice level : levels())
        for (const unsigned lanes : {32u, 64u})
            for (const HalfModel& model : kHalfModels) {
                const bool packed = std::string(model.name).starts_with("v_pk_");
                ValuWave w(lanes);
                Inst in = vop3_inst();
                in.opsel_hi = packed ? 7 : 0;
                w.set(0, {kCorners16.begin(), kCorners16.end()});
                for (const uint16_t b : kCorners16)
                    for (const uint16_t c : {uint16_t(0x3c00), uint16_t(0xc248), uint16_t(0x0003)}) {
                        w.set(2, {b});
                        w.set(4, {c});
                        run(w, model.name, in, level);
                        for (unsigned j = 0; j < kCorners16.size(); ++j) {
                            const double x = value(kCorners16[j]), y = value(b);
                            const double want = model.of(x, y, value(c));
                            if (std::isnan(x) || std::isnan(y) || std::isnan(want)) continue;
                            ASSERT_PRED3(same_half, model, w[10].lane[j] & 0xffff, rounded_half(want))
                                << model.name << std::hex << " " << kCorners16[j] << " " << b << " " << c;
                        }
                    }
            }
}

TEST(ValuHalfModel, Conversions) {
    for (const SimdChoice level : levels()) {
        ValuWave w;
        const Inst in = vop3_inst();
        const auto each = [&](const char* name, auto want) {
            w.set(0, {kCorners16.begin(), kCorners16.end()});
            run(w, name, in, level);
            for (unsigned j = 0; j < kCorners16.size(); ++j)
                ASSERT_EQ(w[10].lane[j] & 0xffff, uint16_t(want(kCorners16[j])))
                    << name << " " << kCorners16[j];
        };
        const auto whole = [](double x, double least, double most) {
            return std::isnan(x) ? 0 : int(std::clamp(std::trunc(x), least, most));
        };
        each("v_cvt_f16_u16", [](uint16_t x) { return rounded_half(x); });
        each("v_cvt_f16_i16", [](uint16_t x) { return rounded_half(int16_t(x)); });
        each("v_cvt_u16_f16", [&](uint16_t x) { return whole(value(x), 0, 65535); });
        each("v_cvt_i16_f16", [&](uint16_t x) { return whole(value(x), -32768, 32767); });
        each("v_frexp_exp_i16_f16", [](uint16_t x) {
            int exponent = 0;
            if (std::isfinite(value(x))) std::frexp(value(x), &exponent);
            return exponent;
        });
    }
}

} // namespace
} // namespace wb::sim::test

#undef IS
#undef ALL
