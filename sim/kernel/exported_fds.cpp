// SPDX-License-Identifier: MIT
#include "sim/kernel/exported_fds.h"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace wb::sim {

ExportedFds::~ExportedFds() {
    for (auto& [inode, socket] : sockets_)
        close(socket.ours);
}

bool ExportedFds::inode_of(int fd, Inode& inode) {
    struct stat status{};
    if (fstat(fd, &status)) return false;
    inode = {status.st_dev, status.st_ino};
    return true;
}

int ExportedFds::export_bo(const std::shared_ptr<Bo>& bo) {
    const int fd = fcntl(bo->fd(), F_DUPFD_CLOEXEC, 0);
    Inode inode;
    if (fd < 0 || !inode_of(fd, inode)) return -errno;
    std::scoped_lock guard(lock_, bo->metadata_lock);
    buffers_[inode] = {bo, bo->traits, bo->metadata};
    return fd;
}

std::shared_ptr<Bo> ExportedFds::import_bo(int fd) {
    Inode inode;
    if (!inode_of(fd, inode)) return nullptr;
    std::lock_guard guard(lock_);
    const auto it = buffers_.find(inode);
    if (it == buffers_.end()) return nullptr;
    if (std::shared_ptr<Bo> bo = it->second.bo.lock()) return bo;
    Result<std::shared_ptr<Bo>> bo = Bo::from_fd(fd, it->second.traits);
    if (!bo) return nullptr;
    (*bo)->metadata = it->second.metadata;
    it->second.bo = *bo;
    return *bo;
}

void ExportedFds::drop_closed() {
    for (auto it = sockets_.begin(); it != sockets_.end();) {
        pollfd poll_fd{it->second.ours, 0, 0};
        if (poll(&poll_fd, 1, 0) == 1 && (poll_fd.revents & (POLLHUP | POLLERR))) {
            close(it->second.ours);
            it = sockets_.erase(it);
        } else {
            ++it;
        }
    }
}

int ExportedFds::make_socket(Socket socket, int* ours) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) return -errno;
    Inode inode;
    inode_of(ends[1], inode);
    socket.ours = ends[0];
    if (ours) *ours = ends[0];
    std::lock_guard guard(lock_);
    drop_closed();
    sockets_[inode] = std::move(socket);
    return ends[1];
}

int ExportedFds::export_syncobj(const std::shared_ptr<Syncobj>& syncobj) {
    return make_socket({-1, syncobj, nullptr}, nullptr);
}

std::shared_ptr<Syncobj> ExportedFds::import_syncobj(int fd) {
    Inode inode;
    if (!inode_of(fd, inode)) return nullptr;
    std::lock_guard guard(lock_);
    const auto it = sockets_.find(inode);
    return it == sockets_.end() ? nullptr : it->second.syncobj;
}

int ExportedFds::export_fence(SyncHub& hub, SyncHub::Lock& lock, const FencePtr& fence) {
    int ours = -1;
    const int fd = make_socket({-1, nullptr, fence}, &ours);
    if (fd < 0) return fd;
    // A copy for the watcher: the entry may be dropped and its fd number reused before the fence is
    // signalled.
    const int notify = fcntl(ours, F_DUPFD_CLOEXEC, 0);
    hub.watch(lock, [notify, fence] {
        if (!fence->signalled()) return false;
        const char byte = 1;
        (void)!send(notify, &byte, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
        close(notify);
        return true;
    });
    return fd;
}

FencePtr ExportedFds::import_fence(int fd) {
    Inode inode;
    if (!inode_of(fd, inode)) return nullptr;
    std::lock_guard guard(lock_);
    const auto it = sockets_.find(inode);
    return it == sockets_.end() ? nullptr : it->second.fence;
}

} // namespace wb::sim
