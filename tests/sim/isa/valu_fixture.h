// SPDX-License-Identifier: MIT
// A wave without a device, for running single vector ALU instructions.
#pragma once

#include "sim/isa/valu_kernels.h"
#include "sim/wave/wave.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <random>
#include <vector>

namespace wb::sim::test {

inline constexpr uint32_t kRadvMode = 0xc0; ///< FLOAT_MODE of RADV: f32 flushes, f16 and f64 keep denormals.
inline constexpr uint32_t kAllDenormals = 0xf0;

inline constexpr uint16_t v(unsigned n) {
    return uint16_t(kVgpr0 + n);
}

/// One wave with its registers.
struct ValuWave {
    Wave wave;
    std::unique_ptr<Vgpr[]> registers = std::make_unique<Vgpr[]>(kMaxVgprs);

    explicit ValuWave(unsigned lanes = 64, uint32_t mode = kRadvMode) {
        wave.lanes = lanes;
        wave.v = registers.get();
        wave.vgpr_count = kMaxVgprs;
        wave.mode = mode;
        wave.set_exec(wave.all_lanes());
    }
    Vgpr& operator[](unsigned n) { return registers[n]; }
    /// Lane j of register n becomes values[j % size].
    void set(unsigned n, const std::vector<uint32_t>& values) {
        for (unsigned j = 0; j < kMaxLanes; ++j)
            registers[n].lane[j] = values[j % values.size()];
    }
    void set64(unsigned n, const std::vector<uint64_t>& values) {
        for (unsigned j = 0; j < kMaxLanes; ++j) {
            registers[n].lane[j] = uint32_t(values[j % values.size()]);
            registers[n + 1].lane[j] = uint32_t(values[j % values.size()] >> 32);
        }
    }
    uint64_t get64(unsigned n, unsigned lane) const {
        return registers[n].lane[lane] | uint64_t(registers[n + 1].lane[lane]) << 32;
    }
};

/// An instruction in VOP3 form, v10 the destination (of mask results: s20), v0, v2, v4 the sources.
inline Inst vop3_inst() {
    Inst in;
    in.encoding = Encoding::VOP3;
    in.dst = v(10);
    in.dst2 = 20;
    in.src[0] = v(0);
    in.src[1] = v(2);
    in.src[2] = v(4);
    return in;
}

/// Runs `name` of the host's best level.
inline void run(ValuWave& w, const char* name, const Inst& in, SimdChoice level = simd_choice()) {
    const ExecFn exec = find_kernel(level, name);
    ASSERT_NE(exec, nullptr) << name;
    const HostFloatControl keep(w.wave);
    exec(w.wave, in);
}

inline uint32_t f2u(float x) {
    return std::bit_cast<uint32_t>(x);
}
inline float u2f(uint32_t x) {
    return std::bit_cast<float>(x);
}
inline uint64_t d2u(double x) {
    return std::bit_cast<uint64_t>(x);
}
inline double u2d(uint64_t x) {
    return std::bit_cast<double>(x);
}

/// Numbers at which float instructions change behaviour; the last two are selectors of V_PERM_B32.
inline const std::vector<uint32_t> kCorners32 = {
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000,
    0x3f800000, 0xbf800000, 0x3f000000, 0xbf000000, 0x3f7fffff, 0x3f800001, 0x40490fdb, 0xc2c80000,
    0x4effffff, 0x4f000000, 0xcf000000, 0x4f7fffff, 0x4f800000, 0x7f7fffff, 0xff7fffff, 0x7f800000,
    0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001, 0xffbfffff, 0x4b7fffff, 0x33800000, 0x7e967699,
    0x40200000, 0x3fc00000, 0xc0200000, 0x3effffff, 0x47800000, 0x477fe000, 0x477ff000, 0x38800000,
    0x387fc000, 0x33000000, 0x33000001, 0x7fffffff, 0xffffffff, 0x0000001f, 0x00000020, 0x12345678,
    0x0b0a0908, 0x100d0c07,
};
inline const std::vector<uint16_t> kCorners16 = {
    0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x83ff, 0x0400, 0x8400, 0x3c00, 0xbc00, 0x3800,
    0x3bff, 0x3c01, 0x4248, 0xd640, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0xfe12, 0x7c01,
    0xfdff, 0x4100, 0x3e00, 0xc100, 0x37ff, 0x6400, 0x67ff, 0x5bff, 0x1400, 0x7fff,
};
inline const std::vector<uint64_t> kCorners64 = {
    0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x800fffffffffffff, 0x0010000000000000,
    0x3ff0000000000000, 0xbff0000000000000, 0x3fe0000000000000, 0x3fefffffffffffff, 0x3ff0000000000001,
    0x400921fb54442d18, 0xc059000000000000, 0x41dfffffffc00000, 0x41e0000000000000, 0xc1e0000000000000,
    0x41efffffffe00000, 0x41f0000000000000, 0x7fefffffffffffff, 0xffefffffffffffff, 0x7ff0000000000000,
    0xfff0000000000000, 0x7ff8000000000000, 0xfff8000000012345, 0x7ff0000000000001, 0x4330000000000000,
    0x4004000000000000, 0x3ff8000000000000, 0xc004000000000000, 0x47efffffe0000000, 0x47effffff0000000,
    0x3810000000000000, 0x36a0000000000000, 0x0123456789abcdef, 0xffffffffffffffff,
};

/// Every level this host can run.
inline std::vector<SimdChoice> levels() {
    std::vector<SimdChoice> result;
    for (unsigned i = 0; i < unsigned(SimdChoice::Count); ++i)
        if (simd_supported(SimdChoice(i))) result.push_back(SimdChoice(i));
    return result;
}

} // namespace wb::sim::test
