// SPDX-License-Identifier: MIT
#include "fake_sim.h"

#include "wavebreak/sim_abi.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <string_view>
#include <sys/mman.h>

namespace {

using namespace fake;

std::atomic<int> render_nodes{0}, regs{0}, closes{0};
// Where the positionless calls of the debugfs files stand. One is enough for the test.
std::atomic<int64_t> position{0};

int open_file(const char* path, int) {
    if (path == std::string_view("/dev/dri/renderD128")) return kRenderNodeBase + render_nodes++;
    if (path == std::string_view("/sys/kernel/debug/dri/128/amdgpu_regs2")) return kRegsBase + regs++;
    return -ENOENT;
}

int close_file(int) {
    closes++;
    return 0;
}

int control(int file, unsigned long request, void* argument) {
    auto* call = static_cast<Call*>(argument);
    switch (request) {
    case kEcho:
    case kDebugfs:
        call->file = file;
        return 0;
    case kRefuse:
        return -EBUSY;
    case kCloses:
        call->file = closes;
        return 41;
    default:
        return -EINVAL;
    }
}

intptr_t map(int file, void* address, size_t length, int prot, int flags, int64_t offset) {
    if (offset == kNoMapping) return -ENODEV;
    void* memory =
        mmap(address, length, prot | PROT_WRITE, (flags & ~MAP_SHARED) | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return -errno;
    uint64_t word = mapping_word(file, offset);
    std::memcpy(memory, &word, sizeof(word));
    return reinterpret_cast<intptr_t>(memory);
}

int64_t pread_file(int file, void* data, size_t size, int64_t offset) {
    for (size_t i = 0; i < size; i++)
        static_cast<uint8_t*>(data)[i] = byte_at(file, offset, i);
    return int64_t(size);
}

// Takes what pread gives, refuses anything else.
int64_t pwrite_file(int file, const void* data, size_t size, int64_t offset) {
    for (size_t i = 0; i < size; i++) {
        if (static_cast<const uint8_t*>(data)[i] != byte_at(file, offset, i)) return -EIO;
    }
    return int64_t(size);
}

int64_t read_file(int file, void* data, size_t size) {
    if (position >= 64) return 0;
    int64_t result = pread_file(file, data, size, position);
    position += result;
    return result;
}

int64_t write_file(int file, const void* data, size_t size) {
    int64_t result = pwrite_file(file, data, size, position);
    position += result > 0 ? result : 0;
    return result;
}

int64_t seek(int, int64_t offset, int whence) {
    if (whence == SEEK_END) return -EINVAL;
    position = whence == SEEK_SET ? offset : position + offset;
    return position;
}

int poll_file(int, int events) {
    return events & POLLIN;
}

const wavebreak_sim_ops kOps = {
    .abi_version = WAVEBREAK_SIM_ABI_VERSION,
    .pci = {.vendor_id = 0x1002,
            .device_id = 0x744c,
            .subvendor_id = 0x1eae,
            .subdevice_id = 0x7901,
            .revision_id = 0xc8,
            .domain = 0,
            .bus = 3,
            .device = 0,
            .function = 0,
            .driver = "amdgpu"},
    .open = open_file,
    .close = close_file,
    .ioctl = control,
    .mmap = map,
    .read = read_file,
    .write = write_file,
    .pread = pread_file,
    .pwrite = pwrite_file,
    .lseek = seek,
    .poll = poll_file,
};

} // namespace

extern "C" __attribute__((visibility("default"))) const wavebreak_sim_ops*
wavebreak_sim_get_ops(uint32_t version) {
    return version == WAVEBREAK_SIM_ABI_VERSION ? &kOps : nullptr;
}
