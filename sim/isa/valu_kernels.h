// SPDX-License-Identifier: MIT
// How the vector ALU handlers, which are built once for each instruction-set level of the host, reach the
// opcode tables. Each level is a namespace (WB_SIMD) with the same contents.
#pragma once

#include "sim/isa/inst.h"

#include <cstdint>
#include <span>

namespace wb::sim {

/// A vector ALU instruction and its handler. `name` is the mnemonic of the opcode tables, without encoding
/// suffix; the VOP2 and VOP3 forms of an instruction share one handler.
struct Kernel {
    const char* name;
    ExecFn exec;
};

/// The arithmetic of one half of a VOPD instruction for lanes 0..31: out = op(a, b, c). `c` is the old
/// destination (fmac), the literal (fmaak, fmamk) or VCC expanded to a word per lane (cndmask).
using DualFn = void (*)(const struct Wave& wave, uint32_t* out, const uint32_t* a, const uint32_t* b,
                        const uint32_t* c);
struct DualKernel {
    const char* name;
    DualFn run;
};

/// Lane i of `out`, of 32 or 64 lanes, becomes the lane (address[i] + offset) / 4 modulo 32 of its group of
/// 32 in `data`. All are VGPRs; `out` may be one of the others.
using PullFn = void (*)(const uint32_t* address, uint32_t offset, const uint32_t* data, uint32_t* out,
                        unsigned lanes);

/// A plain list: what crosses from the per-level builds must not instantiate shared inline code there, or the
/// linker could keep the copy that needs AVX-512.
template <class T>
struct KernelList {
    const T* rows;
    unsigned count;
};

/// The families of one level.
struct SimdLevel {
    const char* name; ///< "baseline", "avx2", "avx512".
    const KernelList<Kernel>* families;
    unsigned family_count;
    KernelList<DualKernel> dual;
    ExecFn dual_exec; ///< Executes a decoded VOPD instruction.
    PullFn pull;
};

enum class SimdChoice : unsigned { Baseline, Avx2, Avx512, Count };

/// True when this host can run the level. Any thread.
bool simd_supported(SimdChoice);
/// The level's kernels. Calling their handlers needs simd_supported().
const SimdLevel& simd_level(SimdChoice);
/// The best level of this host; the environment variable WAVEBREAK_SIMD ("baseline", "avx2", "avx512") lowers
/// it. Fixed at first use. Any thread.
SimdChoice simd_choice();

/// Handler of the instruction `name` in a level, or null when the simulator does not model it.
ExecFn find_kernel(SimdChoice, const char* name);

/// Copies an opcode table's rows with the handlers of simd_choice() filled in by name. The result lives as
/// long as the process. Used by the vop*_table() functions; not for hot paths.
std::span<const OpRow> bind_vector_rows(std::span<const OpRow> rows);

/// Halves of VOPD by their opcode (hardware.md 6.1, 17 opcodes in 32 codes); null: not modelled.
const DualFn* dual_functions();

/// Stops the wave: `what` names the form that is not modelled. Out of line so that the per-level builds need
/// no std::string.
void stop_vector(struct Wave&, const char* what);

/// Keeps the host's floating-point control (MXCSR) as it was: the vector handlers set rounding and denormal
/// treatment as the wave's MODE asks and leave them set, because switching costs more than an addition.
/// Whoever executes vector instructions of `wave` holds one of these; one wave at a time.
class HostFloatControl {
public:
    explicit HostFloatControl(struct Wave& wave);
    ~HostFloatControl();
    HostFloatControl(const HostFloatControl&) = delete;
    HostFloatControl& operator=(const HostFloatControl&) = delete;

private:
    uint32_t saved_;
};

} // namespace wb::sim
