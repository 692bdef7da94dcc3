// SPDX-License-Identifier: MIT
// Memory of the program that buffers are made of (GEM_USERPTR, VK_EXT_external_memory_host).
//
// The GPU's window can show a page only by mapping a file, so the program's pages become pages of a memory
// file ("adopted"): at the same address, with the same bytes and protection, but MAP_SHARED. Buffers that
// cover the same page share it, because a page that is adopted already is found by what is mapped there
// (/proc/self/maps) and not by its address, so that munmap, mmap and mremap of the program count as they do
// on hardware. When the last buffer on a file is given back, its pages become private anonymous memory again.
//
// Meanwhile the program notices nothing, with these exceptions: a system call that writes to a page at the
// moment of its exchange fails with EFAULT; MADV_DONTNEED does not clear; a fork by the bare system call
// shares the pages with the child (fork() itself does not: the child gets a private copy).
#pragma once

#include "common/result.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace wb::sim {

/// A memory file that holds adopted pages.
struct AdoptedFile {
    int fd = -1;
    uint64_t inode = 0;
    unsigned imports = 0; ///< Buffers on it that were not given back. Guarded by program_memory.cpp's lock.

    AdoptedFile() = default;
    AdoptedFile(const AdoptedFile&) = delete;
    AdoptedFile& operator=(const AdoptedFile&) = delete;
    ~AdoptedFile();
};

/// Consecutive pages of a buffer.
struct ProgramPages {
    std::shared_ptr<AdoptedFile> file;
    uint64_t offset = 0; ///< In the file.
    uint64_t size = 0;
};

/// Adopts [address, + size) of this process, whole pages. -EFAULT where nothing is mapped, or not what is
/// asked for: reading, and with `writable` writing. -EPERM for mappings of files, as the kernel has it for
/// AMDGPU_GEM_USERPTR_ANONONLY, which libdrm always sets. Any thread; other threads may use the memory
/// meanwhile, but not unmap it.
Result<std::vector<ProgramPages>> adopt_program_memory(uint64_t address, uint64_t size, bool writable);

/// Ends a buffer's use of `pages`. With `restore` pages that no other buffer uses become private memory
/// again; only while the program knows that it gives them back, for it may unmap them afterwards. Any thread.
void give_back_program_memory(const std::vector<ProgramPages>& pages, bool restore);

} // namespace wb::sim
