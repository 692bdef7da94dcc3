// SPDX-License-Identifier: MIT
// Runs under the DRM shim with the fake device of fake_sim.cpp behind it: the system calls on the device's
// files.
#include "fake_sim.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace fake;

namespace {

const char* const kNode = "/dev/dri/renderD128";
const char* const kRegs = "/sys/kernel/debug/dri/128/amdgpu_regs2";

// The fake's number of the file behind fd; -1 when the call fails.
int64_t file_of(int fd) {
    Call call{-1, 0};
    return ioctl(fd, kEcho, &call) == 0 ? call.file : -1;
}

int64_t closes() {
    int fd = open(kRegs, O_RDONLY);
    Call call{};
    EXPECT_EQ(ioctl(fd, kCloses, &call), 41) << "a positive result is the caller's";
    close(fd);
    return call.file;
}

// How many of the device's files `action` closes.
template <class Action>
int64_t closed_by(Action action) {
    int64_t before = closes();
    action();
    return closes() - before - 1; // the first count's own descriptor
}

class Node : public testing::Test {
protected:
    void SetUp() override {
        fd = open(kNode, O_RDWR | O_CLOEXEC);
        ASSERT_GE(fd, 0) << strerror(errno);
        file = file_of(fd);
        ASSERT_GE(file, kRenderNodeBase);
    }
    void TearDown() override {
        if (fd >= 0) close(fd);
    }
    int fd = -1;
    int64_t file = -1;
};

} // namespace

TEST_F(Node, EachOpenIsAFileOfItsOwn) {
    int other = open64(kNode, O_RDWR);
    EXPECT_EQ(file_of(other), file + 1);
    EXPECT_EQ(file_of(fd), file);
    EXPECT_EQ(close(other), 0);
    EXPECT_EQ(file_of(fd), file);
}

TEST_F(Node, OpenatOfAnAbsolutePath) {
    int other = openat(AT_FDCWD, kNode, O_RDWR);
    EXPECT_EQ(file_of(other), file + 1);
    close(other);
}

TEST_F(Node, CloseOnExecIsKept) {
    EXPECT_EQ(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
    int other = open(kNode, O_RDWR);
    EXPECT_EQ(fcntl(other, F_GETFD) & FD_CLOEXEC, 0);
    close(other);
}

TEST_F(Node, ErrorsOfTheDeviceBecomeErrno) {
    errno = 0;
    EXPECT_EQ(ioctl(fd, kRefuse, nullptr), -1);
    EXPECT_EQ(errno, EBUSY);
    errno = 0;
    EXPECT_EQ(mmap(nullptr, 4096, PROT_READ, MAP_SHARED, fd, kNoMapping), MAP_FAILED);
    EXPECT_EQ(errno, ENODEV);
}

TEST_F(Node, OtherNodesAreHidden) {
    for (const char* path : {"/dev/dri/card0", "/dev/dri/renderD129"}) {
        errno = 0;
        EXPECT_EQ(open(path, O_RDWR), -1) << path;
        EXPECT_EQ(errno, ENOENT) << path;
        EXPECT_EQ(access(path, F_OK), -1) << path;
    }
    EXPECT_EQ(access(kNode, R_OK | W_OK), 0);
}

TEST_F(Node, IsACharacterDeviceOfDrm) {
    struct stat by_path{}, by_fd{}, by_link{}, by_at{};
    ASSERT_EQ(stat(kNode, &by_path), 0);
    ASSERT_EQ(fstat(fd, &by_fd), 0);
    ASSERT_EQ(lstat(kNode, &by_link), 0);
    ASSERT_EQ(fstatat(AT_FDCWD, kNode, &by_at, 0), 0);
    for (const struct stat* st : {&by_path, &by_fd, &by_link, &by_at}) {
        EXPECT_TRUE(S_ISCHR(st->st_mode));
        EXPECT_EQ(st->st_rdev, makedev(226, 128));
    }
}

TEST_F(Node, MapsAtTheAddressAndOffsetAskedFor) {
    void* somewhere = mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0x3000);
    ASSERT_NE(somewhere, MAP_FAILED);
    EXPECT_EQ(*static_cast<uint64_t*>(somewhere), mapping_word(int(file), 0x3000));
    void* there = mmap64(somewhere, 4096, PROT_READ, MAP_SHARED | MAP_FIXED, fd, 0x1000);
    EXPECT_EQ(there, somewhere);
    EXPECT_EQ(*static_cast<uint64_t*>(there), mapping_word(int(file), 0x1000));
    EXPECT_EQ(munmap(somewhere, 8192), 0);
}

