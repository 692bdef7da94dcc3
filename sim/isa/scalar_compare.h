// SPDX-License-Identifier: MIT
// The 32-bit comparisons that SOPC (s_cmp_*) and SOPK (s_cmpk_*) both have. Source: RDNA3 ISA 16.2, 16.4.
#pragma once

/// X(name behind the prefix, type of both operands, lambda of them).
#define WB_SCALAR_COMPARISONS(X)                                                                             \
    X(eq_i32, int32_t, [](auto a, auto b) { return a == b; })                                                \
    X(lg_i32, int32_t, [](auto a, auto b) { return a != b; })                                                \
    X(gt_i32, int32_t, [](auto a, auto b) { return a > b; })                                                 \
    X(ge_i32, int32_t, [](auto a, auto b) { return a >= b; })                                                \
    X(lt_i32, int32_t, [](auto a, auto b) { return a < b; })                                                 \
    X(le_i32, int32_t, [](auto a, auto b) { return a <= b; })                                                \
    X(eq_u32, uint32_t, [](auto a, auto b) { return a == b; })                                               \
    X(lg_u32, uint32_t, [](auto a, auto b) { return a != b; })                                               \
    X(gt_u32, uint32_t, [](auto a, auto b) { return a > b; })                                                \
    X(ge_u32, uint32_t, [](auto a, auto b) { return a >= b; })                                               \
    X(lt_u32, uint32_t, [](auto a, auto b) { return a < b; })                                                \
    X(le_u32, uint32_t, [](auto a, auto b) { return a <= b; })
