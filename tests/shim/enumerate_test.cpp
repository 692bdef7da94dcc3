// SPDX-License-Identifier: MIT
// Runs under the DRM shim: what libdrm makes of the fake sysfs.
#include "fake_sim.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>
#include <xf86drm.h>

namespace {

void expect_the_fakes_pci_device(const drmDevice* device) {
    ASSERT_EQ(device->bustype, DRM_BUS_PCI);
    EXPECT_EQ(device->available_nodes, 1 << DRM_NODE_RENDER);
    EXPECT_STREQ(device->nodes[DRM_NODE_RENDER], "/dev/dri/renderD128");
    EXPECT_EQ(device->businfo.pci->bus, 3);
    EXPECT_EQ(device->businfo.pci->func, 0);
    EXPECT_EQ(device->deviceinfo.pci->vendor_id, 0x1002);
    EXPECT_EQ(device->deviceinfo.pci->device_id, 0x744c);
    EXPECT_EQ(device->deviceinfo.pci->subvendor_id, 0x1eae);
    EXPECT_EQ(device->deviceinfo.pci->subdevice_id, 0x7901);
    EXPECT_EQ(device->deviceinfo.pci->revision_id, 0xc8);
}

} // namespace

TEST(Enumerate, OneDeviceWithTheSimulatorsIds) {
    drmDevice* devices[8] = {};
    ASSERT_EQ(drmGetDevices2(DRM_DEVICE_GET_PCI_REVISION, devices, 8), 1);
    expect_the_fakes_pci_device(devices[0]);
    drmFreeDevices(devices, 1);
}

TEST(Enumerate, TheSameOnManyThreads) {
    // Where /dev/dri is missing, Mesa's shim gave every opendir of it one shared directory.
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; t++) {
        threads.emplace_back([] {
            for (int i = 0; i < 50; i++) {
                int fd = open("/dev/dri/renderD128", O_RDWR);
                drmDevice* device = nullptr;
                ASSERT_EQ(drmGetDevice2(fd, DRM_DEVICE_GET_PCI_REVISION, &device), 0);
                expect_the_fakes_pci_device(device);
                drmFreeDevice(&device);
                close(fd);
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
}

TEST(Enumerate, UeventNamesTheSameIds) {
    FILE* uevent = fopen("/sys/dev/char/226:128/device/uevent", "r");
    ASSERT_NE(uevent, nullptr);
    char text[1024] = {};
    ASSERT_GT(fread(text, 1, sizeof(text) - 1, uevent), 0u);
    fclose(uevent);
    EXPECT_NE(std::strstr(text, "PCI_ID=1002:744C\n"), nullptr) << text;
    EXPECT_NE(std::strstr(text, "PCI_SLOT_NAME=0000:03:00.0\n"), nullptr) << text;
}

TEST(Enumerate, LinksAndPathsKeepLibcsContracts) {
    char link[64];
    std::memset(link, 'x', sizeof(link));
    ASSERT_EQ(readlink("/sys/dev/char/226:128/device/subsystem", link, sizeof(link)), 4);
    EXPECT_EQ(std::string(link, 4), "/pci");
    char* path = realpath("/sys/dev/char/226:128/device", nullptr);
    ASSERT_NE(path, nullptr);
    std::free(path);
}

TEST(Enumerate, TheDirectoryListsTheNode) {
    DIR* folder = opendir("/dev/dri");
    ASSERT_NE(folder, nullptr);
    int nodes = 0;
    while (dirent* entry = readdir(folder))
        nodes += std::string(entry->d_name) == "renderD128";
    EXPECT_GE(nodes, 1) << "a machine's own node of that name is listed too";
    closedir(folder);
}
