// SPDX-License-Identifier: MIT
// Small wave64 programs for tests of the scheduler and the trap unit. Words as LLVM 19 assembles the text
// beside them. Launch state they expect: s[0:1] user data (a buffer), s2 workgroup id x, s3 TG_SIZE.
#pragma once

#include <cstdint>

namespace wb::sim::test {

inline constexpr uint32_t kStoreGroup[] = {
    0x84048802,             // s_lshl_b32 s4, s2, 8
    0x80000400,             // s_add_u32 s0, s0, s4
    0x82018001,             // s_addc_u32 s1, s1, 0
    0x30020082,             // v_lshlrev_b32_e32 v1, 2, v0
    0x7e040202,             // v_mov_b32_e32 v2, s2
    0xdc6a0000, 0x00000201, // global_store_b32 v1, v2, s[0:1]
    0xbfb00000,             // s_endpgm
};

inline constexpr uint32_t kCountTwenty[] = {
    0x7e020280,             // v_mov_b32_e32 v1, 0
    0x7e040281,             // v_mov_b32_e32 v2, 1
    0xb0040014,             // s_movk_i32 s4, 0x14
    0xdcd60000, 0x00000201, // global_atomic_add_u32 v1, v2, s[0:1]
    0x80848104,             // s_sub_u32 s4, s4, 1
    0xbf078004,             // s_cmp_lg_u32 s4, 0
    0xbfa2fffb,             // s_cbranch_scc1 65531
    0xbfb00000,             // s_endpgm
};

inline constexpr uint32_t kBarrierWithEndedWave[] = {
    0x9304ff03, 0x00050014, // s_bfe_u32 s4, s3, 0x50014
    0xbf078004,             // s_cmp_lg_u32 s4, 0
    0xbfa20005,             // s_cbranch_scc1 5
    0xbfbd0000,             // s_barrier
    0x7e020280,             // v_mov_b32_e32 v1, 0
    0x7e040287,             // v_mov_b32_e32 v2, 7
    0xdc6a0000, 0x00000201, // global_store_b32 v1, v2, s[0:1]
    0xbfb00000,             // s_endpgm
};

inline constexpr uint32_t kBarrierExchange[] = {
    0x9304ff03, 0x00050014, // s_bfe_u32 s4, s3, 0x50014
    0x84058204,             // s_lshl_b32 s5, s4, 2
    0x8006ff04, 0x00000064, // s_add_u32 s6, s4, 0x64
    0x7e020205,             // v_mov_b32_e32 v1, s5
    0x7e040206,             // v_mov_b32_e32 v2, s6
    0xd8340000, 0x00000201, // ds_store_b32 v1, v2
    0xbf89fc07,             // s_waitcnt lgkmcnt(0)
    0xbfbd0000,             // s_barrier
    0x8d078c05,             // s_xor_b32 s7, s5, 12
    0x7e060207,             // v_mov_b32_e32 v3, s7
    0xd8d80000, 0x04000003, // ds_load_b32 v4, v3
    0xbf89fc07,             // s_waitcnt lgkmcnt(0)
    0xdc6a0000, 0x00000401, // global_store_b32 v1, v4, s[0:1]
    0xbfb00000,             // s_endpgm
};

inline constexpr uint32_t kSpinOnOtherGroup[] = {
    0x7e020280,             // v_mov_b32_e32 v1, 0
    0xbf078002,             // s_cmp_lg_u32 s2, 0
    0xbfa2000b,             // s_cbranch_scc1 11
    0xdc524000, 0x02000001, // global_load_b32 v2, v1, s[0:1] glc
    0xbf8903f7,             // s_waitcnt vmcnt(0)
    0x7e060502,             // v_readfirstlane_b32 s3, v2
    0xbf068003,             // s_cmp_eq_u32 s3, 0
    0xbfa2fffa,             // s_cbranch_scc1 65530
    0x7e0602ff, 0x00000077, // v_mov_b32_e32 v3, 0x77
    0xdc6a0004, 0x00000301, // global_store_b32 v1, v3, s[0:1] offset:4
    0xbfb00000,             // s_endpgm
    0x7e060281,             // v_mov_b32_e32 v3, 1
    0xdc6a0000, 0x00000301, // global_store_b32 v1, v3, s[0:1]
    0xbfb00000,             // s_endpgm
};

inline constexpr uint32_t kTrapInFirstGroup[] = {
    0xbf078002,             // s_cmp_lg_u32 s2, 0
    0xbfa20001,             // s_cbranch_scc1 1
    0xbf900005,             // s_trap 5
    0x84038202,             // s_lshl_b32 s3, s2, 2
    0x7e020203,             // v_mov_b32_e32 v1, s3
    0x7e040281,             // v_mov_b32_e32 v2, 1
    0xdc6a0000, 0x00000201, // global_store_b32 v1, v2, s[0:1]
    0xbfb00000,             // s_endpgm
};

inline constexpr uint32_t kParkHandler[] = {
    0xbeee4d82,             // s_sendmsg_rtn_b64 ttmp[2:3], sendmsg(MSG_RTN_GET_TMA)
    0xbf89fc07,             // s_waitcnt lgkmcnt(0)
    0x84ee886e,             // s_lshl_b64 ttmp[2:3], ttmp[2:3], 8
    0xbeef0f6f,             // s_sext_i32_i16 ttmp3, ttmp3
    0xbf830001,             // s_sleep 1
    0xf4005c37, 0xf8000000, // s_load_b32 ttmp4, ttmp[2:3], 0x0 glc
    0xbf89fc07,             // s_waitcnt lgkmcnt(0)
    0xbf068070,             // s_cmp_eq_u32 ttmp4, 0
    0xbfa2fffa,             // s_cbranch_scc1 65530
    0x806c846c,             // s_add_u32 ttmp0, ttmp0, 4
    0x826d806d,             // s_addc_u32 ttmp1, ttmp1, 0
    0x8b6dff6d, 0x0000ffff, // s_and_b32 ttmp1, ttmp1, 0xffff
    0xbe804a6c,             // s_rfe_b64 ttmp[0:1]
};

inline constexpr uint32_t kCountHandler[] = {
    0x80148114,             // s_add_u32 s20, s20, 1
    0xbe96006c,             // s_mov_b32 s22, ttmp0
    0xbe97006d,             // s_mov_b32 s23, ttmp1
    0xb895f803,             // s_getreg_b32 s21, hwreg(HW_REG_TRAPSTS)
    0x8b6dff6d, 0x0000ffff, // s_and_b32 ttmp1, ttmp1, 0xffff
    0xbe804a6c,             // s_rfe_b64 ttmp[0:1]
};

inline constexpr uint32_t kSkipHandler[] = {
    0x80148114,             // s_add_u32 s20, s20, 1
    0xbe96006c,             // s_mov_b32 s22, ttmp0
    0xbe97006d,             // s_mov_b32 s23, ttmp1
    0xb895f803,             // s_getreg_b32 s21, hwreg(HW_REG_TRAPSTS)
    0x806c846c,             // s_add_u32 ttmp0, ttmp0, 4
    0x826d806d,             // s_addc_u32 ttmp1, ttmp1, 0
    0x8b6dff6d, 0x0000ffff, // s_and_b32 ttmp1, ttmp1, 0xffff
    0xbe804a6c,             // s_rfe_b64 ttmp[0:1]
};

inline constexpr uint32_t kEndHandler[] = {
    0x7e0402ff, 0x00000099, // v_mov_b32_e32 v2, 0x99
    0x7e020280,             // v_mov_b32_e32 v1, 0
    0xdc6a0010, 0x00000201, // global_store_b32 v1, v2, s[0:1] offset:16
    0x8b6dff6d, 0x0000ffff, // s_and_b32 ttmp1, ttmp1, 0xffff
    0xbe804a6c,             // s_rfe_b64 ttmp[0:1]
};

inline constexpr uint32_t kHaltHandler[] = {
    0xbf820001,             // s_sethalt 1
    0x806c846c,             // s_add_u32 ttmp0, ttmp0, 4
    0x826d806d,             // s_addc_u32 ttmp1, ttmp1, 0
    0x8b6dff6d, 0x0000ffff, // s_and_b32 ttmp1, ttmp1, 0xffff
    0xbe804a6c,             // s_rfe_b64 ttmp[0:1]
};

inline constexpr uint32_t kClearReport[] = {
    0xbe940080, // s_mov_b32 s20, 0
    0xbe950080, // s_mov_b32 s21, 0
    0xbe960080, // s_mov_b32 s22, 0
    0xbe970080, // s_mov_b32 s23, 0
};

inline constexpr uint32_t kStoreReport[] = {
    0x7e020280,             // v_mov_b32_e32 v1, 0
    0x7e040214,             // v_mov_b32_e32 v2, s20
    0x7e060215,             // v_mov_b32_e32 v3, s21
    0x7e080216,             // v_mov_b32_e32 v4, s22
    0x7e0a0217,             // v_mov_b32_e32 v5, s23
    0xdc760000, 0x00000201, // global_store_b128 v1, v[2:5], s[0:1]
    0xbfb00000,             // s_endpgm
};

inline constexpr uint32_t kTrap[] = {
    0xbf900025, // s_trap 37
};

inline constexpr uint32_t kCodeEnd[] = {
    0xbf9f0000, // s_code_end
};

inline constexpr uint32_t kLoadUnmapped[] = {
    0x7e0c0280,             // v_mov_b32_e32 v6, 0
    0x7e0e02ff, 0xffffa000, // v_mov_b32_e32 v7, 0xffffa000
    0xdc520000, 0x087c0006, // global_load_b32 v8, v[6:7], off
    0xbf8903f7,             // s_waitcnt vmcnt(0)
};

inline constexpr uint32_t kPollReport[] = {
    0xbf830002, // s_sleep 2
    0xbf068014, // s_cmp_eq_u32 s20, 0
    0xbfa2fffd, // s_cbranch_scc1 65533
};

inline constexpr uint32_t kNops[] = {
    0xbf800000, // s_nop 0
    0xbf800000, // s_nop 0
    0xbf800000, // s_nop 0
};

inline constexpr uint32_t kForever[] = {
    0xbfa0ffff, // s_branch 65535
};

} // namespace wb::sim::test
