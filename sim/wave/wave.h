// SPDX-License-Identifier: MIT
// The architectural state of one wave and of its workgroup, as the instruction handlers see it.
#pragma once

#include "sim/isa/registers.h"
#include "sim/memory/gpu_memory.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace wb::sim {

struct Inst;
struct Wave;

inline constexpr unsigned kMaxLanes = 64;
inline constexpr unsigned kSgprCount = 130; ///< 128 operand codes and the two words of kSgprSink.
inline constexpr unsigned kMaxVgprs = 256;

/// One vector register: a word for each lane. Wave32 uses lanes 0..31 of the same layout.
struct alignas(64) Vgpr {
    uint32_t lane[kMaxLanes];
};

/// A workgroup's shared state. LDS belongs to the group; every wave of it sees the same bytes.
struct Workgroup {
    uint32_t id[3] = {};
    std::vector<uint8_t> lds; ///< LDS allocation in bytes: reads beyond give 0, writes beyond are dropped.
    unsigned wave_count = 0, waves_alive = 0, waves_at_barrier = 0;
    Wave** waves = nullptr; ///< wave_count entries.
};

/// Why the run loop must leave its fast path after an instruction. Bits of Wave::events.
enum WaveEvent : uint32_t {
    kEventEnded = 1u << 0,   ///< s_endpgm was executed.
    kEventBarrier = 1u << 1, ///< s_barrier: the wave waits for its group.
    kEventYield = 1u << 2,   ///< s_sleep and friends: give other waves a turn (Wave::sleep_clocks).
    kEventTrap = 1u << 3,    ///< s_trap was executed and counts (TRAP_EN, not PRIV): Wave::pending_trap_id.
    kEventMemoryFault = 1u << 4, ///< A page fault happened: Wave::fault. Raises TRAPSTS.MEM_VIOL.
    kEventIllegal = 1u << 5,     ///< An illegal instruction, PC still at it.
    kEventUnmodelled =
        1u << 6, ///< The simulator does not model this: Wave::stop_reason. Stops the device loudly.
    kEventCheckEachInst =
        1u << 7, ///< Sticky: MODE.trap_after_inst, a pending host trap, or HALT wants a look.
    kEventStateWritten =
        1u << 8, ///< s_setreg of MODE/STATUS/TRAPSTS, s_rfe, s_sethalt: the trap unit re-reads them.
};

/// Services of the device that instructions need. Implemented by the scheduler (sim/wave); tests have a small
/// one.
class WaveServices {
public:
    virtual ~WaveServices() = default;
    /// REALTIME: 100 MHz counter, 64 bits. Monotonic.
    virtual uint64_t realtime() = 0;
    /// SHADER_CYCLES: 20 bits are visible to shaders.
    virtual uint64_t shader_cycles() = 0;
    /// The trap memory address (TMA) and handler address (TBA) of the wave's VMID, in bytes, not shifted.
    virtual uint64_t trap_memory_address(const Wave&) = 0;
    virtual uint64_t trap_base_address(const Wave&) = 0;
    /// s_sendmsg with M0 as its payload.
    virtual void send_message(Wave&, unsigned message) = 0;
    /// s_icache_inv: the wave's WGP drops its instruction cache.
    virtual void invalidate_instruction_cache(Wave&) = 0;
};

/// What MODE asks of the host's floating-point control (MXCSR), worked out once for each value of MODE: a
/// word for each of the ways to run a float instruction (sim/isa/float_control.h).
struct HostFloatWords {
    static constexpr unsigned kCount = 6;
    uint32_t mode = ~0u; ///< The MODE that `word` is for.
    uint32_t loaded = 0; ///< What the executing thread's MXCSR holds; 0: not known.
    uint32_t word[kCount] = {};
};

struct Wave {
    // Hot state first.
    uint64_t pc =
        0; ///< GPU address of the next instruction. Handlers see it already past their own instruction.
    uint32_t events = 0;
    uint32_t scc = 0;    ///< 0 or 1.
    unsigned lanes = 64; ///< 32 or 64.
    Vgpr* v = nullptr;   ///< vgpr_count registers.
    unsigned vgpr_count = 0;
    GpuMemory* memory = nullptr;
    Workgroup* group = nullptr;
    WaveServices* services = nullptr;
    HostFloatWords host_float{};
    /// Scalar registers by operand code: s0-105, VCC 106/107, TTMP 108-123, NULL 124 (always 0), M0 125, EXEC
    /// 126/127, 128/129 a sink for writes to NULL.
    alignas(64) uint32_t sgpr[kSgprCount] = {};

