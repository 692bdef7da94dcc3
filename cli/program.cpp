// SPDX-License-Identifier: MIT
#include "cli/program.h"

#include "protocol/socket.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace wb::cli {

static void put_in_front(std::map<std::string, std::string>& environment, const std::string& name,
                         const std::string& value, const char* otherwise) {
    const char* old = std::getenv(name.c_str());
    const std::string rest = old && *old ? old : otherwise;
    environment[name] = rest.empty() ? value : value + ":" + rest;
}

static std::map<std::string, std::string> environment_for(const Paths& paths, bool simulated,
                                                          const std::string& socket) {
    std::map<std::string, std::string> out;
    out["WAVEBREAK"] = "1";
    out["WAVEBREAK_SOCKET"] = socket;
    out["WAVEBREAK_SHARE"] = paths.trap_share;
    out["VK_DRIVER_FILES"] = out["VK_ICD_FILENAMES"] = paths.driver_manifest;
    put_in_front(out, "XDG_DATA_DIRS", paths.layer_share, "/usr/local/share:/usr/share");
    if (simulated) {
        out["WAVEBREAK_SIM_LIB"] = paths.simulator;
        put_in_front(out, "LD_PRELOAD", paths.shim, "");
        // The simulated GPU has no DCC and no HTILE, and does not draw; no device fact makes RADV do without.
        const char* debug = std::getenv("RADV_DEBUG");
        out["RADV_DEBUG"] = "nodcc,nohiz,computemeta" + (debug && *debug ? std::string(",") + debug : "");
    }
    return out;
}

static bool has_amd_gpu() {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/sys/class/drm", ignored)) {
        const auto driver = std::filesystem::read_symlink(entry.path() / "device/driver", ignored);
        if (driver.filename() == "amdgpu") return true;
    }
    return false;
}

Program::~Program() {
    stop_listening();
    if (peer_) peer_->clean_up();
}

void Program::stop_listening() {
    if (listener_ >= 0) close(std::exchange(listener_, -1));
    if (!socket_.empty()) unlink(std::exchange(socket_, "").c_str());
}

std::string exit_text(int status) {
    if (status >= 128)
        return fmt::format("was ended by signal {} ({})", status - 128, strsignal(status - 128));
    return fmt::format("exited with status {}", status);
}

Result<std::unique_ptr<engine::Transport>> Program::start(const ProgramOptions& options,
                                                          const std::atomic<bool>& interrupt) {
    const bool simulated = options.gpu == Gpu::Simulated || (options.gpu == Gpu::Auto && !has_amd_gpu());
    const Paths paths = find_paths();
    if (Status ok = check(paths, simulated); !ok) return std::unexpected(ok.error());
    auto transport = launch(options, paths, simulated, interrupt);
    // Nobody else is to connect; and the next start listens anew.
    stop_listening();
    return transport;
}

Result<std::unique_ptr<engine::Transport>> Program::launch(const ProgramOptions& options, const Paths& paths,
                                                           bool simulated,
                                                           const std::atomic<bool>& interrupt) {
    auto folder = protocol::socket_folder();
    if (!folder) return std::unexpected(folder.error());
    const std::string path = fmt::format("{}/wavebreak-run-{}.sock", *folder, getpid());
    auto listener = protocol::listen_at(path);
    if (!listener) return std::unexpected(listener.error());
    listener_ = *listener;
    socket_ = path;

    const auto environment = environment_for(paths, simulated, socket_);
    std::vector<char*> arguments;
    for (const std::string& word : options.command)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0)
        return fail(fmt::format("cannot start the program: {}", std::strerror(errno)));
    status_ = -1;
    pid_ = fork();
    if (pid_ < 0) {
        close(report[0]);
        close(report[1]);
        return fail(fmt::format("cannot start the program: {}", std::strerror(errno)));
    }
    if (pid_ == 0) {
        if (options.quiet_output) dup2(2, 1);
        if (options.output >= 0) {
            const int nothing = open("/dev/null", O_RDONLY);
            dup2(nothing, 0);
            dup2(options.output, 1);
            dup2(options.errors, 2);
        }
        // Ctrl-C is for the debugger.
        setpgid(0, 0);
        for (const auto& [name, value] : options.environment) {
            if (value)
                setenv(name.c_str(), value->c_str(), 1);
            else
                unsetenv(name.c_str());
        }
        for (const auto& [name, value] : environment)
            setenv(name.c_str(), value.c_str(), 1);
        if (options.folder.empty() || chdir(options.folder.c_str()) == 0)
            execvp(arguments[0], arguments.data());
        const int error = errno;
        (void)!write(report[1], &error, sizeof error);
        _exit(127);
    }
    close(report[1]);
    int error = 0;
    const bool failed = read(report[0], &error, sizeof error) == sizeof error;
    close(report[0]);
    if (failed) {
        wait();
        return fail(fmt::format("cannot start '{}': {}", options.command[0], std::strerror(error)));
    }
    if (options.started) options.started(pid_);
    return connect(options, interrupt);
}

