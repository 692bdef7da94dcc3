// SPDX-License-Identifier: MIT
// The exported side of libwavebreak_sim.so: the one device of the process behind the C boundary.
#include "sim/include/wavebreak/sim_abi.h"

#include "sim/kernel/device_facts.h"
#include "sim/kernel/open_file.h"
#include "sim/trace.h"

#include <cerrno>

namespace {

using namespace wb::sim;

struct World {
    KernelDevice kernel;
    FileTable files;
};

/// Never destroyed: executor threads and the program's own threads may use it until the process is gone.
World* g_world = nullptr;

template <class F>
auto with_file(int number, F call) -> decltype(call(*g_world->files.find(number))) {
    const std::shared_ptr<OpenFile> file = g_world->files.find(number);
    if (!file) return -EBADF;
    return call(*file);
}

int sim_open(const char* path, int flags) {
    std::shared_ptr<OpenFile> file = open_device_file(g_world->kernel, path, flags);
    return file ? g_world->files.add(std::move(file)) : -ENOENT;
}
int sim_close(int file) {
    return g_world->files.close(file) ? 0 : -EBADF;
}
int sim_ioctl(int file, unsigned long request, void* argument) {
    return with_file(file, [&](OpenFile& open) { return open.ioctl(request, argument); });
}
intptr_t sim_mmap(int file, void* address, size_t length, int prot, int flags, int64_t offset) {
    return with_file(file, [&](OpenFile& open) { return open.mmap(address, length, prot, flags, offset); });
}
int64_t sim_read(int file, void* data, size_t size) {
    return with_file(file, [&](OpenFile& open) { return open.read(data, size); });
}
int64_t sim_write(int file, const void* data, size_t size) {
    return with_file(file, [&](OpenFile& open) { return open.write(data, size); });
}
int64_t sim_pread(int file, void* data, size_t size, int64_t offset) {
    return with_file(file, [&](OpenFile& open) { return open.pread(data, size, offset); });
}
int64_t sim_pwrite(int file, const void* data, size_t size, int64_t offset) {
    return with_file(file, [&](OpenFile& open) { return open.pwrite(data, size, offset); });
}
int64_t sim_lseek(int file, int64_t offset, int whence) {
    return with_file(file, [&](OpenFile& open) { return open.lseek(offset, whence); });
}
int sim_poll(int file, int events) {
    return with_file(file, [&](OpenFile& open) { return open.poll(events); });
}

constexpr wavebreak_sim_ops kOps = {
    .abi_version = WAVEBREAK_SIM_ABI_VERSION,
    .pci = {.vendor_id = facts::kVendorId,
            .device_id = facts::kDeviceId,
            .subvendor_id = facts::kSubvendorId,
            .subdevice_id = facts::kSubdeviceId,
            .revision_id = facts::kPciRevision,
            .domain = 0,
            .bus = facts::kPciBus,
            .device = 0,
            .function = 0,
            .driver = facts::kDriverName},
    .open = sim_open,
    .close = sim_close,
    .ioctl = sim_ioctl,
    .mmap = sim_mmap,
    .read = sim_read,
    .write = sim_write,
    .pread = sim_pread,
    .pwrite = sim_pwrite,
    .lseek = sim_lseek,
    .poll = sim_poll,
};

/// Null, with the reason on stderr, when the device cannot be made.
World* make_world() {
    auto world = std::make_unique<World>();
    wb::Result<Device> device = make_device(world->kernel.traps);
    if (!device) {
        trace::loud("no simulated device: %s", device.error().message.c_str());
        return nullptr;
    }
    world->kernel.connect(std::move(*device));
    return world.release();
}

} // namespace

extern "C" __attribute__((visibility("default"))) const wavebreak_sim_ops*
wavebreak_sim_get_ops(uint32_t version) {
    if (version != WAVEBREAK_SIM_ABI_VERSION) {
        trace::loud(
            "asked for interface version %u, this library has %u: rebuild the driver and the simulator "
            "together",
            version, WAVEBREAK_SIM_ABI_VERSION);
        return nullptr;
    }
    static const bool made = [] {
        g_world = make_world();
        return g_world != nullptr;
    }();
    return made ? &kOps : nullptr;
}
