// SPDX-License-Identifier: MIT
#include "tests/sim/isa/wave_rig.h"

#include "sim/isa/valu_kernels.h"
#include "tests/sim/isa/assembler.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace wb::test {

namespace {

constexpr uint64_t kWindow = 16 << 20, kMapped = 64 << 10;
constexpr uint32_t kComputeFloatMode = 0xc0;

void require(const Status& status) {
    if (!status) throw std::runtime_error(status.error().message);
}

} // namespace

WaveRig::WaveRig(unsigned lanes) : vgprs(kVgprs) {
    auto window = sim::GpuMemory::create(kWindow);
    if (!window) throw std::runtime_error(window.error().message);
    memory = std::move(*window);
    thread_ = std::make_unique<sim::GpuMemory::ExecutorThread>(*memory);
    require(memory->map_anonymous(kCode, kMapped));
    require(memory->map_anonymous(kData, kMapped));
    code = std::make_unique<sim::CodeCache>(*memory, epochs);

    group.lds.resize(kLdsBytes);
    group.wave_count = group.waves_alive = 1;
    waves_[0] = &wave;
    group.waves = waves_;

    wave.lanes = lanes;
    wave.v = vgprs.data();
    wave.vgpr_count = kVgprs;
    wave.memory = memory.get();
    wave.group = &group;
    wave.services = this;
    wave.mode = kComputeFloatMode | sim::mode::dx10_clamp.mask();
    sim::status::trap_en.set(wave.status, 1);
    sim::status::valid.set(wave.status, 1);
    wave.set_exec(wave.all_lanes());
}

WaveRig::~WaveRig() = default;

unsigned WaveRig::run(std::string_view text, unsigned limit) {
    return run_words(assemble(text, wave.lanes), limit);
}

unsigned WaveRig::run_words(std::span<const uint32_t> words, unsigned limit) {
    std::memcpy(memory->at(kCode, 4, true), words.data(), words.size_bytes());
    epochs.invalidate_all();
    code->select(wave);
    wave.pc = kCode;
    wave.events = 0;
    const uint64_t end = kCode + words.size_bytes();
    unsigned executed = 0;
    const sim::HostFloatControl host_float_control(wave);
    while (wave.pc >= kCode && wave.pc < end && wave.events == 0) {
        if (executed == limit) {
            ADD_FAILURE() << "the code did not end within " << limit << " instructions";
            break;
        }
        const sim::Inst* inst = code->fetch(wave);
        wave.pc += inst->dwords * 4;
        inst->exec(wave, *inst);
        ++executed;
    }
    return executed;
}

void WaveRig::fill(unsigned number, uint32_t value) {
    for (uint32_t& lane : vgprs[number].lane)
        lane = value;
}

void WaveRig::invalidate_instruction_cache(sim::Wave& invalidator) {
    epochs.invalidate_wgp(invalidator.wgp_index);
    code->select(invalidator);
}

} // namespace wb::test
