// SPDX-License-Identifier: MIT
#include "sim/wave/deferred.h"

#include "sim/isa/operand.h"
#include "sim/wave/poison.h"

#include <algorithm>
#include <utility>

namespace wb::sim {

namespace {

/// Opcodes of the waits: SOPP's s_waitcnt and s_wait_idle, SOPK's of one counter.
constexpr unsigned kWaitcnt = 9, kWaitIdle = 10, kWaitcntVm = 25, kWaitcntLgkm = 27;
constexpr unsigned kNoWait = ~0u;

} // namespace

void DeferredLoads::reset(uint32_t seed, uint64_t wave) {
    loads_.clear();
    issued_ = false;
    seed_ = seed;
    wave_ = wave;
    poisoned_ = 0;
}

unsigned DeferredLoads::counted(bool Load::* counter) const {
    return unsigned(std::ranges::count_if(loads_, [&](const Load& load) { return load.*counter; }));
}

bool DeferredLoads::wait_of(Wave& wave, const Inst& inst) {
    const uint32_t imm = uint32_t(inst.imm);
    if (inst.encoding == Encoding::SOPP) {
        if (inst.op == kWaitIdle) wait(wave, 0, 0);
        if (inst.op == kWaitcnt) wait(wave, imm >> 10 & 63, imm >> 4 & 63); // hardware.md 6.4
        return inst.op == kWaitIdle || inst.op == kWaitcnt;
    }
    if (inst.encoding == Encoding::SOPK && (inst.op == kWaitcntVm || inst.op == kWaitcntLgkm)) {
        const uint32_t count = (read_scalar32(wave, inst.src[0], 0) + imm) & 63;
        wait(wave, inst.op == kWaitcntVm ? count : kNoWait, inst.op == kWaitcntLgkm ? count : kNoWait);
        return true;
    }
    return false;
}

void DeferredLoads::before(Wave& wave, const Inst& inst) {
    issued_ = false;
    if (wait_of(wave, inst)) return;
    const LoadShape shape = load_shape(inst);
    if (shape.loads == LoadClass::None) return;
    const bool vm = shape.loads == LoadClass::Vector || shape.loads == LoadClass::Flat;
    const bool lgkm = shape.loads != LoadClass::Vector;
    // A counter that is full holds up the next instruction.
    if (vm && counted(&Load::in_vm) >= kCounterEnd) wait(wave, kCounterEnd - 1, kNoWait);
    if (lgkm && counted(&Load::in_lgkm) >= kCounterEnd) wait(wave, kNoWait, 0);
    Load& load = loads_.emplace_back();
    load.shape = shape;
    load.first = inst.dst;
    load.lanes = wave.exec();
    load.in_vm = vm;
    load.in_lgkm = lgkm;
    issued_ = true;
}

void DeferredLoads::after(Wave& wave) {
    if (!issued_) return;
    issued_ = false;
    Load& load = loads_.back();
    const LoadShape& shape = load.shape;
    for (unsigned i = 0; i < shape.registers; ++i) {
        const uint32_t poison = poison_word(kPoisonPending, seed_, wave_, poisoned_++);
        if (shape.scalar) {
            const unsigned code = load.first + i;
            if (code == kNull || code >= kSgprSink) continue;
            if (code >= kTtmp0 && code < kNull && !wave.privileged()) continue;
            load.values[0][i] = std::exchange(wave.sgpr[code], poison);
            continue;
        }
        const unsigned number = load.first - kVgpr0 + i;
        if (number >= wave.vgpr_count) continue; // The instruction has stopped the device.
        for (uint64_t lanes = load.lanes; lanes; lanes &= lanes - 1) {
            const unsigned lane = unsigned(__builtin_ctzll(lanes));
            uint32_t& word = wave.v[number].lane[lane];
            load.values[i][lane] = word;
            word = (word & ~shape.written) | (poison & shape.written);
        }
    }
}

void DeferredLoads::land(Wave& wave, const Load& load) {
    for (unsigned i = 0; i < load.shape.registers; ++i) {
        if (load.shape.scalar) {
            const unsigned code = load.first + i;
            if (code == kNull || code >= kSgprSink) continue;
            if (code >= kTtmp0 && code < kNull && !wave.privileged()) continue;
            wave.sgpr[code] = load.values[0][i];
            continue;
        }
        const unsigned number = load.first - kVgpr0 + i;
        if (number >= wave.vgpr_count) continue;
        for (uint64_t lanes = load.lanes; lanes; lanes &= lanes - 1) {
            const unsigned lane = unsigned(__builtin_ctzll(lanes));
            uint32_t& word = wave.v[number].lane[lane];
            word = (word & ~load.shape.written) | (load.values[i][lane] & load.shape.written);
        }
    }
}

void DeferredLoads::wait(Wave& wave, unsigned vm, unsigned lgkm) {
    // Of VMCNT's the oldest are done.
    for (unsigned left = counted(&Load::in_vm); Load & load : loads_) {
        if (left <= vm) break;
        if (!load.in_vm) continue;
        load.in_vm = false;
        --left;
    }
    // Of LGKMCNT's some are done, of which the unordered ones may be all: the oldest of LDS are done that are
    // more than those.
    const unsigned unordered = unsigned(std::ranges::count_if(
        loads_, [](const Load& load) { return load.in_lgkm && load.shape.loads != LoadClass::Lds; }));
    for (unsigned left = counted(&Load::in_lgkm); Load & load : loads_) {
        if (lgkm != 0 && left <= uint64_t(lgkm) + unordered) break;
        if (!load.in_lgkm || (lgkm != 0 && load.shape.loads != LoadClass::Lds)) continue;
        load.in_lgkm = false;
        --left;
    }
    const auto done = [&](const Load& load) {
        if (load.in_vm || load.in_lgkm) return false;
        land(wave, load);
        return true;
    };
    // remove_if asks in order, once for each.
    loads_.erase(std::remove_if(loads_.begin(), loads_.end(), done), loads_.end());
}

} // namespace wb::sim
