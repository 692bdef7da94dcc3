// SPDX-License-Identifier: MIT
// Open files of the simulated device, and the table of them behind the C boundary.
#pragma once

#include "sim/kernel/device.h"

#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace wb::sim {

/// One open file description. The defaults are those of a file that does not support the call. Results are as
/// in sim_abi.h. Any thread.
class OpenFile {
public:
    virtual ~OpenFile() = default;
    virtual int ioctl(unsigned long request, void* argument);
    virtual intptr_t mmap(void* address, size_t length, int prot, int flags, int64_t offset);
    virtual int64_t read(void* data, size_t size);
    virtual int64_t write(const void* data, size_t size);
    virtual int64_t pread(void* data, size_t size, int64_t offset);
    virtual int64_t pwrite(const void* data, size_t size, int64_t offset);
    virtual int64_t lseek(int64_t offset, int whence);
    virtual int poll(int events);
};

/// Opens the render node or a debugfs file; null when the device has no such file. `flags` as for open(2).
std::shared_ptr<OpenFile> open_device_file(KernelDevice& device, std::string_view path, int flags);
std::shared_ptr<OpenFile> open_render_node(KernelDevice& device);
std::shared_ptr<OpenFile> open_regs2(KernelDevice& device);

/// Numbers for open files.
class FileTable {
public:
    int add(std::shared_ptr<OpenFile> file);
    std::shared_ptr<OpenFile> find(int number);
    bool close(int number);

private:
    std::mutex lock_;
    std::vector<std::shared_ptr<OpenFile>> files_;
};

} // namespace wb::sim
