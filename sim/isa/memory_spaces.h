// SPDX-License-Identifier: MIT
// Reads, writes and atomics of one lane in each address space: LDS, scratch and global memory.
#pragma once

#include "sim/isa/atomic_ops.h"
#include "sim/isa/registers.h"
#include "sim/isa/scratch_layout.h"
#include "sim/wave/wave.h"

#include <cstdint>
#include <cstring>

namespace wb::sim {

/// Records a memory violation that no page fault would raise: a misaligned atomic, scratch beyond its end.
/// The first one of an instruction counts, as with page faults.
inline void record_violation(uint64_t address, bool write) {
    MemoryFault& fault = GpuMemory::thread_fault();
    if (fault.pending && !fault.dropped) return;
    fault = {true, address, write, false};
}

/// LDS of the wave's group. Out of range reads give 0 and writes are dropped (RDNA3 ISA 3.3); a multi-dword
/// access counts as a whole. Plain memory: a group's waves run on one thread.
struct LdsSpace {
    uint8_t* bytes = nullptr;
    uint64_t size = 0;
    explicit LdsSpace(Wave& wave) {
        if (!wave.group) return; // A wave outside a group has no LDS: everything is out of range.
        bytes = wave.group->lds.data();
        size = wave.group->lds.size();
    }

    bool holds(uint32_t offset, unsigned count) const { return uint64_t(offset) + count <= size; }
    /// Whether `count` bytes at `offset` from any address up to `highest` are in range, without wrapping.
    bool holds_all(uint32_t highest, uint32_t offset, unsigned count) const {
        return uint64_t(highest) + offset + count <= size;
    }
    template <unsigned Count>
    void read(uint32_t offset, void* out) const {
        if (holds(offset, Count)) [[likely]]
            std::memcpy(out, bytes + offset, Count);
        else
            std::memset(out, 0, Count);
    }
    template <unsigned Count>
    void write(uint32_t offset, const void* in) const {
        if (holds(offset, Count)) [[likely]]
            std::memcpy(bytes + offset, in, Count);
    }
    /// Atomics must be naturally aligned; a misaligned one is a memory violation.
    template <class Op>
    typename Op::T atomic(uint32_t offset, typename Op::T a, typename Op::T b) const {
        using T = typename Op::T;
        if (offset % sizeof(T)) [[unlikely]] {
            record_violation(kSharedAperture + offset, true);
            return 0;
        }
        T old{};
        if (!holds(offset, sizeof(T))) return old;
        return update<Op>(offset, a, b);
    }
    /// The same where the address is known to be aligned and in range.
    template <class Op>
    typename Op::T update(uint32_t offset, typename Op::T a, typename Op::T b) const {
        typename Op::T old;
        std::memcpy(&old, bytes + offset, sizeof old);
        const typename Op::T value = Op::apply(old, a, b);
        std::memcpy(bytes + offset, &value, sizeof value);
        return old;
    }
};

/// One lane's scratch. An access beyond the lane's share is a memory violation: reads give 0, writes are
/// dropped.
struct ScratchSpace {
    GpuMemory& memory;
    uint64_t base, limit;
    unsigned lanes;
    explicit ScratchSpace(Wave& wave)
        : memory(*wave.memory), base(wave.flat_scratch),
          limit(scratch_bytes_per_lane(wave.scratch_size, wave.lanes)), lanes(wave.lanes) {}

    bool holds(uint32_t offset, unsigned count, unsigned lane, bool is_write) const {
        if (uint64_t(offset) + count <= limit) [[likely]]
            return true;
        record_violation(scratch_address(base, lanes, lane, offset), is_write);
        return false;
    }
    template <unsigned Count>
    void read(unsigned lane, uint32_t offset, void* out) const {
        uint8_t* bytes = static_cast<uint8_t*>(out);
        if (!holds(offset, Count, lane, false)) {
            std::memset(out, 0, Count);
            return;
        }
        if (Count % 4 == 0 && offset % 4 == 0) {
            const uint64_t first = scratch_address(base, lanes, lane, offset);
            for (unsigned i = 0; i < Count / 4; ++i) {
                const uint32_t word = memory.load<uint32_t>(first + i * scratch_dword_stride(lanes));
                std::memcpy(bytes + i * 4, &word, 4);
            }
        } else {
            for (unsigned i = 0; i < Count; ++i)
                bytes[i] = memory.load<uint8_t>(scratch_address(base, lanes, lane, offset + i));
        }
    }
    template <unsigned Count>
    void write(unsigned lane, uint32_t offset, const void* in) const {
        const uint8_t* bytes = static_cast<const uint8_t*>(in);
        if (!holds(offset, Count, lane, true)) return;
        if (Count % 4 == 0 && offset % 4 == 0) {
            const uint64_t first = scratch_address(base, lanes, lane, offset);
            for (unsigned i = 0; i < Count / 4; ++i) {
                uint32_t word;
                std::memcpy(&word, bytes + i * 4, 4);
                memory.store<uint32_t>(first + i * scratch_dword_stride(lanes), word);
            }
        } else {
            for (unsigned i = 0; i < Count; ++i)
                memory.store<uint8_t>(scratch_address(base, lanes, lane, offset + i), bytes[i]);
        }
    }
};

/// An atomic on GPU memory. Must be naturally aligned; a misaligned one is a memory violation.
template <class Op>
inline typename Op::T global_atomic(GpuMemory& memory, uint64_t address, typename Op::T a, typename Op::T b) {
    using T = typename Op::T;
    if (address % sizeof(T)) [[unlikely]] {
        record_violation(address, true);
        return 0;
    }
    return atomic_update<Op>(static_cast<T*>(memory.at(address, sizeof(T), true)), a, b);
}

} // namespace wb::sim
