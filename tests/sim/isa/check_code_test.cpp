// SPDX-License-Identifier: MIT
// check_code on code that is right and code that is not.
#include "tests/sim/isa/check_code.h"

#include "tests/sim/isa/assembler.h"

#include <gtest/gtest.h>

namespace wb::test {
namespace {

constexpr char kProgram[] = R"(
    s_load_b128 s[4:7], s[2:3], 0x10
    s_waitcnt lgkmcnt(0)
    v_mad_u32_u24 v1, s4, 0x12345, v0
    v_add_nc_u32_dpp v2, v1, v1 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
    v_mov_b32_dpp v3, v2 dpp8:[7,6,5,4,3,2,1,0]
    v_fmaak_f32 v4, v2, v3, 0x3f800000
    buffer_load_b128 v[8:11], v1, s[4:7], s8 offen offset:256 glc
    image_sample v[12:15], [v4, v5, v9], s[8:15], s[16:19] dmask:0xf dim:SQ_RSRC_IMG_2D_ARRAY
    ds_store_2addr_b32 v1, v2, v3 offset0:1 offset1:2
    global_atomic_add_u32 v5, v1, v2, s[4:5] glc
    v_pk_add_f16 v6, v6, v7 op_sel:[1,0] op_sel_hi:[0,1]
    exp pos0 v0, v1, v2, v3 done
    s_endpgm
)";

TEST(CheckCode, FindsNothingInGoodCodeAndStopsAtThePadding) {
    auto code = assemble(kProgram, 32);
    EXPECT_EQ(check_code(code, 32), std::vector<std::string>{});
    EXPECT_EQ(check_code(code, 64), std::vector<std::string>{});
    code.push_back(0xbf9f0000); // s_code_end
    code.push_back(0xffffffff);
    EXPECT_EQ(check_code(code, 32), std::vector<std::string>{});
}

TEST(CheckCode, DescribesWordsThatAreNoInstruction) {
    const uint32_t code[] = {0xbf800000, 0xbe80f000, 0xbfb00000};
    const auto differences = check_code(code, 64);
    ASSERT_EQ(differences.size(), 1u);
    EXPECT_TRUE(differences[0].starts_with("+0x4 be80f000: illegal")) << differences[0];
}

TEST(CheckCode, DescribesCodeForTheOtherWaveSize) {
    const auto code = assemble("v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v3, v2\n s_endpgm", 32);
    EXPECT_TRUE(check_code(code, 32).empty());
    EXPECT_FALSE(check_code(code, 64).empty());
}

} // namespace
} // namespace wb::test
