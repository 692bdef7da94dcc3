// SPDX-License-Identifier: MIT
// wavebreak ui, and attach --ui: the window over a program.
#include "cli/ui.h"
#include "cli/dap/output.h"
#include "cli/session_runner.h"
#include "overlay/window/record.h"
#include "overlay/window/window.h"

#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <future>

namespace wb::cli {

static int refuse(const std::string& text) {
    fmt::print(stderr, "wavebreak: error: {}\n", text);
    return 2;
}

static std::string without_window(const UiOptions& options, const std::string& why) {
    return fmt::format("no window can be opened: {}. The same debugger is there without one: wavebreak {}",
                       why,
                       options.attach_pid ? fmt::format("attach {}", options.attach_pid) : "run -- PROGRAM");
}

/// Ends a program that we started; it has had its chance to go on.
static void end(Program& program) {
    if (program.pid() <= 0 || !program.running()) return;
    program.terminate(SIGTERM);
    if (!program.ends_within(std::chrono::seconds(2))) program.terminate(SIGKILL);
    program.wait();
}

namespace {

/// The program behind the window: started by us, or attached to.
struct Debuggee {
    Program program;
    dap_server::ProgramOutput output;
    std::optional<Peer> peer;
    DeferredTransport* line = nullptr;

    overlay::ModelOptions launched(const UiOptions& options) {
        auto deferred = std::make_unique<DeferredTransport>();
        line = deferred.get();
        overlay::ModelOptions out;
        out.transport = std::move(deferred);
        out.program = options.program.command.empty()
                          ? "no program"
                          : std::filesystem::path(options.program.command.front()).filename().string();
        out.start = [this, wanted = options.program](const std::atomic<bool>& interrupt) {
            return start(wanted, interrupt);
        };
        out.how_ended = [this] { return program.ending(); };
        for (const std::string& where : options.breakpoints)
            out.first.push_back("break " + where);
        if (!options.breakpoints.empty()) out.first.push_back("run");
        return out;
    }

    Result<overlay::ModelOptions> attached(const UiOptions& options) {
        peer.emplace(options.attach_pid);
        auto transport = connect_to_process(options.attach_pid);
        if (!transport) return std::unexpected(transport.error());
        overlay::ModelOptions out;
        out.transport = std::move(*transport);
        out.program = fmt::format("process {}", options.attach_pid);
        out.how_ended = [this] { return peer->going_on(); };
        for (const std::string& where : options.breakpoints)
            out.first.push_back("break " + where);
        return out;
    }

private:
    Status start(ProgramOptions wanted, const std::atomic<bool>& interrupt) {
        if (wanted.command.empty())
            return fail("there is no program to start; open the window with: wavebreak ui -- PROGRAM");
        if (output.watching()) output.stop(false);
        if (Status ok = output.open(); !ok) return ok;
        wanted.output = output.output();
        wanted.errors = output.errors();
        wanted.started = [this](int pid) { output.watch(pid); };
        auto transport = program.start(wanted, interrupt);
        if (!transport) return std::unexpected(transport.error());
        line->connect(std::move(*transport));
        return {};
    }
};

} // namespace

int ui(const UiOptions& options) {
    catch_interrupts();
    const std::string path = overlay::settings_path();
    auto settings = overlay::load_settings(path);
    overlay::State state;
    if (settings) state.settings = *settings;
    Debuggee debuggee;
    overlay::ModelOptions from;
    if (options.attach_pid) {
        auto attached = debuggee.attached(options);
        if (!attached) return refuse(attached.error().message);
        from = std::move(*attached);
    } else {
        from = debuggee.launched(options);
    }
    std::unique_ptr<overlay::Record> record;
    if (!options.record.empty()) {
        auto opened = overlay::Record::open(options.record);
        if (!opened) return refuse(opened.error().message);
        record = std::move(*opened);
    }
    auto window = overlay::Window::open(fmt::format("{} – Wavebreak", from.program), state.settings);
    if (!window) return refuse(without_window(options, window.error().message));
    from.changed = [&] { (*window)->wake(); };
    state.wants.watches = state.settings.watches;
    state.wants.lane_expressions = state.settings.lane_expressions;
    state.console.history = state.settings.history;
    {
        // The program may print before the model is made.
        std::promise<overlay::Model*> made;
        const std::shared_future<overlay::Model*> shown = made.get_future();
        debuggee.output.on_text = [shown](const char*, std::string text) {
            shown.get()->say(overlay::ConsoleLine::Kind::Program, std::move(text));
        };
        debuggee.output.on_end = [] {};
        overlay::Model model(std::move(from));
        made.set_value(&model);
        using Kind = overlay::ConsoleLine::Kind;
        if (!settings) model.say(Kind::Error, settings.error().message);
        if (!(*window)->notice().empty()) model.say(Kind::Notice, (*window)->notice());
        (*window)->run(state, model, record.get(), g_interrupted);
        debuggee.output.stop(false);
    }
    if (!options.attach_pid) end(debuggee.program);
    if (debuggee.peer) debuggee.peer->clean_up();
    state.settings.watches = state.wants.watches;
    state.settings.lane_expressions = state.wants.lane_expressions;
    state.settings.history = state.console.history;
    if (Status ok = overlay::save_settings(path, state.settings); !ok)
        fmt::print(stderr, "wavebreak: warning: {}\n", ok.error().message);
    return 0;
}

} // namespace wb::cli
