// SPDX-License-Identifier: MIT
// Where the socket lies and who may use it.
#include "protocol/socket.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace wb::test {

class Socket : public testing::Test {
protected:
    void SetUp() override {
        char name[] = "/tmp/wb-socket-XXXXXX";
        ASSERT_NE(mkdtemp(name), nullptr);
        folder = name;
        path = folder + "/s.sock";
    }
    void TearDown() override {
        unlink(path.c_str());
        rmdir(folder.c_str());
    }
    std::string folder, path;
};

TEST_F(Socket, LiesInXdgRuntimeDir) {
    setenv("XDG_RUNTIME_DIR", folder.c_str(), 1);
    EXPECT_EQ(protocol::socket_path(123).value_or(""), folder + "/wavebreak-123.sock");
}

TEST_F(Socket, WithoutXdgRuntimeDirLiesInAnotherPrivateFolder) {
    unsetenv("XDG_RUNTIME_DIR");
    const auto got = protocol::socket_folder();
    ASSERT_TRUE(got) << got.error().message;
    struct stat info{};
    ASSERT_EQ(lstat(got->c_str(), &info), 0);
    EXPECT_TRUE(S_ISDIR(info.st_mode));
    EXPECT_EQ(info.st_uid, geteuid());
    EXPECT_TRUE(got->starts_with("/run/user/") || (info.st_mode & 0777) == 0700);
    // A runtime folder that is not there, or is somebody's file, counts as none.
    setenv("XDG_RUNTIME_DIR", (folder + "/none").c_str(), 1);
    EXPECT_EQ(protocol::socket_folder().value_or(""), *got);
}

TEST_F(Socket, IsPrivateAndCarriesAConnection) {
    auto listener = protocol::listen_at(path);
    ASSERT_TRUE(listener) << listener.error().message;
    struct stat info{};
    ASSERT_EQ(stat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0600u);
    auto one = protocol::connect_to(path);
    ASSERT_TRUE(one);
    auto two = protocol::accept_peer(*listener);
    ASSERT_TRUE(two);
    EXPECT_EQ(write(*one, "x", 1), 1);
    char byte = 0;
    EXPECT_EQ(read(*two, &byte, 1), 1);
    EXPECT_TRUE(fcntl(*two, F_GETFD) & FD_CLOEXEC) << "children must not keep the connection open";
    close(*one), close(*two), close(*listener);
}

TEST_F(Socket, ReplacesADeadSocketButNotALiveOne) {
    auto dead = protocol::listen_at(path);
    ASSERT_TRUE(dead);
    close(*dead);
    auto live = protocol::listen_at(path);
    ASSERT_TRUE(live) << live.error().message;
    const auto second = protocol::listen_at(path);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, -EADDRINUSE);
    close(*live);
}

TEST_F(Socket, DoesNotReplaceAFileThatIsNoSocket) {
    FILE* file = fopen(path.c_str(), "w");
    ASSERT_NE(file, nullptr);
    fclose(file);
    EXPECT_FALSE(protocol::listen_at(path));
    EXPECT_EQ(access(path.c_str(), F_OK), 0) << "somebody's file was removed";
}

TEST_F(Socket, NamesTheProblemOfAPathThatIsTooLongOrMissing) {
    EXPECT_FALSE(protocol::listen_at(folder + "/" + std::string(200, 'x')));
    const auto missing = protocol::connect_to(path);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, -ENOENT);
}

TEST_F(Socket, RefusesPeersOfOtherUsers) {
    if (geteuid() != 0) GTEST_SKIP() << "needs root to become two users";
    // Root may speak with everybody, so both ends have to be somebody else.
    const pid_t child = fork();
    if (child == 0) {
        int fds[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) != 0) _exit(2); // made by root: the peer is root
        if (seteuid(65534) != 0) _exit(3);
        const bool root_may = bool(protocol::check_peer(fds[0]));
        int own[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, own) != 0) _exit(4);
        const bool same_may = bool(protocol::check_peer(own[0]));
        if (seteuid(0) != 0 || seteuid(65533) != 0) _exit(5);
        const bool other_may = bool(protocol::check_peer(own[0]));
        _exit(root_may && same_may && !other_may ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 0);
}

} // namespace wb::test
