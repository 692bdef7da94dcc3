// SPDX-License-Identifier: MIT
// wavebreak ui, and attach --ui: the window over a program.
#include "cli/ui.h"
#include "cli/dap/output.h"
#include "cli/model_source.h"
#include "overlay/window/record.h"
#include "overlay/window/window.h"

#include <csignal>
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

/// What the program prints goes to the console from its start on.
static Status show_output(ProgramOptions& wanted, dap_server::ProgramOutput& output) {
    if (wanted.command.empty())
        return fail("there is no program to start; open the window with: wavebreak ui -- PROGRAM");
    if (output.watching()) output.stop(false);
    if (Status ok = output.open(); !ok) return ok;
    wanted.output = output.output();
    wanted.errors = output.errors();
    wanted.started = [&output](int pid) { output.watch(pid); };
    return {};
}

int ui(const UiOptions& options) {
    catch_interrupts();
    const std::string path = overlay::settings_path();
    auto settings = overlay::load_settings(path);
    overlay::State state;
    if (settings) state.settings = *settings;
    ModelSource source;
    dap_server::ProgramOutput output;
    source.prepare = [&](ProgramOptions& wanted) { return show_output(wanted, output); };
    overlay::ModelOptions from;
    if (options.attach_pid) {
        auto attached = source.attached(options.attach_pid, options.breakpoints);
        if (!attached) return refuse(attached.error().message);
        from = std::move(*attached);
    } else {
        from = source.launched(options.program, options.breakpoints);
        if (!options.breakpoints.empty()) from.first.push_back("run");
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
        output.on_text = [shown](const char*, std::string text) {
            shown.get()->say(overlay::ConsoleLine::Kind::Program, std::move(text));
        };
        output.on_end = [] {};
        overlay::Model model(std::move(from));
        made.set_value(&model);
        using Kind = overlay::ConsoleLine::Kind;
        if (!settings) model.say(Kind::Error, settings.error().message);
        if (!(*window)->notice().empty()) model.say(Kind::Notice, (*window)->notice());
        (*window)->run(state, model, record.get(), g_interrupted);
        output.stop(false);
    }
    if (!options.attach_pid) end(source.program);
    if (source.peer) source.peer->clean_up();
    state.settings.watches = state.wants.watches;
    state.settings.lane_expressions = state.wants.lane_expressions;
    state.settings.history = state.console.history;
    if (Status ok = overlay::save_settings(path, state.settings); !ok)
        fmt::print(stderr, "wavebreak: warning: {}\n", ok.error().message);
    return 0;
}

} // namespace wb::cli
