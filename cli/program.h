// SPDX-License-Identifier: MIT
// The debugged program as a child process.
#pragma once

#include "cli/paths.h"
#include "cli/peer.h"
#include "engine/session/transport.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace wb::cli {

/// Makes a session's line of a connected socket, which it owns.
using OpenTransport =
    std::function<Result<std::unique_ptr<engine::Transport>>(int fd, std::chrono::milliseconds patience)>;
/// engine::SocketTransport's.
Result<std::unique_ptr<engine::Transport>> open_socket(int fd, std::chrono::milliseconds patience);

enum class Gpu { Auto, Simulated, Hardware };

struct ProgramOptions {
    std::vector<std::string> command;
    Gpu gpu = Gpu::Auto;
    bool quiet_output = false; ///< the program's standard output goes to standard error
    std::string folder;        ///< where it starts, "" = here
    /// Set in its environment, or taken out (nothing). Wavebreak's own variables win.
    std::vector<std::pair<std::string, std::optional<std::string>>> environment;
    int output = -1, errors = -1;         ///< its standard output and standard error; its input is then empty
    std::function<void(int pid)> started; ///< called once it runs
    OpenTransport open = open_socket;
    std::function<void()> idle; ///< called about every 100 ms while its layer has not connected
};

/// A socket that is connected to the layer in process `pid`. An error says what is missing.
Result<int> layer_socket(int pid);
/// The same, and says hello.
Result<std::unique_ptr<engine::Transport>> connect_to_process(int pid,
                                                              const OpenTransport& open = open_socket);

class Program {
public:
    ~Program();
    /// Starts the program with layer, driver and (simulated) shim in its environment, and waits until its
    /// layer has connected. Fails when the program ends first, with its status, or cannot be started; it may
    /// then be called again.
    Result<std::unique_ptr<engine::Transport>> start(const ProgramOptions& options,
                                                     const std::atomic<bool>& interrupt);
    /// Waits for the program's end. Its exit status, or 128 + signal.
    int wait();
    /// The same; `interrupt` becoming true ends the program: with SIGTERM, and the second time with SIGKILL.
    int wait(std::atomic<bool>& interrupt);
    bool running();
    /// Waits for its end, at most `patience`; true when it has ended.
    bool ends_within(std::chrono::milliseconds patience);
    /// Sends `signal` to the program and the processes it started.
    void terminate(int signal);
    int pid() const { return pid_; }
    /// Once the connection is gone: how the debugged process ended, as in exit_text; "" when it ended well or
    /// that is not known (it is not our child but a child's).
    std::string ending();
    /// ending() has told it.
    bool ending_told() const { return ending_ && !ending_->empty(); }

private:
    Result<std::unique_ptr<engine::Transport>> launch(const ProgramOptions& options, const Paths& paths,
                                                      bool simulated, const std::atomic<bool>& interrupt);
    Result<std::unique_ptr<engine::Transport>> connect(const ProgramOptions& options,
                                                       const std::atomic<bool>& interrupt);
    void stop_listening();

    int pid_ = -1, status_ = -1, listener_ = -1;
    std::string socket_;
    std::optional<Peer> peer_;
    std::optional<std::string> ending_;
};

/// "exited with status 3" / "was ended by signal 11 (Segmentation fault)".
std::string exit_text(int status);

} // namespace wb::cli
