// SPDX-License-Identifier: MIT
// GpuMemory's inside, shared by its own file and the fault handler's.
#pragma once

#include "sim/memory/gpu_memory.h"
#include "sim/memory/mapped_ranges.h"
#include "sim/memory/spin_lock.h"

#include <vector>

namespace wb::sim {

struct GpuMemory::Ranges {
    mutable SpinLock lock;
    MappedRanges map;
    std::vector<int> own_fds; ///< Of map_anonymous().
};

/// Gives the host pages [offset, offset + length) of a window the mapping that `range` (null: unmapped) asks
/// for; `start` is the range's own beginning. Async-signal-safe. False with errno when the host refuses.
bool apply_mapping(uint8_t* base, uint64_t offset, uint64_t length, const MappedRange* range, uint64_t start);

/// Puts the page fault handler in front of the SIGSEGV handlers of the process, if it is not there.
void install_fault_handler();
/// Takes back every page lent to the calling thread.
void return_lent_pages();
/// Makes page faults of the calling thread in `memory`'s window GPU faults; null: none. Returns the previous
/// one.
GpuMemory* serve_faults_of(GpuMemory* memory);

} // namespace wb::sim
