/* SPDX-License-Identifier: MIT */
/*
 * The C boundary between the DRM shim and the simulated device.
 *
 * The shim (radv-patches/) is preloaded into the Vulkan program. It owns the file-descriptor side of the fake
 * render node and of its fake debugfs files: which fd is ours, dup, fork. Everything behind an open file is
 * the simulator's: the shim calls the functions below, with the meaning of the Linux system call of that
 * name.
 *
 * Rules for all functions: any thread may call at any time; errors are returned as negative errno values,
 * errno itself is not touched; nothing throws. A *file* is the simulator's number of one open file
 * description (what dup shares); the shim calls close once, when the last fd of it is gone.
 */
#ifndef WAVEBREAK_SIM_ABI_H
#define WAVEBREAK_SIM_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WAVEBREAK_SIM_ABI_VERSION 1u

/* What the shim's fake sysfs says of the device. */
struct wavebreak_sim_pci_info {
    uint16_t vendor_id, device_id, subvendor_id, subdevice_id;
    uint8_t revision_id;
    uint16_t domain;
    uint8_t bus, device, function;
    const char* driver; /* kernel driver name: "amdgpu" */
};

struct wavebreak_sim_ops {
    uint32_t abi_version; /* WAVEBREAK_SIM_ABI_VERSION of the library */
    struct wavebreak_sim_pci_info pci;

    /* Opens "/dev/dri/renderD128" or a file below "/sys/kernel/debug/dri/128/". Returns a file >= 0;
     * -ENOENT when the device has no such file. `flags` as for open(2). */
    int (*open)(const char* path, int flags);
    int (*close)(int file);
    /* The whole 32-bit request and its argument, DRM core ioctls included. Returns >= 0 or -errno. */
    int (*ioctl)(int file, unsigned long request, void* arg);
    /* Returns the mapping's address, or -errno as a pointer-sized integer. Unmapping is plain munmap(2). */
    intptr_t (*mmap)(int file, void* addr, size_t length, int prot, int flags, int64_t offset);
    int64_t (*read)(int file, void* data, size_t size);
    int64_t (*write)(int file, const void* data, size_t size);
    int64_t (*pread)(int file, void* data, size_t size, int64_t offset);
    int64_t (*pwrite)(int file, const void* data, size_t size, int64_t offset);
    int64_t (*lseek)(int file, int64_t offset, int whence);
    /* Which of `events` (poll(2) bits) hold now. Never blocks. */
    int (*poll)(int file, int events);
};

/*
 * The one exported function of libwavebreak_sim.so. `version` is the caller's WAVEBREAK_SIM_ABI_VERSION; NULL
 * when the library does not speak it or the device could not be made (the reason is on stderr). The table
 * lives as long as the process. The device is made at the first call and is one per process.
 */
const struct wavebreak_sim_ops* wavebreak_sim_get_ops(uint32_t version);

#ifdef __cplusplus
}
#endif
#endif
