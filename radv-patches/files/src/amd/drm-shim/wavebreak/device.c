/* SPDX-License-Identifier: MIT */
/*
 * What drm-shim's libc wrappers call: in place of drm-shim's own device.c, each call goes to the simulator.
 * drm-shim's `struct shim_fd` is never defined here; its pointers are our `struct shim_file`.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "drm-shim/drm_shim.h"
#include "files.h"
#include "sim.h"

bool drm_shim_driver_prefers_first_render_node = true;

static void* file_mmap(struct shim_fd* shim_fd, void* addr, size_t length, int prot, int flags,
                       off64_t offset) {
    struct shim_file* file = (struct shim_file*)shim_fd;
    intptr_t result = shim_sim_of_file()->mmap(file->sim_file, addr, length, prot, flags, offset);
    if (result < 0 && result > -4096) {
        errno = (int)-result;
        return MAP_FAILED;
    }
    return (void*)result;
}

static int file_stat(const char* path, int fd, mode_t* mode, dev_t* rdev) {
    bool render_node;
    if (path) {
        char buffer[4096];
        const char* sim_path = shim_file_sim_path(path, buffer, sizeof(buffer));
        if (!sim_path) return DRM_SHIM_NOT_OURS;
        render_node = sim_path == path && path[1] == 'd';
        int opened = render_node ? -1 : shim_file_open(path, O_RDONLY);
        if (!render_node && opened < 0) return -1;
        if (opened >= 0) close(opened);
    } else {
        render_node = shim_file_of(fd)->render_node;
    }
    *mode = render_node ? S_IFCHR | 0666 : S_IFREG | 0600;
    *rdev = render_node ? makedev(DRM_MAJOR, render_node_minor) : 0;
    return 0;
}

/* The device's identity, as sysfs tells it. */
static void describe_pci(void) {
    const struct wavebreak_sim_ops* sim = shim_sim();
    if (!sim) return;
    const struct wavebreak_sim_pci_info* pci = &sim->pci;
    char text[512];
    const struct {
        const char* name;
        const char* format;
        unsigned value;
    } ids[] = {
        {"vendor", "0x%04x\n", pci->vendor_id},
        {"device", "0x%04x\n", pci->device_id},
        {"subsystem_vendor", "0x%04x\n", pci->subvendor_id},
        {"subsystem_device", "0x%04x\n", pci->subdevice_id},
        {"revision", "0x%02x\n", pci->revision_id},
    };
    for (unsigned i = 0; i < ARRAY_SIZE(ids); i++) {
        snprintf(text, sizeof(text), ids[i].format, ids[i].value);
        drm_shim_override_file(text, "/sys/dev/char/%d:%d/device/%s", DRM_MAJOR, render_node_minor,
                               ids[i].name);
    }
    snprintf(text, sizeof(text),
             "DRIVER=%s\nPCI_CLASS=30000\nPCI_ID=%04X:%04X\nPCI_SUBSYS_ID=%04X:%04X\n"
             "PCI_SLOT_NAME=%04x:%02x:%02x.%x\nMODALIAS=pci:v%08Xd%08Xsv%08Xsd%08Xbc03sc00i00\n",
             pci->driver, pci->vendor_id, pci->device_id, pci->subvendor_id, pci->subdevice_id, pci->domain,
             pci->bus, pci->device, pci->function, pci->vendor_id, pci->device_id, pci->subvendor_id,
             pci->subdevice_id);
    drm_shim_override_file(text, "/sys/dev/char/%d:%d/device/uevent", DRM_MAJOR, render_node_minor);
}

/* amdgpu's parameter, as the simulator's watchdog has it: milliseconds for every ring; negative = never. */
static void describe_watchdog(void) {
    const char* limit = getenv("WAVEBREAK_SIM_LOCKUP_TIMEOUT_MS");
    char text[32];
    long value = limit ? strtol(limit, NULL, 10) : 0;
    snprintf(text, sizeof(text), "%ld\n", value > 0 ? value : -1);
    drm_shim_override_file(text, "/sys/module/amdgpu/parameters/lockup_timeout");
}

static void describe(void) {
    describe_pci();
    describe_watchdog();
}

static void prepare(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, describe);
}

bool shim_fopen(const char* path, const char* mode, FILE** file);

struct shim_device shim_device = {
    .bus_type = DRM_BUS_PCI,
    .driver_prepare = prepare,
    .driver_open = shim_file_open,
    .driver_fopen = shim_fopen,
    .driver_stat = file_stat,
    .driver_mmap = file_mmap,
};

void drm_shim_device_init(void) {}

struct shim_fd* drm_shim_fd_lookup(int fd) {
    return (struct shim_fd*)shim_file_of(fd);
}

void drm_shim_fd_register(int fd, struct shim_fd* shim_fd) {
    shim_file_share(fd, (struct shim_file*)shim_fd);
}

void drm_shim_fd_unregister(int fd) {
    shim_file_forget(fd);
}

int drm_shim_ioctl(int fd, unsigned long request, void* arg) {
    struct shim_file* file = shim_file_of(fd);
    if (!file) {
        errno = EBADF;
        return -1;
    }
    int result = shim_sim_of_file()->ioctl(file->sim_file, request, arg);
    if (result < 0) {
        errno = -result;
        return -1;
    }
    return result;
}

/* Never reached: driver_mmap is set. */
void* drm_shim_mmap(struct shim_fd* shim_fd, size_t length, int prot, int flags, UNUSED int fd,
                    off64_t offset) {
    return file_mmap(shim_fd, NULL, length, prot, flags, offset);
}