TEST_F(Node, DuplicatesShareTheFileUntilTheLastIsClosed) {
    std::vector<int> duplicates{dup(fd), fcntl(fd, F_DUPFD, 100), fcntl(fd, F_DUPFD_CLOEXEC, 200),
                                dup2(fd, 300), dup3(fd, 301, O_CLOEXEC)};
    EXPECT_EQ(duplicates[3], 300);
    for (int duplicate : duplicates)
        EXPECT_EQ(file_of(duplicate), file) << duplicate;
    EXPECT_EQ(closed_by([&] {
                  close(fd);
                  for (size_t i = 1; i < duplicates.size(); i++)
                      close(duplicates[i]);
              }),
              0);
    EXPECT_EQ(file_of(duplicates[0]), file);
    EXPECT_EQ(closed_by([&] { close(duplicates[0]); }), 1);
    fd = -1;
}

TEST_F(Node, AnotherFileInItsPlaceIsNotTheDevice) {
    int null = open("/dev/null", O_RDWR);
    EXPECT_EQ(closed_by([&] { dup2(null, fd); }), 1);
    EXPECT_EQ(file_of(fd), -1);
    EXPECT_EQ(errno, ENOTTY) << "the kernel answers for /dev/null";
    close(null);
}

TEST_F(Node, DuplicateOntoItselfChangesNothing) {
    EXPECT_EQ(closed_by([&] { EXPECT_EQ(dup2(fd, fd), fd); }), 0);
    EXPECT_EQ(file_of(fd), file);
}

TEST_F(Node, CloseRangeClosesIt) {
    int high = fcntl(fd, F_DUPFD, 900);
    close(fd);
    fd = -1;
    EXPECT_EQ(closed_by([&] { EXPECT_EQ(close_range(unsigned(high), 1000, 0), 0); }), 1);
    EXPECT_EQ(fcntl(high, F_GETFD), -1);
}

TEST_F(Node, AForkedChildLeavesTheDeviceAlone) {
    EXPECT_EQ(closed_by([&] {
                  pid_t child = fork();
                  if (child == 0) {
                      // Neither the device's file nor a new one of it is the child's; an ordinary file is.
                      bool refused = file_of(fd) == -1 && open(kNode, O_RDWR) == -1 && errno == ENODEV;
                      bool ordinary = open("/dev/null", O_RDONLY) >= 0;
                      close(fd);
                      _exit(refused && ordinary ? 0 : 1);
                  }
                  int status = -1;
                  waitpid(child, &status, 0);
                  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
              }),
              0);
    EXPECT_EQ(file_of(fd), file);
}

// The child has the parent's memory, but descriptors of its own.
TEST_F(Node, AChildOfVforkClosesItsOwnDescriptors) {
    EXPECT_EQ(closed_by([&] {
                  pid_t child = vfork(); // NOLINT(bugprone-unsafe-functions): it is what is tested.
                  if (child == 0) {
                      close(fd);
                      _exit(fcntl(fd, F_GETFD) == -1 ? 0 : 1);
                  }
                  int status = -1;
                  waitpid(child, &status, 0);
                  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
              }),
              0);
    EXPECT_EQ(file_of(fd), file);
}

TEST_F(Node, ManyThreadsOpenUseAndCloseAtOnce) {
    std::atomic<int> wrong{0};
    auto open_use_close = [&] {
        for (int i = 0; i < 500; i++) {
            int mine = open(kNode, O_RDWR), copy = dup(mine), plain = open("/dev/null", O_RDWR);
            int64_t number = file_of(mine);
            wrong += number < kRenderNodeBase || file_of(copy) != number || file_of(plain) != -1;
            close(mine);
            wrong += file_of(copy) != number;
            close(copy);
            close(plain);
        }
    };
    EXPECT_EQ(closed_by([&] {
                  std::vector<std::jthread> threads;
                  threads.reserve(4);
                  for (int t = 0; t < 4; t++)
                      threads.emplace_back(open_use_close);
              }),
              4 * 500);
    EXPECT_EQ(wrong, 0);
}