Result<std::unique_ptr<engine::Transport>> Program::connect(const ProgramOptions& options,
                                                            const std::atomic<bool>& interrupt) {
    const Peer process(pid_);
    while (true) {
        pollfd waiting[2] = {{listener_, POLLIN, 0}, {process.descriptor(), POLLIN, 0}};
        poll(waiting, 2, options.idle ? 100 : 500);
        if (options.idle) options.idle();
        if (interrupt) {
            terminate(SIGKILL);
            wait();
            return fail("interrupted before the program made a Vulkan device; it was ended");
        }
        if (waiting[0].revents & POLLIN) {
            auto fd = protocol::accept_peer(listener_);
            if (!fd) continue;
            peer_.emplace(peer_of(*fd));
            return options.open(*fd, std::chrono::seconds(10));
        }
        if (waiting[1].revents & POLLIN || (process.descriptor() < 0 && !running()))
            return fail(
                fmt::format("the program {} before its Vulkan layer had connected; does it use Vulkan?",
                            exit_text(wait())));
    }
}

Result<std::unique_ptr<engine::Transport>> open_socket(int fd, std::chrono::milliseconds patience) {
    auto transport = engine::SocketTransport::open(fd, patience);
    if (!transport) return std::unexpected(transport.error());
    return std::move(*transport);
}

Result<int> layer_socket(int pid) {
    if (pid <= 0 || kill(pid, 0) != 0)
        return fail(fmt::format("there is no process {} that this user may debug", pid));
    auto path = protocol::socket_path(pid);
    if (!path) return std::unexpected(path.error());
    auto fd = protocol::connect_to(*path);
    if (!fd)
        return fail(fmt::format("process {} has no Wavebreak layer listening ({}); start it with "
                                "WAVEBREAK=1 and the layer installed",
                                pid, fd.error().message));
    return *fd;
}

Result<std::unique_ptr<engine::Transport>> connect_to_process(int pid, const OpenTransport& open) {
    auto fd = layer_socket(pid);
    if (!fd) return std::unexpected(fd.error());
    return open(*fd, std::chrono::seconds(5));
}

static int status_from(int wait_status) {
    return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

bool Program::running() {
    if (pid_ <= 0 || status_ >= 0) return false;
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) != pid_) return true;
    status_ = status_from(status);
    return false;
}

bool Program::ends_within(std::chrono::milliseconds patience) {
    if (!running()) return true;
    pollfd process{int(syscall(SYS_pidfd_open, pid_, 0)), POLLIN, 0};
    poll(&process, 1, int(patience.count()));
    if (process.fd >= 0) close(process.fd);
    return !running();
}

int Program::wait() {
    if (pid_ <= 0) return 0;
    while (status_ < 0) {
        int status = 0;
        if (waitpid(pid_, &status, 0) == pid_)
            status_ = status_from(status);
        else if (errno != EINTR)
            status_ = 0;
    }
    return status_;
}

void Program::terminate(int signal) {
    // It leads a process group of its own.
    if (running()) kill(-pid_, signal);
}

int Program::wait(std::atomic<bool>& interrupt) {
    int signal = SIGTERM;
    while (!ends_within(std::chrono::milliseconds(100))) {
        // A signal handler ends that wait at once; its limit is for a signal that comes right before it.
        if (!interrupt.exchange(false)) continue;
        terminate(signal);
        signal = SIGKILL;
    }
    return pid_ > 0 ? status_ : 0;
}

std::string Program::ending() {
    if (ending_) return *ending_;
    ending_ = "";
    if (!peer_) return *ending_;
    ending_ = peer_->going_on();
    if (ending_->empty() && peer_->pid() == pid_ && wait() != 0) ending_ = exit_text(status_);
    return *ending_;
}

} // namespace wb::cli
