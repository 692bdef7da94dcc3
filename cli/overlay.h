// SPDX-License-Identifier: MIT
// `--overlay` of run and attach: panels in the program's picture, beside the prompt.
#pragma once

#include "cli/program.h"
#include "cli/shell.h"
#include "overlay/stream/shared_transport.h"
#include "overlay/stream/stream.h"

namespace wb::cli {

class Overlay {
public:
    explicit Overlay(std::string program);
    ~Overlay();
    Overlay(const Overlay&) = delete;

    /// For the line to the program, which the overlay shares with the session.
    OpenTransport opener();
    /// The session is worked on from its own thread: while it waits, and while the prompt does.
    void serve(engine::Session& session);
    ShellOptions shell();
    /// Before the session detaches.
    void end();

private:
    std::string pick(const protocol::CommandInfo& command);
    void captured(const overlay::Capture& capture);
    void post(std::function<void(engine::Session&)> task);
    void work_off();

    std::string program_;
    int wake_;
    engine::Session* session_ = nullptr;
    std::mutex lock_;
    std::deque<std::function<void(engine::Session&)>> tasks_; ///< under `lock_`
    std::deque<nlohmann::json> early_;         ///< under `lock_`: events before there is a stream
    overlay::SharedTransport* line_ = nullptr; ///< owned by the session
    std::unique_ptr<overlay::Stream> stream_;  ///< under `lock_` while it is made
};

} // namespace wb::cli
