// SPDX-License-Identifier: MIT
#include "cli/dap/output.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

namespace wb::cli::dap_server {

static void close_one(int& fd) {
    if (fd >= 0) close(fd);
    fd = -1;
}

Status ProgramOutput::open() {
    for (int i = 0; i < 2; ++i) {
        termios raw{};
        cfmakeraw(&raw);
        if (openpty(&our_ends_[i], &program_ends_[i], nullptr, &raw, nullptr) != 0)
            return fail(std::string("cannot make a terminal for the program's output: ") +
                        std::strerror(errno));
        fcntl(our_ends_[i], F_SETFD, FD_CLOEXEC);
        fcntl(program_ends_[i], F_SETFD, FD_CLOEXEC);
        fcntl(our_ends_[i], F_SETFL, O_NONBLOCK);
    }
    return {};
}

void ProgramOutput::close_program_ends() {
    close_one(program_ends_[0]);
    close_one(program_ends_[1]);
}

void ProgramOutput::watch(int pid) {
    close_program_ends();
    process_ = int(syscall(SYS_pidfd_open, pid, 0));
    wake_ = eventfd(0, EFD_CLOEXEC);
    thread_ = std::thread([this] { read_until_end(); });
}

/// Bytes at the end of `text` that begin a character of UTF-8 and do not finish it.
static size_t unfinished(std::string_view text) {
    for (size_t n = 1; n <= std::min<size_t>(3, text.size()); ++n) {
        const auto byte = static_cast<unsigned char>(text[text.size() - n]);
        if ((byte & 0xc0) == 0x80) continue; // a character's later byte
        const size_t length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
        return length > n ? n : 0;
    }
    return 0;
}

/// Passes on what is there now; false when nothing was.
bool ProgramOutput::pump(int which) {
    char bytes[8192];
    const ssize_t got = read(our_ends_[which], bytes, sizeof bytes);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    const char* category = which ? "stderr" : "stdout";
    std::string text = std::exchange(unfinished_[which], "");
    if (got <= 0) { // EIO: nobody has the other end any more
        if (!text.empty()) on_text(category, text);
        close_one(our_ends_[which]);
        return false;
    }
    text.append(bytes, size_t(got));
    const size_t kept = unfinished(text);
    unfinished_[which] = text.substr(text.size() - kept);
    text.resize(text.size() - kept);
    if (!text.empty()) on_text(category, text);
    return true;
}

void ProgramOutput::read_until_end() {
    while (true) {
        pollfd waiting[4] = {
            {our_ends_[0], POLLIN, 0}, {our_ends_[1], POLLIN, 0}, {process_, POLLIN, 0}, {wake_, POLLIN, 0}};
        if (poll(waiting, 4, -1) < 0 && errno != EINTR) return;
        if (waiting[3].revents) return;
        for (int i = 0; i < 2; ++i)
            if (waiting[i].revents) pump(i);
        if (!waiting[2].revents) continue;
        for (int i = 0; i < 2; ++i)
            while (our_ends_[i] >= 0 && pump(i)) {
            }
        ended_ = true;
        on_end();
        return;
    }
}

/// Runs in a process of its own.
[[noreturn]] static void read_and_forget(int (&fds)[2]) {
    setsid();
    const int nothing = open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3; ++fd)
        dup2(nothing, fd);
    for (int fd = 3; fd < 1024; ++fd)
        if (fd != fds[0] && fd != fds[1]) close(fd);
    while (fds[0] >= 0 || fds[1] >= 0) {
        pollfd waiting[2] = {{fds[0], POLLIN, 0}, {fds[1], POLLIN, 0}};
        poll(waiting, 2, -1);
        for (int i = 0; i < 2; ++i) {
            if (!waiting[i].revents) continue;
            char bytes[8192];
            const ssize_t got = read(fds[i], bytes, sizeof bytes);
            if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) close_one(fds[i]);
        }
    }
    _exit(0);
}

void ProgramOutput::stop(bool keep_reading) {
    if (thread_.joinable()) {
        const uint64_t one = 1;
        (void)!write(wake_, &one, sizeof one);
        thread_.join();
    }
    if (keep_reading && (our_ends_[0] >= 0 || our_ends_[1] >= 0) && fork() == 0) read_and_forget(our_ends_);
    for (int* fd : {&our_ends_[0], &our_ends_[1], &process_, &wake_})
        close_one(*fd);
    close_program_ends();
}

ProgramOutput::~ProgramOutput() {
    stop(false);
}

} // namespace wb::cli::dap_server
