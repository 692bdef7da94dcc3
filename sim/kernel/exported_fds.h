// SPDX-License-Identifier: MIT
// Buffers, sync objects and fences as file descriptors (PRIME, syncobj and sync_file fds). The fds are real
// ones, which the program may dup, pass around in this process, and close without telling us. They are
// recognised by device and inode number.
#pragma once

#include "sim/kernel/bo.h"
#include "sim/kernel/syncobj.h"

#include <map>
#include <utility>

namespace wb::sim {

/// Thread-safe. Functions that return an fd return -errno on failure.
class ExportedFds {
public:
    ~ExportedFds();

    /// A dma-buf stand-in: the buffer's own memory file. lseek gives its size, mmap its bytes.
    int export_bo(const std::shared_ptr<Bo>& bo);
    /// The buffer behind an fd, also when its last handle was closed since. Null: not ours.
    std::shared_ptr<Bo> import_bo(int fd);

    int export_syncobj(const std::shared_ptr<Syncobj>& syncobj);
    std::shared_ptr<Syncobj> import_syncobj(int fd);

    /// A sync_file stand-in: polls readable when the fence is signalled.
    int export_fence(SyncHub& hub, SyncHub::Lock& lock, const FencePtr& fence);
    FencePtr import_fence(int fd);

private:
    using Inode = std::pair<uint64_t, uint64_t>;
    struct Buffer {
        std::weak_ptr<Bo> bo;
        Bo::Traits traits;
        Bo::Metadata metadata;
    };
    /// Our end of a socket pair whose other end the program has; it hangs up when that is closed everywhere.
    struct Socket {
        int ours = -1;
        std::shared_ptr<Syncobj> syncobj;
        FencePtr fence;
    };

    static bool inode_of(int fd, Inode& inode);
    int make_socket(Socket socket, int* ours);
    void drop_closed();

    std::mutex lock_;
    std::map<Inode, Buffer> buffers_;
    std::map<Inode, Socket> sockets_;
};

} // namespace wb::sim
