// SPDX-License-Identifier: MIT
// Buffer objects.
#pragma once

#include "common/result.h"
#include "sim/kernel/fence.h"
#include "sim/kernel/program_memory.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>

namespace wb::sim {

class AddressSpace;

/// One buffer. Its memory is a sparse memfd of its own, so that a 64-bit size costs nothing until it is
/// touched, or the program's own (program_memory.h). Lives as long as a handle, a GPU mapping, an exported
/// fd's import or a job needs it.
class Bo {
public:
    struct Traits {
        uint64_t size = 0;      ///< Bytes, whole pages.
        uint64_t alignment = 0; ///< As asked for.
        uint32_t domains = 0;   ///< AMDGPU_GEM_DOMAIN_*.
        uint64_t flags = 0;     ///< AMDGPU_GEM_CREATE_*.
        uint64_t userptr = 0;   ///< Address of the program's memory, 0 for memory of our own.
    };

    /// Size is rounded up to pages.
    static Result<std::shared_ptr<Bo>> create(Traits traits);
    /// A buffer whose memory is the program's: [traits.userptr, + size), page aligned; GPU and program see
    /// each other's writes, and so do all buffers of the same page. Errors: adopt_program_memory().
    static Result<std::shared_ptr<Bo>> from_program_memory(Traits traits, bool writable);
    /// A buffer around the memory of an exported one that was freed while its fd lived on.
    static Result<std::shared_ptr<Bo>> from_fd(int fd, Traits traits);
    ~Bo();
    Bo(const Bo&) = delete;
    Bo& operator=(const Bo&) = delete;

    const Traits traits;
    /// The buffer's own memory file; -1 when its memory is the program's.
    int fd() const { return fd_; }
    /// Where the bytes from `offset` on lie, and how many of them lie there in one piece.
    struct Place {
        int fd;
        uint64_t offset, size;
    };
    Place place(uint64_t offset) const;
    /// The program closes its handle: memory of its own that no other buffer uses is private again.
    void give_back();
    /// The whole buffer mapped for the kernel model's own use, or null with errno. Any thread.
    uint8_t* host();

    /// Guarded by SyncHub's lock: jobs that use the buffer, and in which address space they run.
    struct Use {
        const AddressSpace* vm;
        FencePtr fence;
    };
    std::vector<Use> uses;

    /// Set by GEM_METADATA and carried over to importers.
    struct Metadata {
        uint64_t flags = 0, tiling_info = 0;
        uint32_t size = 0;
        std::array<uint32_t, 64> data{};
    };
    std::mutex metadata_lock;
    Metadata metadata;

private:
    Bo(int fd, const Traits& traits) : traits(traits), fd_(fd) {}

    const int fd_;
    std::vector<ProgramPages> pages_; ///< Of the program's memory.
    std::atomic<bool> given_back_{false};
    std::mutex host_lock_;
    std::atomic<uint8_t*> host_{nullptr};
};

/// Bytes in use over all buffers, by kind: what the usage queries report.
struct MemoryUsage {
    std::atomic<uint64_t> vram{0}, visible_vram{0}, gtt{0};
};
MemoryUsage& memory_usage();

} // namespace wb::sim
