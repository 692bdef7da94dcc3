// SPDX-License-Identifier: MIT
// One GPU address space (a VM) as the executor sees it.
//
// GPU memory is host memory: the address window is reserved once in the host's address space, so that a GPU
// address becomes a host pointer by one addition and the host's MMU is the GPU's. Buffers are mapped into the
// window by the kernel model (sim/kernel). Unmapped pages are PROT_NONE; touching one on an executor thread
// is a GPU page fault: reads give 0, writes are dropped, and the fault is recorded for the current
// instruction.
#pragma once

#include "common/result.h"

#include <cstdint>
#include <cstring>
#include <memory>

namespace wb::sim {

/// First GPU address of the window: RADV's addresses are in the upper canonical half (hardware.md 4.2, "VA
/// seen").
inline constexpr uint64_t kWindowBase = 0xffff'8000'0000'0000ull;
/// Default size of the window in bytes; design.md, "an address range of at most 2^44 bytes".
inline constexpr uint64_t kWindowSize = 1ull << 44;
inline constexpr uint64_t kGpuPageSize = 4096;

/// One GPU page fault, as seen by the instruction or packet that caused it.
struct MemoryFault {
    bool pending = false;
    uint64_t address = 0; ///< GPU address of the first faulting access.
    bool write = false;
    bool dropped = false; ///< Only a write to a PRT range so far, which is no fault.
};

class GpuMemory {
public:
    /// Reserves the window. `size` must be a power of two, page aligned; tests use small ones.
    static Result<std::unique_ptr<GpuMemory>> create(uint64_t size = kWindowSize);
    ~GpuMemory();
    GpuMemory(const GpuMemory&) = delete;
    GpuMemory& operator=(const GpuMemory&) = delete;

    /// Maps `length` bytes of `fd` at `fd_offset` to GPU address `va`, in place of what was there. All page
    /// aligned. `writable` false: GPU writes fault. `fd` must stay open while it is mapped. Any thread; the
    /// caller (the kernel model) keeps overlapping calls apart.
    Status map(uint64_t va, uint64_t length, int fd, uint64_t fd_offset, bool writable);
    /// Maps a partially resident range: reads give zero, writes are dropped, neither is a fault.
    Status map_prt(uint64_t va, uint64_t length);
    /// Makes the range PROT_NONE again. Pages that were not mapped are allowed.
    Status unmap(uint64_t va, uint64_t length);
    /// Maps fresh zeroed pages of its own: for tests that need memory and no kernel model.
    Status map_anonymous(uint64_t va, uint64_t length);

    /// True when [va, va + size) lies inside the window (mapped or not).
    bool in_window(uint64_t va, uint64_t size) const {
        const uint64_t offset = va - kWindowBase;
        return offset < size_ && size <= size_ - offset;
    }

    /// Host pointer for a GPU access of `size` (at most 64) bytes. Outside the window it records a fault and
    /// gives a sink whose bytes read as zero. Inside, the host's MMU decides. Executor threads only.
    void* at(uint64_t va, unsigned size, bool write) {
        if (in_window(va, size)) [[likely]]
            return base_ + (va - kWindowBase);
        return outside(va, write);
    }
    template <class T>
    T load(uint64_t va) {
        T value;
        std::memcpy(&value, at(va, sizeof(T), false), sizeof(T));
        return value;
    }
    template <class T>
    void store(uint64_t va, T value) {
        std::memcpy(at(va, sizeof(T), true), &value, sizeof(T));
    }

    /// True when all of [va, va + size) is mapped (readable; with `write` also writable). Any thread.
    bool is_mapped(uint64_t va, uint64_t size, bool write = false) const;

    /// The calling thread's fault record. Read and cleared by take_fault().
    static MemoryFault& thread_fault() { return thread_fault_; }
    /// Call when thread_fault().pending. Returns the record, clears it, and takes back the pages that the
    /// fault handler lent. The returned record is not `pending` when all that happened was a dropped write to
    /// a PRT range: that is no fault.
    MemoryFault take_fault();

    /// While alive, page faults of this thread inside the window are GPU faults instead of crashes. One per
    /// executor thread and address space it works in; they nest, the innermost counts.
    ///
    /// How: a SIGSEGV handler lends a page for the instruction that faulted (a zero page, or for a write to
    /// read-only memory a private copy) until take_fault(). Every other SIGSEGV goes to the handler that was
    /// installed before, or to the default action. A program that installs its own handler later replaces
    /// ours until the next ExecutorThread is made, which puts ours in front again; it should, like any
    /// program that shares a process with others, pass faults it does not know to the handler it replaced.
    class ExecutorThread {
    public:
        explicit ExecutorThread(GpuMemory& memory);
        ~ExecutorThread();
        ExecutorThread(const ExecutorThread&) = delete;
        ExecutorThread& operator=(const ExecutorThread&) = delete;

    private:
        GpuMemory* previous_;
    };

    uint64_t size() const { return size_; }
    uint8_t* host_base() const { return base_; }

private:
    friend struct FaultServer;
    struct Ranges;

    GpuMemory(uint8_t* base, uint64_t size);
    void* outside(uint64_t va, bool write);
    Status check(uint64_t va, uint64_t length) const;

    // Initial-exec, so that the signal handler reaches it without a call that may allocate.
    [[gnu::tls_model("initial-exec")]] static inline constinit thread_local MemoryFault thread_fault_{};

    uint8_t* base_;
    uint64_t size_;
    std::unique_ptr<Ranges> ranges_;
};

} // namespace wb::sim
