// SPDX-License-Identifier: MIT
// The debug adapter: one editor's session over the engine.
//
// cppdap's threads only put requests into a queue; the thread that called `serve` handles them one after
// another and owns the engine. While the program runs that thread waits inside the engine, which calls back
// often enough for requests to be answered; during a step they wait for its end, except for those that cut it
// short.
#pragma once

#include "cli/dap/output.h"
#include "cli/dap/wire.h"
#include "cli/program.h"
#include "cli/session_runner.h"
#include "engine/session/scopes.h"

#include <condition_variable>
#include <dap/protocol.h>
#include <dap/session.h>
#include <deque>

namespace wb::cli::dap_server {

/// What the program is doing, as far as requests care.
enum class State { NotStarted, Starting, Running, Stopped, Ended };
/// What the serving thread does next, besides requests.
enum class Run { Nothing, Start, Continue, KeepWaiting, StepInto, StepOver, StepOut, StepInstruction };

/// A frame of a stopped wave, seen by one of its lanes. Waves are the agent's numbers.
struct FrameRef {
    uint64_t wave = 0;
    unsigned lane = 0, frame = 0;
};

/// Something that can be unfolded in the variables view.
struct Node {
    enum class Kind { Scope, Registers, Sgprs, Vgprs, Value };
    Kind kind = Kind::Value;
    engine::ScopeKind scope{};
    FrameRef where;
    engine::Value value;
    std::string expression; ///< what evaluates to `value` in `where`, "" = nothing does
    uint64_t end = 0;       ///< address behind the memory it may use, 0 = not known
};

/// A breakpoint as the editor was last told about it.
struct Told {
    bool verified = false;
    uint32_t line = 0;
    std::string message; ///< why it is not verified
};

/// A source without a file on disk.
struct ShaderSource {
    uint64_t shader = 0;
    std::string file;
    bool operator==(const ShaderSource&) const = default;
};

class Adapter {
public:
    Adapter(int input, int output);
    ~Adapter();
    /// Serves until the editor disconnects or closes the line. The process's exit status.
    int serve();

    /// Handles requests of type Request with a Result<Request::Response>(const Request&) on the serving
    /// thread.
    template <class Request, class Handler>
    void on(Handler handler);
    /// The same for requests that may cut a step, or the wait for a starting program, short.
    template <class Request, class Handler>
    void on_urgent(Handler handler);
    template <class Event>
    void send(const Event& event) {
        dap_->send(event);
    }
    /// Queues work behind the request that is being handled, so behind its answer.
    void post(std::function<void()> task, bool urgent = false);

    // ---- for the handlers; each area's file has some
    engine::Session& session() { return *session_; }
    /// An error that says why nothing is stopped.
    Status need_stop() const;
    void say(const std::string& text, const char* category = "console");
    void changed_variables();
    void changed_focus();

    // threads.cpp
    int64_t thread_id(uint64_t wave) const;
    Result<FrameRef> thread(int64_t id);
    Result<FrameRef> frame(int64_t id) const;
    engine::FrameNames names(const FrameRef& where);
    /// The wave, when `where` has names; an error says why not.
    Result<engine::WaveView*> view(const FrameRef& where);
    FrameRef focus_ref();

    // breakpoints.cpp
    void sync_breakpoints();
    void hide_breakpoint(unsigned id) { hidden_breakpoint_ = id; }
    bool is_hidden(unsigned id) const { return id == hidden_breakpoint_; }

    // sources.cpp
    dap::Source source_of(const engine::Shader& shader, std::string_view file);
    const ShaderSource* source_reference(int64_t reference) const;
    void remember_editor_path(const std::string& path);

    // variables.cpp
    dap::Variable variable(const std::string& name, engine::Value value, const FrameRef& where,
                           const std::string& expression, uint64_t end, bool hex);
    /// Gives what `expression` names the value `text`, tells what is to be said of it, and shows what is
    /// there now.
    Result<dap::Variable> assign(const std::string& expression, const std::string& text,
                                 const FrameRef& where, uint64_t end, bool hex);

    // launch.cpp
    Status start_program();
    void finish();
    void end_session(bool terminate);

    // ---- state
    State state = State::NotStarted;
    Run next_run = Run::Nothing;
    bool lines_from_1 = true, columns_from_1 = true, tells_invalidated = false, configured = false,
         stop_on_entry = false, attached = false;
    std::optional<ProgramOptions> program_options; ///< from `launch`
    int attach_pid = 0;
    std::vector<std::string> source_folders;
    std::map<int64_t, FrameRef> frames;
    std::map<int64_t, Node> nodes;
    int64_t next_handle = 1;
    std::map<unsigned, Told> told;
    std::map<std::string, std::vector<unsigned>> breakpoints_of; ///< ids by file; "" = functions
    std::unique_ptr<engine::Interpreter> interpreter;
    int64_t stepping_thread = 0; ///< thread that the last step was asked for

    int64_t line_out(int64_t line) const { return lines_from_1 ? line : line - 1; }
    int64_t column_out(int64_t column) const { return columns_from_1 ? column : column - 1; }

private:
    template <class Request, class Handler>
    void add_handler(Handler handler, bool urgent);
    std::function<void()> take(bool wait);
    void answer_waiting();
    void run();
    void report(const Result<engine::Stop>& stop);
    void send_stopped(const engine::Stop& stop, const char* reason);

    std::shared_ptr<Wire> wire_;
    std::unique_ptr<dap::Session> dap_;
    DeferredTransport* line_ = nullptr;
    std::unique_ptr<engine::Session> session_;
    Program program_;
    ProgramOutput output_;

    std::mutex mutex_;
    std::condition_variable filled_;
    std::deque<std::function<void()>> queue_;
    std::atomic<bool> interrupt_{false}, interruptible_{false};
    bool done_ = false, told_end_ = false;
    unsigned hidden_breakpoint_ = 0;
    std::vector<ShaderSource> references_;
    std::map<std::string, std::string> editor_paths_; ///< by the part behind the last '/'
};

/// The fields that all responses with a value have in common.
template <class Response>
void describe(Response& response, const dap::Variable& shown) {
    response.type = shown.type;
    response.variablesReference = shown.variablesReference;
    response.indexedVariables = shown.indexedVariables;
    response.namedVariables = shown.namedVariables;
}

template <class Request, class Handler>
void Adapter::add_handler(Handler handler, bool urgent) {
    using Answer = dap::ResponseOrError<typename Request::Response>;
    dap_->registerHandler(
        [this, handler, urgent](const Request& request, std::function<void(Answer)> answer) {
            post(
                [handler, request, answer] {
                    auto result = handler(request);
                    if (result)
                        answer(std::move(*result));
                    else
                        answer(dap::Error(std::string(result.error().message)));
                },
                urgent);
        });
}
template <class Request, class Handler>
void Adapter::on(Handler handler) {
    add_handler<Request>(std::move(handler), false);
}
template <class Request, class Handler>
void Adapter::on_urgent(Handler handler) {
    add_handler<Request>(std::move(handler), true);
}

// The areas: one file each.
void handle_launch(Adapter& adapter);
void handle_breakpoints(Adapter& adapter);
void handle_threads(Adapter& adapter);
void handle_sources(Adapter& adapter);
void handle_variables(Adapter& adapter);
void handle_evaluate(Adapter& adapter);
void handle_running(Adapter& adapter);
void handle_memory(Adapter& adapter);
void handle_disassembly(Adapter& adapter);

} // namespace wb::cli::dap_server
