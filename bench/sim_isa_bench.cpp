// SPDX-License-Identifier: MIT
// How many instructions per second the interpreter executes, by class of instruction: one wave, one thread, a
// loop of 32 equal instructions, fetched through the code cache as the run loop does it.
#include "sim/isa/decode.h"
#include "tests/sim/isa/assembler.h"
#include "tests/sim/isa/wave_rig.h"

#include <benchmark/benchmark.h>

#include <bit>
#include <regex>
#include <string>

namespace wb::test {
namespace {

struct Program {
    const char* name;
    const char* text; ///< Repeated 32 times in the loop.
    uint64_t exec = ~0ull;
};

constexpr Program kPrograms[] = {
    {"salu", "s_add_u32 s0, s1, s2\n"},
    {"salu_literal", "s_xor_b32 s0, s1, 0x12345678\n"},
    {"salu_64", "s_lshl_b64 s[0:1], s[2:3], 3\n"},
    {"hint", "s_delay_alu instid0(VALU_DEP_1)\n"},
    {"smem", "s_load_b128 s[4:7], s[8:9], 0x10\n"},
    {"smem_buffer", "s_buffer_load_b32 s4, s[12:15], 0x10\n"},
    {"int_xor", "v_xor_b32 v0, v1, v2\n"},
    {"int_move", "v_mov_b32 v0, v1\n"},
    {"int_mul_hi", "v_mul_hi_u32 v0, v1, v2\n"},
    {"int_mad_64", "v_mad_u64_u32 v[4:5], null, v1, v2, v[6:7]\n"},
    {"int_shift_64", "v_lshlrev_b64 v[4:5], v1, v[6:7]\n"},
    {"int_carry", "v_add_co_ci_u32 v0, vcc, v1, v2, vcc\n"},
    {"int_bfe", "v_bfe_u32 v0, v1, v2, v3\n"},
    {"int_perm", "v_perm_b32 v0, v1, v2, v3\n"},
    {"int_ffbh", "v_clz_i32_u32 v0, v1\n"},
    {"int_literal", "v_and_b32 v0, 0xff00ff, v1\n"},
    {"int_partial_exec", "v_xor_b32 v0, v1, v2\n", 0xfff0'0ff1'0000'ffffull},
    {"int_compare", "v_cmp_lt_i32 vcc, v0, v1\n"},
    {"cndmask", "v_cndmask_b32 v0, v1, v2, vcc\n"},
    {"i16_add", "v_add_nc_u16 v0, v1, v2\n"},
    {"i16_pk_add", "v_pk_add_u16 v0, v1, v2\n"},
    {"i16_pk_mad", "v_pk_mad_i16 v0, v1, v2, v3\n"},
    {"i16_pk_max", "v_pk_max_i16 v0, v1, v2\n"},
    {"dot4", "v_dot4_i32_iu8 v0, v1, v2, v3 neg_lo:[1,1,0]\n"},
    {"dot2_f16", "v_dot2_f32_f16 v0, v1, v2, v3\n"},
    {"f32_fma", "v_fma_f32 v0, v1, v2, v3\n"},
    {"f32_fma_neg", "v_fma_f32 v0, -v1, v2, v3\n"},
    {"f32_scalar_source", "v_mul_f32 v0, s4, v1\n"},
    {"f32_constant", "v_fma_f32 v0, v1, 2.0, 1.0\n"},
    {"f32_clamp", "v_add_f32 v0, v1, v2 clamp\n"},
    {"f32_max", "v_max_f32 v0, v1, v2\n"},
    {"f32_med3", "v_med3_f32 v0, v15, v16, v17\n"},
    {"f32_floor", "v_floor_f32 v0, v1\n"},
    {"f32_compare", "v_cmp_lt_f32 vcc, v0, v1\n"},
    {"f32_partial_exec", "v_add_f32 v0, v1, v2\n", 0xfff0'0ff1'0000'ffffull},
    {"f32_div_scale", "v_div_scale_f32 v0, vcc, v15, v16, v15\n"},
    {"f32_div_fmas", "v_div_fmas_f32 v0, v1, v2, v3\n"},
    {"f32_div_fixup", "v_div_fixup_f32 v0, v15, v16, v17\n"},
    {"f32_ldexp", "v_ldexp_f32 v0, v1, v2\n"},
    {"cvt_f32_u32", "v_cvt_f32_u32 v0, v1\n"},
    {"cvt_u32_f32", "v_cvt_u32_f32 v0, v1\n"},
    {"cvt_f16_f32", "v_cvt_f16_f32 v0, v1\n"},
    {"cvt_f32_f16", "v_cvt_f32_f16 v0, v1\n"},
    {"cvt_pk_rtz", "v_cvt_pk_rtz_f16_f32 v0, v1, v2\n"},
    {"exp", "v_exp_f32 v0, v1\n"},
    {"log", "v_log_f32 v0, v1\n"},
    {"sin", "v_sin_f32 v0, v1\n"},
    {"rcp", "v_rcp_f32 v0, v1\n"},
    {"sqrt", "v_sqrt_f32 v0, v1\n"},
    {"rsq", "v_rsq_f32 v0, v1\n"},
    {"f16_add", "v_add_f16 v0, v1, v2\n"},
    {"f16_fma", "v_fma_f16 v0, v1, v2, v3\n"},
    {"f16_max", "v_max_f16 v0, v1, v2\n"},
    {"f16_rcp", "v_rcp_f16 v0, v1\n"},
    {"f16_pk_add", "v_pk_add_f16 v0, v1, v2\n"},
    {"f16_pk_fma", "v_pk_fma_f16 v0, v1, v2, v3\n"},
    {"f16_pk_max", "v_pk_max_f16 v0, v1, v2\n"},
    {"f16_fma_mix", "v_fma_mix_f32 v0, v1, v2, v3 op_sel_hi:[1,1,0]\n"},
    {"f64_add", "v_add_f64 v[4:5], v[6:7], v[8:9]\n"},
    {"f64_fma", "v_fma_f64 v[4:5], v[6:7], v[8:9], v[10:11]\n"},
    {"f64_max", "v_max_f64 v[4:5], v[6:7], v[8:9]\n"},
    {"f64_rcp", "v_rcp_f64 v[4:5], v[6:7]\n"},
    {"f64_compare", "v_cmp_lt_f64 vcc, v[4:5], v[6:7]\n"},
    {"f64_cvt_f32", "v_cvt_f32_f64 v0, v[4:5]\n"},
    {"dpp_quad", "v_mov_b32_dpp v0, v1 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf\n"},
    {"dpp_row_add", "v_add_f32_dpp v0, v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf\n"},
    {"dpp_row_shl_zero", "v_add_f32_dpp v0, v1, v2 row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:1\n"},
    {"dpp_row_ror", "v_add_f32_dpp v0, v1, v2 row_ror:3 row_mask:0xf bank_mask:0xf\n"},
    {"dpp_row_mirror", "v_max_u32_dpp v0, v1, v2 row_mirror row_mask:0xf bank_mask:0xf\n"},
    {"dpp_row_mask", "v_add_f32_dpp v0, v1, v2 row_shr:8 row_mask:0xf bank_mask:0xc\n"},
    {"dpp_partial_exec", "v_add_f32_dpp v0, v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf\n",
     0xfff0'0ff1'0000'ffffull},
    {"dpp_f16", "v_add_f16_dpp v0, v1, v2 row_shr:1 row_mask:0xf bank_mask:0xf\n"},
    {"dpp8", "v_mov_b32_dpp v0, v1 dpp8:[1,0,3,2,5,4,7,6]\n"},
    {"permlane16", "v_permlane16_b32 v0, v1, s2, s3\n"},
    {"permlanex16", "v_permlanex16_b32 v0, v1, s2, s3\n"},
    {"readlane", "v_readlane_b32 s0, v1, 5\n"},
    {"readfirstlane", "v_readfirstlane_b32 s0, v1\n"},
    {"lds_load", "ds_load_b32 v0, v1\n"},
    {"lds_store", "ds_store_b32 v1, v0\n"},
    {"lds_load_b128", "ds_load_b128 v[4:7], v2\n"},
    {"lds_load_2addr", "ds_load_2addr_b32 v[4:5], v1 offset0:1 offset1:65\n"},
    {"lds_store_2addr", "ds_store_2addr_b32 v1, v4, v5 offset0:1 offset1:65\n"},
    {"lds_add", "ds_add_u32 v1, v0\n"},
    {"lds_bpermute", "ds_bpermute_b32 v0, v1, v2\n"},
    {"global_load", "global_load_b32 v0, v1, s[8:9]\n"},
    {"global_load_same", "global_load_b32 v0, v3, s[8:9]\n"},
    {"global_load_strided", "global_load_b32 v0, v2, s[8:9]\n"},
    {"global_load_u8", "global_load_u8 v0, v1, s[8:9]\n"},
    {"global_load_b128", "global_load_b128 v[4:7], v2, s[8:9]\n"},
    {"global_load_addr64", "global_load_b32 v0, v[12:13], off\n"},
    {"global_store", "global_store_b32 v1, v0, s[8:9]\n"},
    {"global_store_b128", "global_store_b128 v2, v[4:7], s[8:9]\n"},
    {"global_atomic", "global_atomic_add_u32 v1, v0, s[8:9]\n"},
    {"buffer_load", "buffer_load_b32 v0, v1, s[12:15], 0 offen\n"},
    {"buffer_load_b128", "buffer_load_b128 v[4:7], v2, s[12:15], 0 offen\n"},
    {"buffer_load_idxen", "buffer_load_format_x v0, v14, s[16:19], 0 idxen\n"},
    {"buffer_load_rgba8", "buffer_load_format_xyzw v[4:7], v14, s[20:23], 0 idxen\n"},
    {"buffer_load_rgba16f", "buffer_load_format_xyzw v[4:7], v14, s[24:27], 0 idxen\n"},
    {"buffer_store_idxen", "buffer_store_format_x v0, v14, s[16:19], 0 idxen\n"},
    {"buffer_store", "buffer_store_b32 v0, v1, s[12:15], 0 offen\n"},
    {"scratch_load", "scratch_load_b32 v0, off, off offset:16\n"},
    {"scratch_store", "scratch_store_b32 off, v0, off offset:16\n"},
    {"scratch_indexed", "scratch_load_b32 v0, v3, off offset:16\n"},
    {"scratch_load_b128", "scratch_load_b128 v[4:7], off, off offset:16\n"},
    {"branch", "s_branch next%\n next%:\n"}, // Every % is the repetition's number.
};

constexpr uint32_t kFormat32Float = 22, kFormat8888Unorm = 42, kFormat16161616Float = 57;
/// A buffer at kData: raw, or of `records` records of `stride` bytes (RDNA3 ISA, "Buffer Resource").
void set_buffer(WaveRig& rig, unsigned first, uint32_t stride, uint32_t records, uint32_t format) {
    constexpr uint32_t kChecksRaw = 3, kChecksStructured = 0;
    rig.set_s64(first, (WaveRig::kData & 0xffff'ffff'ffffull) | uint64_t(stride) << 48);
    rig.s(first + 2) = records;
    rig.s(first + 3) =
        4 | 5 << 3 | 6 << 6 | 7 << 9 | format << 12 | (stride ? kChecksStructured : kChecksRaw) << 28;
}

void run(benchmark::State& state, const Program& program, unsigned lanes) {
    WaveRig rig(lanes);
    std::string body;
    for (unsigned i = 0; i < 32; ++i)
        for (const char* text = program.text; *text; ++text)
            body += *text == '%' ? std::to_string(i) : std::string(1, *text);
    // Every lane has its own dword and its own four dwords, in LDS and in memory, and the one of v3 in
    // common.
    for (unsigned lane = 0; lane < lanes; ++lane) {
        rig.v(1, lane) = lane * 4;
        rig.v(2, lane) = lane * 16;
        rig.v(12, lane) = uint32_t(WaveRig::kData) + lane * 4;
        rig.v(13, lane) = uint32_t(WaveRig::kData >> 32);
        rig.v(14, lane) = lane;
        // Numbers, for instructions that take a longer way for others.
        for (unsigned i = 0; i < 3; ++i)
            rig.v(15 + i, lane) = std::bit_cast<uint32_t>(1.5f + float(i) * 0.75f + float(lane) / 8);
    }
    rig.set_s64(8, WaveRig::kData);
    rig.wave.flat_scratch = WaveRig::kData + 0x8000;
    rig.wave.scratch_size = 0x4000;
    set_buffer(rig, 12, 0, 0x4000, kFormat32Float);
    set_buffer(rig, 16, 4, 0x1000, kFormat32Float);
    set_buffer(rig, 20, 4, 0x1000, kFormat8888Unorm);
    set_buffer(rig, 24, 8, 0x800, kFormat16161616Float);
    if (program.exec != ~0ull) rig.wave.set_exec(program.exec);
    constexpr unsigned kTurns = 100;
    const std::string text = "s_movk_i32 s40, " + std::to_string(kTurns) + "\n loop:\n" + body +
                             "s_sub_u32 s40, s40, 1\n s_cmp_lg_u32 s40, 0\n s_cbranch_scc1 loop\n";
    // LLVM wants VCC by the name of the wave size.
    const auto words =
        assemble(std::regex_replace(text, std::regex("vcc"), lanes == 64 ? "vcc" : "vcc_lo"), lanes);
    uint64_t instructions = 0;
    for (auto _ : state) {
        instructions += rig.run_words(words, ~0u);
        if (rig.wave.events != 0) {
            state.SkipWithError(rig.wave.stop_reason.empty() ? "the wave stopped"
                                                             : rig.wave.stop_reason.c_str());
            return;
        }
    }
    state.SetItemsProcessed(int64_t(instructions));
}

/// Decoding alone: what a code-cache miss costs per instruction.
void decode_only(benchmark::State& state) {
    const auto words = assemble("v_fma_f32 v0, v1, v2, v3", 64);
    for (auto _ : state) {
        sim::Inst inst;
        benchmark::DoNotOptimize(sim::decode(words, 64, inst));
        benchmark::DoNotOptimize(inst);
    }
    state.SetItemsProcessed(int64_t(state.iterations()));
}

} // namespace
} // namespace wb::test

int main(int argc, char** argv) {
    for (const unsigned lanes : {32u, 64u})
        for (const auto& program : wb::test::kPrograms)
            benchmark::RegisterBenchmark(
                (std::string(program.name) + "/wave" + std::to_string(lanes)).c_str(),
                [&program, lanes](benchmark::State& state) { wb::test::run(state, program, lanes); });
    benchmark::RegisterBenchmark("decode", wb::test::decode_only);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