TEST(Debugfs, FilesAreTheSimulators) {
    for (const char* path : {kRegs, "/sys/kernel/debug/dri/0/amdgpu_regs2"}) {
        int fd = open(path, O_RDWR);
        ASSERT_GE(fd, 0) << path;
        Call call{-1, 0};
        EXPECT_EQ(ioctl(fd, kDebugfs, &call), 0);
        EXPECT_GE(call.file, kRegsBase);
        struct stat st{};
        EXPECT_EQ(fstat(fd, &st), 0);
        EXPECT_TRUE(S_ISREG(st.st_mode));
        EXPECT_EQ(stat(path, &st), 0);
        EXPECT_TRUE(S_ISREG(st.st_mode));
        EXPECT_EQ(access(path, R_OK), 0);
        close(fd);
    }
    const char* missing = "/sys/kernel/debug/dri/128/no_such_file";
    errno = 0;
    EXPECT_EQ(open(missing, O_RDONLY), -1);
    EXPECT_EQ(errno, ENOENT);
    struct stat st{};
    EXPECT_EQ(stat(missing, &st), -1);
    EXPECT_EQ(access(missing, F_OK), -1);
}

TEST(Debugfs, PositionedReadsAndWrites) {
    int fd = open(kRegs, O_RDWR);
    int file = int(file_of(fd));
    uint8_t data[8] = {};
    ASSERT_EQ(pread(fd, data, sizeof(data), 0x9880), 8);
    for (unsigned i = 0; i < 8; i++)
        EXPECT_EQ(data[i], byte_at(file, 0x9880, i));
    EXPECT_EQ(pwrite(fd, data, sizeof(data), 0x9880), 8);
    EXPECT_EQ(pwrite(fd, data, sizeof(data), 0x9881), -1) << "other bytes are refused";
    EXPECT_EQ(errno, EIO);
    ASSERT_EQ(pread64(fd, data, 4, 0x1'0000'0001), 4);
    EXPECT_EQ(data[3], byte_at(file, 0x1'0000'0001, 3));
    EXPECT_EQ(pwrite64(fd, data, 4, 0x1'0000'0001), 4);
    close(fd);
}

TEST(Debugfs, ReadsAndWritesMoveThePosition) {
    int fd = open(kRegs, O_RDWR);
    int file = int(file_of(fd));
    uint8_t data[4] = {};
    EXPECT_EQ(lseek(fd, 16, SEEK_SET), 16);
    ASSERT_EQ(read(fd, data, 4), 4);
    EXPECT_EQ(data[2], byte_at(file, 16, 2));
    EXPECT_EQ(lseek64(fd, -4, SEEK_CUR), 16);
    EXPECT_EQ(write(fd, data, 4), 4);
    EXPECT_EQ(lseek(fd, 0, SEEK_CUR), 20);
    EXPECT_EQ(lseek(fd, 0, SEEK_END), -1);
    EXPECT_EQ(errno, EINVAL);
    EXPECT_EQ(lseek(fd, 0, SEEK_SET), 0);
    close(fd);
}

TEST(Debugfs, AStreamReadsThroughTheDevice) {
    FILE* stream = fopen(kRegs, "r");
    ASSERT_NE(stream, nullptr);
    uint8_t data[80] = {};
    EXPECT_EQ(fread(data, 1, 64, stream), 64u);
    EXPECT_EQ(fseek(stream, 0, SEEK_SET), 0);
    int64_t closed = closed_by([&] { EXPECT_EQ(fclose(stream), 0); });
    EXPECT_EQ(closed, 1);
    EXPECT_EQ(data[1] - data[0], 1) << "consecutive bytes of byte_at";
    EXPECT_EQ(fopen("/sys/kernel/debug/dri/128/no_such_file", "r"), nullptr);
    EXPECT_EQ(errno, ENOENT);
}

TEST(Debugfs, PollTogetherWithAPipe) {
    int fd = open(kRegs, O_RDWR), ends[2];
    ASSERT_EQ(pipe(ends), 0);
    pollfd fds[] = {{fd, POLLIN, 0}, {ends[0], POLLIN, 0}, {-1, POLLIN, 7}};
    EXPECT_EQ(poll(fds, 3, -1), 1) << "the device is ready, the pipe is not";
    EXPECT_EQ(fds[0].revents, POLLIN);
    EXPECT_EQ(fds[1].revents, 0);
    EXPECT_EQ(fds[2].revents, 0);
    ASSERT_EQ(write(ends[1], "x", 1), 1);
    timespec wait{10, 0};
    EXPECT_EQ(ppoll(fds, 3, &wait, nullptr), 2);
    fds[0].events = POLLOUT; // the fake is never ready for it
    EXPECT_EQ(poll(fds, 3, -1), 1);
    EXPECT_EQ(fds[1].revents, POLLIN);
    for (int open_fd : {fd, ends[0], ends[1]})
        close(open_fd);
}
