// SPDX-License-Identifier: MIT
#include "sim/kernel/open_file.h"

#include "sim/kernel/ioctl.h"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace wb::sim {

int OpenFile::ioctl(unsigned long, void*) {
    return -ENOTTY;
}
intptr_t OpenFile::mmap(void*, size_t, int, int, int64_t) {
    return -ENODEV;
}
int64_t OpenFile::read(void*, size_t) {
    return -EINVAL;
}
int64_t OpenFile::write(const void*, size_t) {
    return -EINVAL;
}
int64_t OpenFile::pread(void*, size_t, int64_t) {
    return -EINVAL;
}
int64_t OpenFile::pwrite(const void*, size_t, int64_t) {
    return -EINVAL;
}
int64_t OpenFile::lseek(int64_t, int) {
    return 0;
}
int OpenFile::poll(int) {
    return 0;
}

namespace {

class RenderNode final : public OpenFile {
public:
    explicit RenderNode(KernelDevice& device) : file_(device) {}
    int ioctl(unsigned long request, void* argument) override { return drm_ioctl(file_, request, argument); }
    intptr_t mmap(void* address, size_t length, int prot, int flags, int64_t offset) override {
        return drm_mmap(file_, address, length, prot, flags, offset);
    }
    // Events are of mode setting: there never are any.
    int64_t read(void*, size_t) override { return -EAGAIN; }

private:
    DrmFile file_;
};

} // namespace

std::shared_ptr<OpenFile> open_render_node(KernelDevice& device) {
    return std::make_shared<RenderNode>(device);
}

std::shared_ptr<OpenFile> open_device_file(KernelDevice& device, std::string_view path, int) {
    if (path == "/dev/dri/renderD128") return open_render_node(device);
    if (path == "/sys/kernel/debug/dri/128/amdgpu_regs2") return open_regs2(device);
    return nullptr;
}

int FileTable::add(std::shared_ptr<OpenFile> file) {
    std::lock_guard guard(lock_);
    const auto free = std::find(files_.begin(), files_.end(), nullptr);
    if (free != files_.end()) {
        *free = std::move(file);
        return int(free - files_.begin());
    }
    files_.push_back(std::move(file));
    return int(files_.size()) - 1;
}

std::shared_ptr<OpenFile> FileTable::find(int number) {
    std::lock_guard guard(lock_);
    return number >= 0 && size_t(number) < files_.size() ? files_[size_t(number)] : nullptr;
}

bool FileTable::close(int number) {
    std::shared_ptr<OpenFile> closed; // Destroyed after the lock is released.
    std::lock_guard guard(lock_);
    if (number < 0 || size_t(number) >= files_.size()) return false;
    closed = std::exchange(files_[size_t(number)], nullptr);
    return closed != nullptr;
}

} // namespace wb::sim
