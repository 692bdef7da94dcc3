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

/// What a request does to a step, or the wait for a starting program, that is under way.
enum class Haste {
    None,  ///< waits for its end
    Pause, ///< has a stepped wave stop at its next statement
    Leave, ///< cuts a step or the start short, whatever becomes of it
};
/// What the program is doing, as far as requests care.
enum class State { NotStarted, Starting, Running, Stopped, Ended };
/// What the serving thread does next, besides requests.
enum class Run {
    Nothing,
    Start,
    Continue,
    KeepWaiting,
    StepInto,
    StepOver,
    StepOut,
    StepUntil,
    StepTo,
    StepInstruction
};

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

/// A wave's fault, as the editor asks for it.
struct Fault {
    uint64_t wave = 0;
    std::string id;   ///< "memory violation"
    std::string text; ///< what, where, and what driver and device said about it
};

/// What the editor shows as work in progress.
enum class Progress {
    Starting,  ///< cancelling it ends the program
    Compiling, ///< of a debug variant; cancelling it leaves the shader without breakpoints until it is needed
    Waiting,   ///< for a wave to come to a breakpoint; cancelling it only takes the display away
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
    /// The same for requests that do not wait for the end of a step.
    template <class Request, class Handler>
    void on_urgent(Haste haste, Handler handler);
    template <class Event>
    void send(const Event& event) {
        dap_->send(event);
    }
    /// Queues work behind the request that is being handled, so behind its answer.
    void post(std::function<void()> work, Haste haste = Haste::None);

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
    void print_log_line(const engine::Breakpoint& breakpoint, engine::WaveView& view,
                        const engine::LogLine& line);
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

    // modules.cpp
    /// Tells the editor of shaders and sources that have come, changed or gone since the last call.
    void sync_modules();

    // progress.cpp
    /// Shows work in progress, when the editor can; its id, for end_progress.
    /// Nothing for a wait after one was cancelled: the display would only come back.
    std::string begin_progress(Progress kind, const std::string& title, const std::string& message = "");
    void end_progress(const std::string& id);
    void show_compiling(const std::string& shader);
    void handle_cancel();

    // launch.cpp
    Status start_program();
    void finish();
    /// Lets every wave go on and the program end, or go on alone; once.
    void end_program(bool terminate);
    /// The same, and ends the adapter.
    void end_session(bool terminate);

    // ---- state
    State state = State::NotStarted;
    Run next_run = Run::Nothing;
    std::vector<uint32_t> step_to; ///< slots that Run::StepTo goes to
    bool lines_from_1 = true, columns_from_1 = true, tells_invalidated = false, tells_memory = false,
         initialized = false, configured = false, stop_on_entry = false, attached = false;
    std::atomic<bool> tells_progress{false};
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
    std::optional<Fault> fault;  ///< of the last stop

    int64_t line_out(int64_t line) const { return lines_from_1 ? line : line - 1; }
    int64_t column_out(int64_t column) const { return columns_from_1 ? column : column - 1; }

private:
    template <class Request, class Handler>
    void add_handler(Handler handler, Haste haste);
    struct Task {
        std::function<void()> work;
        int64_t request = 0;                                    ///< sequence number, 0 = it is for none
        std::function<void(const std::string& message)> refuse; ///< answers the request instead
        Haste haste = Haste::None;
    };
    void queue(Task task);
    bool cuts_short(const Task& task) const;
    void heed(Haste least);
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
    std::deque<Task> queue_;
    std::map<std::string, Progress> progress_;
    int64_t next_progress_ = 1;
    bool hides_waits_ = false; ///< a wait was cancelled
    std::string compiling_;    ///< id of its progress
    bool compiling_cancelled_ = false;
    std::atomic<bool> interrupt_{false}, leaving_{false};
    Haste heeded_ = Haste::None; ///< the least that cuts short what is under way, None: nothing does
    bool done_ = false, told_end_ = false;
    bool over_ = false; ///< end_program was called
    unsigned hidden_breakpoint_ = 0;
    std::vector<ShaderSource> references_;
    std::map<std::string, std::string> editor_paths_; ///< by the part behind the last '/'
    std::map<uint64_t, std::string> told_modules_;    ///< their status, by shader
    std::vector<std::string> problems_;               ///< grave messages since the program last went on
};

/// Requests that an editor may send before the adapter knows it.
template <class Request>
inline constexpr bool comes_first =
    std::is_same_v<Request, dap::InitializeRequest> || std::is_same_v<Request, dap::DisconnectRequest>;

/// The fields that all responses with a value have in common.
template <class Response>
void describe(Response& response, const dap::Variable& shown) {
    response.type = shown.type;
    response.variablesReference = shown.variablesReference;
    response.indexedVariables = shown.indexedVariables;
    response.namedVariables = shown.namedVariables;
}

template <class Request, class Handler>
void Adapter::add_handler(Handler handler, Haste haste) {
    using Answer = dap::ResponseOrError<typename Request::Response>;
    dap_->registerHandler([this, handler, haste](const Request& request, std::function<void(Answer)> answer) {
        const auto refuse = [answer](const std::string& message) {
            answer(dap::Error(std::string(message)));
        };
        const auto work = [this, handler, request, answer, refuse] {
            if (!initialized && !comes_first<Request>)
                return refuse("the first request of a session is 'initialize'");
            auto result = handler(request);
            if (result)
                answer(std::move(*result));
            else
                refuse(result.error().message);
        };
        queue({work, wire_->next_accepted(), refuse, haste});
    });
}
template <class Request, class Handler>
void Adapter::on(Handler handler) {
    add_handler<Request>(std::move(handler), Haste::None);
}
template <class Request, class Handler>
void Adapter::on_urgent(Haste haste, Handler handler) {
    add_handler<Request>(std::move(handler), haste);
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
void handle_completions(Adapter& adapter);
void handle_exceptions(Adapter& adapter);
void handle_modules(Adapter& adapter);

} // namespace wb::cli::dap_server