    uint32_t mode = 0, status = 0,
             trapsts = 0;       ///< STATUS.scc/execz/vccz are not kept here: see read_status().
    uint64_t flat_scratch = 0;  ///< FLAT_SCRATCH: this wave's scratch base, a GPU address.
    uint64_t scratch_size = 0;  ///< Bytes of scratch of the whole wave.
    uint64_t border_colors = 0; ///< GPU address of the border colours that samplers name: TA_CS_BC_BASE_ADDR.
    uint32_t sleep_clocks = 0;  ///< Set with kEventYield: clocks to sleep, 0 = just a turn.
    uint32_t pending_trap_id = 0;
    MemoryFault fault{};
    std::string stop_reason{}; ///< Set with kEventUnmodelled.

    // Identity, fixed at launch.
    uint32_t hw_id1 = 0, hw_id2 = 0, gpr_alloc = 0, lds_alloc = 0, ib_sts2 = 0;
    unsigned vmid = 0, wgp_index = 0, wave_in_group = 0;
    uint64_t launch_number = 0; ///< Device-wide count of launches: names the wave in traces.

    /// Cache for exec_lane_mask(): `lane_mask` is EXEC expanded to a word per lane (0 or ~0) for value
    /// `lane_mask_of`.
    uint64_t lane_mask_of = 0;
    alignas(64) uint32_t lane_mask[kMaxLanes] = {};

    uint64_t sgpr64(unsigned code) const { return sgpr[code] | (uint64_t(sgpr[code + 1]) << 32); }
    void set_sgpr64(unsigned code, uint64_t value) {
        sgpr[code] = uint32_t(value);
        sgpr[code + 1] = uint32_t(value >> 32);
    }
    uint64_t all_lanes() const { return lanes == 64 ? ~0ull : 0xffff'ffffull; }
    /// EXEC as it applies to vector instructions: wave32 ignores EXEC_HI.
    uint64_t exec() const { return lanes == 64 ? sgpr64(kExecLo) : sgpr[kExecLo]; }
    void set_exec(uint64_t mask) {
        sgpr[kExecLo] = uint32_t(mask);
        if (lanes == 64) sgpr[kExecHi] = uint32_t(mask >> 32);
    }
    uint64_t vcc() const { return lanes == 64 ? sgpr64(kVccLo) : sgpr[kVccLo]; }
    /// Reads / writes a lane mask held in scalar registers: 64 bits in wave64, 32 in wave32.
    uint64_t lane_bits(unsigned code) const { return lanes == 64 ? sgpr64(code) : sgpr[code]; }
    void set_lane_bits(unsigned code, uint64_t mask) {
        sgpr[code] = uint32_t(mask);
        if (lanes == 64) sgpr[code + 1] = uint32_t(mask >> 32);
    }

    /// EXEC expanded to a word per lane, 0 or ~0. Valid until EXEC changes; lanes beyond `lanes` are 0.
    const uint32_t* exec_lane_mask() {
        const uint64_t mask = exec();
        if (mask != lane_mask_of) expand_lane_mask(mask);
        return lane_mask;
    }

    /// STATUS as s_getreg shows it: the kept bits and live SCC, EXECZ, VCCZ.
    uint32_t read_status() const {
        uint32_t value = status;
        status::scc.set(value, scc);
        status::execz.set(value, exec() == 0);
        status::vccz.set(value, vcc() == 0);
        return value;
    }
    bool privileged() const { return status::priv.get(status) != 0; }

    /// Raises kEventUnmodelled with a reason that names what is missing; the scheduler adds address and raw
    /// bits.
    void stop_unmodelled(std::string what) {
        stop_reason = std::move(what);
        events |= kEventUnmodelled;
    }
    /// After a memory instruction: turns the thread's pending page fault, if any, into kEventMemoryFault.
    void note_memory_fault() {
        if (GpuMemory::thread_fault().pending) [[unlikely]] {
            fault = memory->take_fault();
            if (fault.pending) events |= kEventMemoryFault; // Not for a dropped write to a PRT range.
        }
    }

private:
    void expand_lane_mask(uint64_t mask) {
        for (unsigned i = 0; i < kMaxLanes; ++i)
            lane_mask[i] = (mask >> i) & 1 ? ~0u : 0u;
        lane_mask_of = mask;
    }
};

} // namespace wb::sim
