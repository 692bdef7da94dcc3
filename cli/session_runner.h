// SPDX-License-Identifier: MIT
// What run and attach share: an interpreter over a session, fed by a script or a prompt.
#pragma once

#include "cli/shell.h"
#include "engine/session/transport.h"

#include <atomic>

namespace wb::cli {

/// Set by Ctrl-C while a session runs.
extern std::atomic<bool> g_interrupted;
void catch_interrupts();

/// A transport that is connected later: commands before `run` need a session, but there is no program yet.
class DeferredTransport final : public engine::Transport {
public:
    void connect(std::unique_ptr<engine::Transport> transport) { transport_ = std::move(transport); }
    Result<nlohmann::json> request(const char* op, nlohmann::json fields) override;
    Result<nlohmann::json> request_until(const char* op, nlohmann::json fields,
                                         const std::atomic<bool>& interrupt) override;
    Result<std::optional<nlohmann::json>> next_event(std::chrono::milliseconds timeout) override;

private:
    std::unique_ptr<engine::Transport> transport_;
};

/// False, and says so on standard error, when `script` names a file that cannot be read.
bool can_read(const std::string& script);
/// The session's messages go to standard error from now on, and Ctrl-C ends its waiting.
void listen(engine::Session& session);
/// Feeds `first` and then the script (or the prompt) to the interpreter. True when all succeeded.
bool drive(engine::Interpreter& interpreter, const std::vector<std::string>& first, const std::string& script,
           bool json);

} // namespace wb::cli
