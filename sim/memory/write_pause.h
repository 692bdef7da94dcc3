// SPDX-License-Identifier: MIT
// Keeps the process's threads from writing to a range of its own memory for a moment, so that the pages there
// can be exchanged for others with the same bytes.
#pragma once

#include <csignal>
#include <cstdint>

namespace wb::sim {

/// While alive, the range is not writable; a thread that writes to it waits inside the SIGSEGV handler until
/// the pause is over and then repeats the write. System calls that would write there fail with EFAULT, so a
/// pause must be short. The thread that pauses must not write there; its signals are blocked meanwhile. One
/// pause at a time in a process: the caller sees to that. Puts the fault handler in front (GpuMemory).
class WritePause {
public:
    /// Pages [address, + size), which have `protection` (PROT_*) now.
    WritePause(uint64_t address, uint64_t size, int protection);
    /// Writes go on. Pages that still are the old ones have their protection back.
    ~WritePause();
    WritePause(const WritePause&) = delete;
    WritePause& operator=(const WritePause&) = delete;

    /// False with errno when the host refused: the range is as it was.
    bool paused() const { return paused_; }
    /// The pages were exchanged: their protection is right already.
    void exchanged() { exchanged_ = true; }

private:
    const uint64_t address_, size_;
    const int protection_;
    bool paused_ = false, exchanged_ = false;
    sigset_t signals_; ///< The thread's mask before.
};

/// For the SIGSEGV handler, when a write to mapped memory was refused: waits for the pause that is on, if
/// any. True when there was one since this thread last asked: then the write may have met it, and is to be
/// repeated. Async-signal-safe.
bool write_was_paused();

} // namespace wb::sim
