// SPDX-License-Identifier: MIT
// Nanoseconds per wave64 vector instruction, for each SIMD level this host can run. Not a test.
#include "tests/sim/isa/valu_fixture.h"

#include <chrono>
#include <cstdio>
#include <cstring>

using namespace wb::sim;
using namespace wb::sim::test;

namespace {

double nanoseconds(SimdChoice level, const char* name, uint64_t exec_mask, uint16_t src0) {
    ValuWave w;
    std::mt19937 random(1);
    for (unsigned r = 0; r < 16; ++r)
        for (uint32_t& word : w[r].lane)
            word = (random() & 0x007f'ffffu) | 0x3f80'0000u;
    w.wave.set_exec(exec_mask);
    Inst in = vop3_inst();
    in.src[0] = src0;
    if (std::strstr(name, "_ci_") || std::strstr(name, "cndmask")) in.src[2] = 30;
    if (std::strstr(name, "cmp") || std::strstr(name, "readfirst")) in.dst = 40;
    if (!std::strncmp(name, "v_pk_", 5)) in.encoding = Encoding::VOP3P, in.opsel_hi = 7;
    const ExecFn exec = find_kernel(level, name);
    const HostFloatControl keep(w.wave);
    constexpr unsigned kRuns = 10'000;
    double best = 1e9;
    for (unsigned repeat = 0; repeat < 3; ++repeat) {
        const auto start = std::chrono::steady_clock::now();
        for (unsigned i = 0; i < kRuns; ++i)
            exec(w.wave, in);
        const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
        best = std::min(best, spent.count() / kRuns);
    }
    return best;
}

} // namespace

int main() {
    const char* names[] = {
        "v_mov_b32",      "v_add_nc_u32",       "v_xor_b32",           "v_lshlrev_b32", "v_mul_lo_u32",
        "v_bfe_u32",      "v_lshl_or_b32",      "v_cndmask_b32",       "v_add_co_u32",  "v_add_co_ci_u32",
        "v_cmp_eq_i32",   "v_cmp_lt_f32",       "v_cmp_class_f32",     "v_add_f32",     "v_mul_f32",
        "v_fma_f32",      "v_max_f32",          "v_med3_f32",          "v_cvt_f32_u32", "v_cvt_u32_f32",
        "v_cvt_f32_f16",  "v_cvt_f16_f32",      "v_rcp_f32",           "v_exp_f32",     "v_log_f32",
        "v_sin_f32",      "v_sqrt_f32",         "v_add_f16",           "v_fma_f16",     "v_pk_add_f16",
        "v_pk_fma_f16",   "v_add_f64",          "v_fma_f64",           "v_lshlrev_b64", "v_mad_u64_u32",
        "v_bcnt_u32_b32", "v_mbcnt_lo_u32_b32", "v_readfirstlane_b32", "v_mul_hi_u32",  "v_div_scale_f32"};
    std::printf("%-22s", "ns per wave64");
    for (const SimdChoice level : levels())
        std::printf("%16s", simd_level(level).name);
    std::printf("   (full EXEC, partial EXEC, scalar source)\n");
    for (const char* name : names) {
        std::printf("%-22s", name);
        for (const SimdChoice level : levels())
            std::printf("  %5.1f/%5.1f/%5.1f", nanoseconds(level, name, ~0ull, v(0)),
                        nanoseconds(level, name, 0x5555'5555'ffff'0001, v(0)),
                        nanoseconds(level, name, ~0ull, 5));
        std::printf("\n");
    }
}
