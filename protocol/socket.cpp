// SPDX-License-Identifier: MIT
#include "protocol/socket.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace wb::protocol {

static std::string reason() {
    return std::strerror(errno);
}

static bool is_own_folder(const std::string& path, bool private_mode) {
    struct stat info{};
    if (lstat(path.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != geteuid()) return false;
    return !private_mode || (info.st_mode & 0777) == 0700;
}

Result<std::string> socket_folder() {
    if (const char* runtime = std::getenv("XDG_RUNTIME_DIR"); runtime && *runtime) {
        if (is_own_folder(runtime, false)) return std::string(runtime);
    }
    const std::string user = std::to_string(geteuid());
    if (const std::string run = "/run/user/" + user; is_own_folder(run, false)) return run;
    const std::string own = "/tmp/wavebreak-" + user;
    if (mkdir(own.c_str(), 0700) != 0 && errno != EEXIST)
        return fail("cannot make " + own + " for the debugger's socket: " + reason() +
                        "; set XDG_RUNTIME_DIR",
                    -errno);
    if (!is_own_folder(own, true))
        return fail(own + " is not a folder of this user with mode 0700; remove it, or set XDG_RUNTIME_DIR",
                    -EACCES);
    return own;
}

Result<std::string> socket_path(pid_t pid) {
    auto folder = socket_folder();
    if (!folder) return folder;
    return *folder + "/wavebreak-" + std::to_string(pid) + ".sock";
}

static Result<sockaddr_un> address_of(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
        return fail("the socket's path is too long: " + path, -ENAMETOOLONG);
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    return address;
}

static Result<int> unix_socket() {
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return fail("cannot make a socket: " + reason(), -errno);
    return fd;
}

Result<int> listen_at(const std::string& path) {
    auto address = address_of(path);
    if (!address) return std::unexpected(address.error());
    auto fd = unix_socket();
    if (!fd) return fd;
    for (int attempt = 0;; ++attempt) {
        // The mode must be right from the first moment, so it comes from the umask.
        const mode_t old = umask(0177);
        const int bound = bind(*fd, reinterpret_cast<const sockaddr*>(&*address), sizeof *address);
        const int error = errno;
        umask(old);
        if (bound == 0) break;
        if (error == EADDRINUSE && attempt == 0) {
            auto live = connect_to(path);
            if (live) close(*live);
            // Only a socket that nobody listens at refuses connections; a file that is no socket does too.
            struct stat info{};
            const bool is_stale = !live && live.error().code == -ECONNREFUSED &&
                                  lstat(path.c_str(), &info) == 0 && S_ISSOCK(info.st_mode);
            if (!is_stale) {
                close(*fd);
                return fail(live ? "another process already listens at " + path
                                 : path + " is in the way: " + live.error().message,
                            -EADDRINUSE);
            }
            unlink(path.c_str());
            continue;
        }
        close(*fd);
        errno = error;
        return fail("cannot listen at " + path + ": " + reason(), -error);
    }
    if (listen(*fd, 4) != 0) {
        const int error = errno;
        close(*fd);
        return fail("cannot listen at " + path + ": " + std::strerror(error), -error);
    }
    return fd;
}

Result<int> connect_to(const std::string& path) {
    auto address = address_of(path);
    if (!address) return std::unexpected(address.error());
    auto fd = unix_socket();
    if (!fd) return fd;
    if (connect(*fd, reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0) {
        const int error = errno;
        close(*fd);
        return fail("cannot connect to " + path + ": " + std::strerror(error), -error);
    }
    if (Status ok = check_peer(*fd); !ok) {
        close(*fd);
        return std::unexpected(ok.error());
    }
    return fd;
}

Result<int> accept_peer(int listener) {
    const int fd = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0) return fail("no connection: " + reason(), -errno);
    if (Status ok = check_peer(fd); !ok) {
        close(fd);
        return std::unexpected(ok.error());
    }
    return fd;
}

Status check_peer(int fd) {
    ucred peer{};
    socklen_t size = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
        return fail("the peer's user is not known: " + reason(), -errno);
    if (peer.uid != geteuid() && peer.uid != 0 && geteuid() != 0)
        return fail("the peer is another user's process", -EACCES);
    return {};
}

} // namespace wb::protocol
