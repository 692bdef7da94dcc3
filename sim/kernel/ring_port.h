// SPDX-License-Identifier: MIT
// The line between the kernel model (sim/kernel) and the device behind it (sim/cp): rings that take jobs, and
// registers. The kernel model resolves all dependencies before it hands a job over, so a ring just runs its
// jobs in order.
#pragma once

#include "common/result.h"
#include "sim/kernel/trap_registers.h"
#include "sim/memory/gpu_memory.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace wb::sim {

/// Hardware blocks with rings. Values are AMDGPU_HW_IP_* of amdgpu_drm.h.
enum class Ip : uint8_t { Gfx = 0, Compute = 1, Sdma = 2 };

/// One ring. Ring counts: kRingCounts.
struct RingId {
    Ip ip = Ip::Gfx;
    unsigned ring = 0;
    friend bool operator==(const RingId&, const RingId&) = default;
};

/// Rings per block on navi31 as the kernel reports them (hardware.md 4.1): 1 gfx, 4 compute, 2 SDMA.
inline constexpr unsigned kGfxRings = 1, kComputeRings = 4, kSdmaRings = 2;
inline constexpr unsigned kRingCount = kGfxRings + kComputeRings + kSdmaRings;

/// Dense number of a ring: 0 gfx, 1..4 compute, 5..6 SDMA.
constexpr unsigned ring_index(RingId id) {
    return id.ip == Ip::Gfx       ? 0
           : id.ip == Ip::Compute ? kGfxRings + id.ring
                                  : kGfxRings + kComputeRings + id.ring;
}

/// One address space: what a DRM file owns. Alive as long as any job that runs in it.
class Vm {
public:
    virtual ~Vm() = default;
    /// Its memory. Executor threads hold a GpuMemory::ExecutorThread for it while they run its job.
    virtual GpuMemory& memory() = 0;
    /// 1..7, fixed for the life of a job.
    virtual unsigned vmid() const = 0;
    /// Reports a GPU page fault: kept for the GPUVM_FAULT query, printed once per VM and page. `client` names
    /// the block for the message ("CP", "SDMA", "shader, " and which wave where). Any thread.
    virtual void page_fault(const MemoryFault& fault, const char* client) = 0;
};

/// One indirect buffer.
struct Ib {
    uint64_t va = 0; ///< GPU address, sign-extended.
    uint32_t dwords = 0;
    uint32_t flags = 0; ///< AMDGPU_IB_FLAG_* (CE 1, PREAMBLE 2, PREEMPT 4, ...).
};

/// How a job ended.
enum class JobEnd : uint8_t {
    Done,
    Killed, ///< kill() stopped it: the watchdog, or the device going away.
    Failed, ///< The device met something it does not model, or a bad packet; it has said what.
};

/// One submission to one ring. Runs after the ring's earlier jobs have ended.
struct Job {
    uint64_t id = 0; ///< Device-wide, never reused.
    RingId ring{};
    std::shared_ptr<Vm> vm;
    std::vector<Ib> ibs;   ///< In order; chained and nested buffers are in the packets.
    uint64_t sequence = 0; ///< Of its (context, ip, ring): for messages and traces.
    uint32_t context_id = 0;
    bool secure = false; ///< AMDGPU_IB_FLAGS_SECURE: always refused before it gets here.

    // Both callbacks take locks of the kernel model, under which submit() may be called: call them without a
    // lock of the device held. Destroy the job (and with it `vm`) after leaving the ExecutorThread of its
    // memory.

    /// Called on the executor thread right before the first packet. The kernel's watchdog starts here.
    std::function<void()> started;
    /// Called exactly once, on the executor thread, when all packets and waves of the job have ended and
    /// their writes are in memory: writes the user fence, signals the syncobjs, wakes the waiters.
    std::function<void(JobEnd)> ended;
};

/// The rings of the device.
class CommandProcessor {
public:
    virtual ~CommandProcessor() = default;
    /// Queues a job on job.ring. Never blocks, any thread.
    virtual void submit(Job job) = 0;
    /// Ends the job if it is queued or running: its waves are killed wherever they are, also in a trap
    /// handler, and `ended(Killed)` is called on the executor thread. Returns at once; unknown ids are
    /// ignored. Any thread.
    virtual void kill(RingId ring, uint64_t job_id) = 0;
};

/// Which instance of a banked register is meant: amdgpu_regs2's SET_STATE(_V2), hardware.md 3.3.
struct RegisterSelect {
    bool use_srbm = false, use_grbm = false;
    uint32_t se = ~0u, sh = ~0u, instance = ~0u;    ///< GRBM_GFX_INDEX, ~0 = broadcast. With use_grbm.
    uint32_t me = 0, pipe = 0, queue = 0, vmid = 0; ///< GRBM_GFX_CNTL. With use_srbm.
    uint32_t xcc = 0;
};

/// Memory-mapped registers that belong to the device: SQ_CMD, SQ_IND_*, GRBM_*, SPI_GDBG_*, SH_MEM_*,
/// TCP_WATCH and the like. The kernel model keeps SQ_SHADER_TBA/TMA itself (TrapRegisters).
class RegisterPort {
public:
    virtual ~RegisterPort() = default;
    /// `byte_offset` is the register's MMIO offset ((segment base + offset) * 4). A register that is not
    /// modelled is an error with code -EINVAL whose message names the offset. Any thread.
    virtual Result<uint32_t> read_register(const RegisterSelect& select, uint64_t byte_offset) = 0;
    virtual Status write_register(const RegisterSelect& select, uint64_t byte_offset, uint32_t value) = 0;
};

/// What sim/cp makes: rings and registers of one device.
struct Device {
    std::unique_ptr<CommandProcessor> rings;
    std::unique_ptr<RegisterPort> registers;
};

/// Makes the device and its executor threads. `traps` outlives it. Implemented by sim/cp.
Result<Device> make_device(TrapRegisters& traps);

} // namespace wb::sim
