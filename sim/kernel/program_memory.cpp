// SPDX-License-Identifier: MIT
#include "sim/kernel/program_memory.h"

#include "sim/kernel/process_maps.h"
#include "sim/memory/gpu_memory.h"
#include "sim/memory/write_pause.h"
#include "sim/trace.h"

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstring>
#include <limits>
#include <mutex>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

namespace wb::sim {
namespace {

// Exchanged at a time: writers wait while this much is copied.
constexpr uint64_t kStep = 256 << 10;
// Room to grow for a program that enlarges its mapping with mremap, as realloc does.
constexpr uint64_t kFileSize = 1ull << 44;

struct Copy {
    uint64_t address, size;
    void* bytes;
};

struct Registry {
    std::mutex lock;
    std::vector<std::weak_ptr<AdoptedFile>> files;
    std::vector<Copy> for_child; ///< Between fork's handlers.
};

// Never destroyed: fork's handlers and buffers may outlive static objects.
Registry& registry() {
    static Registry& all = *new Registry;
    return all;
}

// Not on the heap, whose pages may be those that are adopted.
alignas(kGpuPageSize) uint8_t g_bounce[kStep];

void* pointer(uint64_t address) {
    return reinterpret_cast<void*>(address);
}

bool all_zero(const uint8_t* page) {
    return !page[0] && !std::memcmp(page, page + 1, kGpuPageSize - 1);
}

/// Copies what is at `address` now, at most kStep bytes, to g_bounce; through the kernel, so that memory that
/// cannot be read is an error instead of a crash.
bool read_program(uint64_t address, uint64_t size) {
    iovec to{g_bounce, size};
    iovec from{pointer(address), size};
    return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == ssize_t(size);
}

/// Calls put(offset, bytes, size) for each run of pages of g_bounce that are not all zero: memory that the
/// program never touched stays without pages.
template <class Put>
bool each_used_run(uint64_t size, Put put) {
    for (uint64_t start = 0; start < size;) {
        uint64_t end = start;
        while (end < size && !all_zero(g_bounce + end))
            end += kGpuPageSize;
        if (end > start && !put(start, g_bounce + start, end - start)) return false;
        start = end + kGpuPageSize;
    }
    return true;
}

std::shared_ptr<AdoptedFile> find_file(uint64_t inode) {
    Registry& all = registry();
    std::erase_if(all.files, [](const auto& file) { return file.expired(); });
    for (const auto& weak : all.files)
        if (std::shared_ptr<AdoptedFile> file = weak.lock(); file && file->inode == inode) return file;
    return nullptr;
}

Result<std::shared_ptr<AdoptedFile>> make_file() {
    auto file = std::make_shared<AdoptedFile>();
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit); // To exceed it is a signal that ends the program.
    const uint64_t size = std::min<uint64_t>(kFileSize, limit.rlim_cur & ~(kGpuPageSize - 1));
    file->fd = memfd_create(kAdoptedName, MFD_CLOEXEC);
    struct stat status{};
    if (file->fd < 0 || ftruncate(file->fd, off_t(size)) || fstat(file->fd, &status))
        return fail("no memory file for the program's memory", -errno);
    file->inode = status.st_ino;
    registry().files.push_back(file);
    return file;
}

/// Puts the file's page at the place of the program's, one step of pages at a time.
int adopt(const HostMapping& pages, int fd) {
    for (uint64_t at = pages.start; at < pages.end; at += kStep) {
        const uint64_t size = std::min(kStep, pages.end - at);
        const uint64_t offset = at - pages.start;
        WritePause pause(at, size, pages.protection);
        if (!pause.paused()) return -errno;
        if (!read_program(at, size)) return -EFAULT;
        const auto put = [&](uint64_t page, const uint8_t* bytes, uint64_t length) {
            return pwrite(fd, bytes, length, off_t(offset + page)) == ssize_t(length);
        };
        if (!each_used_run(size, put)) return -ENOMEM;
        if (mmap(pointer(at), size, pages.protection, MAP_SHARED | MAP_FIXED, fd, off_t(offset)) ==
            MAP_FAILED)
            return -errno;
        pause.exchanged();
    }
    return 0;
}

/// The reverse, for one mapping of a file that no buffer uses.
int restore(const HostMapping& pages) {
    for (uint64_t at = pages.start; at < pages.end; at += kStep) {
        const uint64_t size = std::min(kStep, pages.end - at);
        void* const fresh =
            mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (fresh == MAP_FAILED) return -errno;
        WritePause pause(at, size, pages.protection);
        const auto put = [&](uint64_t page, const uint8_t* bytes, uint64_t length) {
            std::memcpy(static_cast<uint8_t*>(fresh) + page, bytes, length);
            return true;
        };
        if (!pause.paused() || !read_program(at, size) || !each_used_run(size, put) ||
            mprotect(fresh, size, pages.protection) ||
            mremap(fresh, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, pointer(at)) == MAP_FAILED) {
            const int error = errno;
            munmap(fresh, size);
            return -error;
        }
        pause.exchanged();
    }
    return 0;
}

// fork(): a shared mapping would let parent and child write to each other's memory.
void copy_for_child() {
    Registry& all = registry();
    all.lock.lock();
    const auto mappings = host_mappings(0, std::numeric_limits<uint64_t>::max());
    if (!mappings) return trace::loud("%s", mappings.error().message.c_str());
    for (const HostMapping& mapping : *mappings) {
        if (!mapping.adopted) continue;
        const uint64_t size = mapping.end - mapping.start;
        void* const bytes =
            mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        bool copied = bytes != MAP_FAILED;
        for (uint64_t done = 0; copied && done < size; done += kStep) {
            const uint64_t step = std::min(kStep, size - done);
            // What cannot be read now, a PROT_NONE mapping, is left shared.
            copied = read_program(mapping.start + done, step) &&
                     each_used_run(step, [&](uint64_t page, const uint8_t* from, uint64_t length) {
                         std::memcpy(static_cast<uint8_t*>(bytes) + done + page, from, length);
                         return true;
                     });
        }
        if (copied && !mprotect(bytes, size, mapping.protection))
            all.for_child.push_back({mapping.start, size, bytes});
        else if (bytes != MAP_FAILED)
            munmap(bytes, size);
    }
}

void drop_copies() {
    Registry& all = registry();
    for (const Copy& copy : all.for_child)
        munmap(copy.bytes, copy.size);
    all.for_child.clear();
    all.lock.unlock();
}

void use_copies() {
    Registry& all = registry();
    for (const Copy& copy : all.for_child)
        mremap(copy.bytes, copy.size, copy.size, MREMAP_MAYMOVE | MREMAP_FIXED, pointer(copy.address));
    all.for_child.clear();
    all.lock.unlock();
}

/// -EFAULT or -EPERM for what is no memory of the kind that adopt_program_memory() takes.
int check(const std::vector<HostMapping>& mappings, uint64_t address, uint64_t end, bool writable) {
    const int needed = PROT_READ | (writable ? PROT_WRITE : 0);
    for (const HostMapping& mapping : mappings) {
        if (mapping.start != address || (mapping.protection & needed) != needed) return -EFAULT;
        if (mapping.inode && !mapping.adopted) return -EPERM;
        address = mapping.end;
    }
    return address == end ? 0 : -EFAULT;
}

} // namespace

