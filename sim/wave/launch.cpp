// SPDX-License-Identifier: MIT
#include "sim/wave/launch.h"

#include "sim/text.h"
#include "sim/wave/poison.h"
#include "sim/wave/trap.h"

#include <algorithm>

namespace wb::sim {

namespace {

constexpr Field kHwId1Wave{0, 5}, kHwId1Simd{8, 2}, kHwId1Wgp{10, 4}, kHwId1Sa{16, 1}, kHwId1Se{18, 3};
constexpr Field kHwId2Queue{0, 4}, kHwId2Pipe{4, 2}, kHwId2Me{8, 2}, kHwId2Wg{16, 5}, kHwId2Vm{24, 4};
constexpr Field kGprAllocVgprBase{0, 9}, kGprAllocVgprSize{12, 8};
constexpr Field kLdsAllocBase{0, 9}, kLdsAllocSize{12, 9};
constexpr Field kIbSts2MemOrder{8, 2}, kIbSts2FwdProgress{10, 1}, kIbSts2Wave64{11, 1};
// TG_SIZE SGPR.
constexpr Field kTgWaves{0, 6}, kTgOrdered{6, 12}, kTgWaveId{20, 5}, kTgFirst{31, 1};

constexpr unsigned kLdsUnit = 512, kLdsBlock = 1024; ///< RSRC2 encoding and allocation unit in bytes.

uint32_t lds_bytes(const ComputeDispatch& dispatch) {
    return rsrc2::lds_size.get(dispatch.rsrc2) * kLdsUnit;
}

unsigned round_up(unsigned value, unsigned to) {
    return (value + to - 1) / to * to;
}

uint32_t launch_mode(const ComputeDispatch& d) {
    uint32_t value = rsrc1::float_mode.get(d.rsrc1);
    mode::dx10_clamp.set(value, rsrc1::dx10_clamp.get(d.rsrc1));
    mode::ieee.set(value, rsrc1::ieee.get(d.rsrc1));
    mode::fp16_ovfl.set(value, rsrc1::fp16_ovfl.get(d.rsrc1));
    mode::trap_after_inst.set(value, rsrc1::debug_mode.get(d.rsrc1));
    mode::excp_en.set(value, rsrc2::excp_en.get(d.rsrc2) | rsrc2::excp_en_msb.get(d.rsrc2) << 7);
    mode::wave_end.set(value, rsrc3::trap_on_end.get(d.rsrc3));
    return value;
}

void set_identity(const ComputeDispatch& d, const GroupPlace& place, unsigned index, Wave& wave) {
    const WavePlace& at = place.waves[index];
    wave.wgp_index = place.wgp_index;
    wave.vmid = d.vmid;
    wave.wave_in_group = index;
    kHwId1Wave.set(wave.hw_id1, at.wave_id);
    kHwId1Simd.set(wave.hw_id1, at.simd);
    kHwId1Wgp.set(wave.hw_id1, place.wgp());
    kHwId1Sa.set(wave.hw_id1, place.shader_array());
    kHwId1Se.set(wave.hw_id1, place.shader_engine());
    kHwId2Queue.set(wave.hw_id2, d.queue);
    kHwId2Pipe.set(wave.hw_id2, d.pipe);
    kHwId2Me.set(wave.hw_id2, d.me);
    kHwId2Wg.set(wave.hw_id2, place.group_slot);
    kHwId2Vm.set(wave.hw_id2, d.vmid);
    kGprAllocVgprBase.set(wave.gpr_alloc, at.vgpr_base / 4);
    kGprAllocVgprSize.set(wave.gpr_alloc, d.vgpr_count() / 4 - 1);
    const unsigned lds = round_up(lds_bytes(d), kLdsBlock);
    kLdsAllocBase.set(wave.lds_alloc, place.lds_base / 256);
    kLdsAllocSize.set(wave.lds_alloc, lds / 256);
    kIbSts2Wave64.set(wave.ib_sts2, !d.wave32);
    kIbSts2FwdProgress.set(wave.ib_sts2, rsrc1::fwd_progress.get(d.rsrc1));
    kIbSts2MemOrder.set(wave.ib_sts2, rsrc1::mem_ordered.get(d.rsrc1));
}

void poison_registers(Wave& wave, uint32_t seed) {
    for (unsigned i = 0; i < kNull; ++i)
        wave.sgpr[i] = poison_word(i < kTtmp0 ? kPoisonSgpr : kPoisonTtmp, seed, wave.launch_number, i);
    wave.sgpr[kNull] = 0;
    wave.sgpr[kM0] = poison_word(kPoisonSgpr, seed, wave.launch_number, kM0);
    for (unsigned r = 0; r < wave.vgpr_count; ++r) {
        const uint32_t word = poison_word(kPoisonVgpr, seed, wave.launch_number, r);
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            wave.v[r].lane[lane] = word ^ lane;
    }
}

void set_scalars(const ComputeDispatch& d, const Workgroup& group, Wave& wave) {
    unsigned next = 0;
    const unsigned user = rsrc2::user_sgpr.get(d.rsrc2);
    for (; next < user; ++next)
        wave.sgpr[next] = d.user_data[next];
    if (rsrc2::tgid_x_en.get(d.rsrc2)) wave.sgpr[next++] = group.id[0];
    if (rsrc2::tgid_y_en.get(d.rsrc2)) wave.sgpr[next++] = group.id[1];
    if (rsrc2::tgid_z_en.get(d.rsrc2)) wave.sgpr[next++] = group.id[2];
    if (rsrc2::tg_size_en.get(d.rsrc2)) {
        uint32_t tg_size = 0;
        kTgWaves.set(tg_size, group.wave_count);
        // The ordered id counts the group's waves as long as the dispatch initiator's ORDERED_APPEND bits are
        // 0; Mesa takes the wave's number from here in wave64 (ac_nir_lower_intrinsics_to_args.c, local
        // index).
        kTgOrdered.set(tg_size, wave.wave_in_group);
        kTgWaveId.set(tg_size, wave.wave_in_group);
        kTgFirst.set(tg_size, wave.wave_in_group == 0);
        wave.sgpr[next++] = tg_size;
    }
}

void set_threads(const std::array<uint32_t, 3>& threads, Wave& wave) {
    const uint32_t total = threads[0] * threads[1] * threads[2];
    const uint32_t first = wave.wave_in_group * wave.lanes;
    uint64_t exec = 0;
    for (unsigned lane = 0; lane < wave.lanes && first + lane < total; ++lane) {
        const uint32_t flat = first + lane;
        const uint32_t x = flat % threads[0], y = flat / threads[0] % threads[1],
                       z = flat / threads[0] / threads[1];
        wave.v[0].lane[lane] = x | y << 10 | z << 20;
        exec |= 1ull << lane;
    }
    wave.sgpr[kExecLo] = uint32_t(exec);
    wave.sgpr[kExecHi] = uint32_t(exec >> 32);
}

void set_trap_state(const ComputeDispatch& d, const LaunchContext& context, const Workgroup& group,
                    Wave& wave) {
    const bool enabled =
        context.trap_enabled && (rsrc2::trap_present.get(d.rsrc2) != 0 || context.gdbg_trap_en);
    status::trap_en.set(wave.status, enabled);
    if (context.gdbg_trap_en) {
        for (unsigned i = 0; i < 3; ++i)
            wave.sgpr[kTtmp0 + 8 + i] = group.id[i];
        wave.sgpr[kTtmp0 + 11] = wave.wave_in_group;
    }
    if (enabled && rsrc3::trap_on_start.get(d.rsrc3)) {
        trapsts::wave_start.set(wave.trapsts, 1);
        trap::enter(wave, wave.pc, 0, false);
    }
    trap::refresh(wave);
}

} // namespace

Status check_dispatch(const ComputeDispatch& d) {
    if (rsrc1::priv.get(d.rsrc1)) return fail("COMPUTE_PGM_RSRC1.PRIV is set; not modelled for user queues");
    if (rsrc3::shared_vgpr_cnt.get(d.rsrc3))
        return fail("COMPUTE_PGM_RSRC3.SHARED_VGPR_CNT is not 0; shared VGPRs are not modelled");
    if (rsrc2::user_sgpr.get(d.rsrc2) > d.user_data.size())
        return fail(text("COMPUTE_PGM_RSRC2.USER_SGPR is %u; compute queues have 16 user data registers",
                         rsrc2::user_sgpr.get(d.rsrc2)));
    // Floating-point and integer-division exceptions need flags that the arithmetic does not keep.
    if (rsrc2::excp_en.get(d.rsrc2) != 0)
        return fail(text("COMPUTE_PGM_RSRC2.EXCP_EN is %#x; ALU exceptions are not modelled",
                         rsrc2::excp_en.get(d.rsrc2)));
    if (d.vgpr_count() > kMaxVgprs)
        return fail(
            text("COMPUTE_PGM_RSRC1 asks for %u VGPRs; a wave has at most %u", d.vgpr_count(), kMaxVgprs));
    const uint64_t threads = uint64_t(d.threads[0]) * d.threads[1] * d.threads[2];
    if (threads == 0 || threads > kMaxWavesPerGroup * 32)
        return fail(text("COMPUTE_NUM_THREAD gives %llu threads in a group; 1 to 1024 are possible",
                         (unsigned long long)threads));
    for (unsigned i = 0; i < 3; ++i)
        if (d.last_threads[i] == 0 || d.last_threads[i] > d.threads[i])
            return fail(text("COMPUTE_NUM_THREAD partial size %u of dimension %u is not within 1..%u",
                             d.last_threads[i], i, d.threads[i]));
    if (rsrc2::scratch_en.get(d.rsrc2) &&
        (tmpring::waves.get(d.tmpring_size) == 0 || tmpring::wavesize.get(d.tmpring_size) == 0))
        return fail(
            text("COMPUTE_PGM_RSRC2.SCRATCH_EN is set but COMPUTE_TMPRING_SIZE is %#x", d.tmpring_size));
    if (!Occupancy::can_ever_hold(group_needs(d)))
        return fail(text("a workgroup of %llu threads, %u VGPRs and %u bytes of LDS fits no WGP",
                         (unsigned long long)threads, d.vgpr_count(), lds_bytes(d)));
    return {};
}

std::array<uint32_t, 3> group_id(const ComputeDispatch& d, uint64_t index) {
    std::array<uint32_t, 3> id{};
    for (unsigned i = 0; i < 3; ++i) {
        const uint64_t count = d.end_group[i] - d.first_group[i];
        id[i] = uint32_t(d.first_group[i] + index % count);
        index /= count;
    }
    return id;
}

std::array<uint32_t, 3> group_threads(const ComputeDispatch& d, const std::array<uint32_t, 3>& id) {
    std::array<uint32_t, 3> threads = d.threads;
    for (unsigned i = 0; i < 3; ++i)
        if (id[i] + 1 == d.end_group[i]) threads[i] = d.last_threads[i];
    return threads;
}

unsigned waves_in_group(const ComputeDispatch& d, const std::array<uint32_t, 3>& id) {
    const auto threads = group_threads(d, id);
    return (threads[0] * threads[1] * threads[2] + d.lanes() - 1) / d.lanes();
}

GroupNeeds group_needs(const ComputeDispatch& d) {
    GroupNeeds needs;
    needs.waves = (d.threads[0] * d.threads[1] * d.threads[2] + d.lanes() - 1) / d.lanes();
    // Allocation blocks of 24 (wave32) and 12 (wave64) registers; a wave64 register is two wave32 ones.
    needs.vgprs = d.wave32 ? round_up(d.vgpr_count(), 24) : round_up(d.vgpr_count(), 12) * 2;
    needs.lds_bytes = round_up(lds_bytes(d), kLdsBlock);
    needs.wgp_mode = rsrc1::wgp_mode.get(d.rsrc1) != 0;
    needs.queue = d.ring_index;
    if (rsrc2::scratch_en.get(d.rsrc2)) needs.scratch_waves_per_engine = tmpring::waves.get(d.tmpring_size);
    return needs;
}

void launch_group(const ComputeDispatch& d, uint64_t index, const LaunchContext& context,
                  ResidentGroup& resident) {
    Workgroup& group = resident.group;
    const auto id = group_id(d, index);
    const auto threads = group_threads(d, id);
    std::copy(id.begin(), id.end(), group.id);
    group.wave_count = waves_in_group(d, id);
    group.waves_alive = group.wave_count;
    group.waves_at_barrier = 0;
    group.waves = resident.wave_pointers;
    const size_t lds_words = lds_bytes(d) / 4;
    group.lds.resize(lds_words * 4);
    for (size_t i = 0; i < lds_words; ++i) {
        const uint32_t word = poison_word(kPoisonLds, context.seed, context.launch_number, uint32_t(i));
        std::memcpy(group.lds.data() + i * 4, &word, 4);
    }

    const bool scratch = rsrc2::scratch_en.get(d.rsrc2) != 0;
    const uint64_t wave_bytes = uint64_t(tmpring::wavesize.get(d.tmpring_size)) * 256;
    for (unsigned i = 0; i < group.wave_count; ++i) {
        ResidentWave& slot = *resident.waves[i];
        // Room for every register an instruction can name, and for the rest of an operand that starts at the
        // last one, whatever the wave allocated: what is not used is never touched and costs address space
        // only.
        constexpr unsigned kRegisters = kMaxVgprs + 8;
        if (slot.vgpr_capacity < kRegisters) {
            slot.vgpr_storage = std::make_unique_for_overwrite<Vgpr[]>(kRegisters);
            slot.vgpr_capacity = kRegisters;
        }
        if (context.deferred_loads) {
            if (!slot.deferred) slot.deferred = std::make_unique<DeferredLoads>();
            slot.deferred->reset(context.seed, context.launch_number + i);
        }
        slot.group = &resident;
        slot.place = resident.place.waves[i];
        slot.state = WaveState::Ready;
        slot.wake_at = 0;
        slot.sleep_streak = slot.ran_since_sleep = 0;
        slot.slept_before = 0;
        slot.host_trap_pending = slot.savectx_pending = slot.single_step = slot.step_after_barrier = false;

        Wave& wave = slot.wave;
        wave = Wave{};
        resident.wave_pointers[i] = &wave;
        wave.pc = d.program;
        wave.lanes = d.lanes();
        wave.v = slot.vgpr_storage.get();
        wave.vgpr_count = d.vgpr_count();
        wave.memory = context.memory;
        wave.group = &group;
        wave.services = context.services;
        wave.border_colors = d.border_colors;
        wave.launch_number = context.launch_number + i;
        wave.mode = launch_mode(d);
        status::valid.set(wave.status, 1);
        status::in_tg.set(wave.status, group.wave_count > 1);
        status::scratch_en.set(wave.status, scratch);
        status::spi_prio.set(wave.status, rsrc1::priority.get(d.rsrc1));
        set_identity(d, resident.place, i, wave);
        if (scratch) {
            const uint64_t slots = tmpring::waves.get(d.tmpring_size);
            wave.flat_scratch =
                d.scratch_base +
                (resident.place.shader_engine() * slots + resident.place.waves[i].scratch_slot) * wave_bytes;
            wave.scratch_size = wave_bytes;
        }
        poison_registers(wave, context.seed);
        set_scalars(d, group, wave);
        set_threads(threads, wave);
        set_trap_state(d, context, group, wave);
    }
}

} // namespace wb::sim
