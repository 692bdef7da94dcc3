// SPDX-License-Identifier: MIT
// How many instructions per second the interpreter executes, by class of instruction: one wave, one thread, a
// loop of 32 equal instructions, fetched through the code cache as the run loop does it.
#include "sim/isa/decode.h"
#include "tests/sim/isa/assembler.h"
#include "tests/sim/isa/wave_rig.h"

#include <benchmark/benchmark.h>

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
    {"valu_int", "v_xor_b32 v0, v1, v2\n"},
    {"valu_move", "v_mov_b32 v0, v1\n"},
    {"valu_float", "v_fma_f32 v0, v1, v2, v3\n"},
    {"valu_minmax", "v_max_f32 v0, v1, v2\n"},
    {"valu_convert", "v_cvt_f32_u32 v0, v1\n"},
    {"valu_half", "v_add_f16 v0, v1, v2\n"},
    {"valu_packed", "v_pk_fma_f16 v0, v1, v2, v3\n"},
    {"valu_double", "v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]\n"},
    {"valu_transcendental", "v_exp_f32 v0, v1\n"},
    {"valu_scalar_source", "v_mul_f32 v0, s4, v1\n"},
    {"valu_literal", "v_and_b32 v0, 0xff00ff, v1\n"},
    {"valu_partial_exec", "v_xor_b32 v0, v1, v2\n", 0xfff0'0ff1'0000'ffffull},
    {"valu_compare", "v_cmp_lt_i32 vcc, v0, v1\n"},
    {"lds_load", "ds_load_b32 v0, v1\n"},
    {"lds_store", "ds_store_b32 v1, v0\n"},
    {"global_load", "global_load_b32 v0, v1, s[8:9]\n"},
    {"global_store", "global_store_b32 v1, v0, s[8:9]\n"},
    {"branch", "s_branch next%\n next%:\n"}, // Every % is the repetition's number.
};

void run(benchmark::State& state, const Program& program, unsigned lanes) {
    WaveRig rig(lanes);
    std::string body;
    for (unsigned i = 0; i < 32; ++i)
        for (const char* text = program.text; *text; ++text)
            body += *text == '%' ? std::to_string(i) : std::string(1, *text);
    // Every lane has its own dword, in LDS and in memory.
    for (unsigned lane = 0; lane < lanes; ++lane)
        rig.v(1, lane) = lane * 4;
    rig.set_s64(8, WaveRig::kData);
    if (program.exec != ~0ull) rig.wave.set_exec(program.exec);
    constexpr unsigned kTurns = 100;
    const std::string text = "s_movk_i32 s20, " + std::to_string(kTurns) + "\n loop:\n" + body +
                             "s_sub_u32 s20, s20, 1\n s_cmp_lg_u32 s20, 0\n s_cbranch_scc1 loop\n";
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