AdoptedFile::~AdoptedFile() {
    if (fd >= 0) close(fd);
}

Result<std::vector<ProgramPages>> adopt_program_memory(uint64_t address, uint64_t size, bool writable) {
    static const int handlers = pthread_atfork(copy_for_child, drop_copies, use_copies);
    if (handlers) return fail("cannot prepare for fork", -handlers);
    std::lock_guard guard(registry().lock);
    const auto mappings = host_mappings(address, address + size);
    if (!mappings) return std::unexpected(mappings.error());
    if (const int error = check(*mappings, address, address + size, writable))
        return fail("the program's memory cannot be a buffer", error);
    std::vector<ProgramPages> parts;
    for (const HostMapping& mapping : *mappings) {
        const uint64_t part_size = mapping.end - mapping.start;
        // A file that is not found any more has no buffers: its pages are adopted anew.
        if (std::shared_ptr<AdoptedFile> file = mapping.adopted ? find_file(mapping.inode) : nullptr) {
            parts.push_back({std::move(file), mapping.offset, part_size});
            continue;
        }
        Result<std::shared_ptr<AdoptedFile>> file = make_file();
        if (!file) return std::unexpected(file.error());
        if (const int error = adopt(mapping, (*file)->fd))
            return fail("cannot share the program's memory with the GPU", error);
        parts.push_back({std::move(*file), 0, part_size});
    }
    for (const ProgramPages& part : parts)
        ++part.file->imports;
    return parts;
}

void give_back_program_memory(const std::vector<ProgramPages>& pages, bool restore_unused) {
    std::lock_guard guard(registry().lock);
    std::vector<uint64_t> unused;
    for (const ProgramPages& part : pages)
        if (!--part.file->imports) unused.push_back(part.file->inode);
    if (unused.empty() || !restore_unused) return;
    const auto mappings = host_mappings(0, std::numeric_limits<uint64_t>::max());
    if (!mappings) return trace::loud("%s", mappings.error().message.c_str());
    for (const HostMapping& mapping : *mappings) {
        if (!mapping.adopted || std::find(unused.begin(), unused.end(), mapping.inode) == unused.end())
            continue;
        if (const int error = restore(mapping))
            trace::loud("the program's memory at 0x%" PRIx64 " stays shared: %s", mapping.start,
                        std::strerror(-error));
    }
}

} // namespace wb::sim
