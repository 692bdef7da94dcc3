// SPDX-License-Identifier: MIT
// initialize, launch, attach, configurationDone, terminate, disconnect; and the program's end.
#include "cli/dap/adapter.h"

#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace wb::cli::dap_server {

/// The launch configuration. docs/dap.md describes its fields.
struct LaunchArguments : dap::LaunchRequest {
    dap::optional<dap::string> program, cwd, gpu;
    dap::optional<dap::array<dap::string>> args, sourceFolders;
    dap::optional<dap::object> env;
    dap::optional<dap::boolean> stopOnEntry;
};
struct AttachArguments : dap::AttachRequest {
    dap::optional<dap::integer> pid;
    dap::optional<dap::array<dap::string>> sourceFolders;
};

} // namespace wb::cli::dap_server

namespace dap {
DAP_STRUCT_TYPEINFO_EXT(wb::cli::dap_server::LaunchArguments, LaunchRequest, "launch",
                        DAP_FIELD(program, "program"), DAP_FIELD(cwd, "cwd"), DAP_FIELD(gpu, "gpu"),
                        DAP_FIELD(args, "args"), DAP_FIELD(sourceFolders, "sourceFolders"),
                        DAP_FIELD(env, "env"), DAP_FIELD(stopOnEntry, "stopOnEntry"));
DAP_STRUCT_TYPEINFO_EXT(wb::cli::dap_server::AttachArguments, AttachRequest, "attach", DAP_FIELD(pid, "pid"),
                        DAP_FIELD(sourceFolders, "sourceFolders"));
} // namespace dap

namespace wb::cli::dap_server {

namespace fs = std::filesystem;

/// True when `program` can be executed as execvp would find it from folder `folder`.
static bool can_execute(const std::string& program, const std::string& folder) {
    const auto good = [](const fs::path& path) {
        std::error_code ignored;
        return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
    };
    if (program.find('/') != std::string::npos)
        return good(folder.empty() ? fs::path(program) : fs::path(folder) / program);
    const char* path = std::getenv("PATH");
    std::string_view rest = path ? path : "/usr/bin:/bin";
    while (true) {
        const size_t end = std::min(rest.find(':'), rest.size());
        if (good(fs::path(rest.substr(0, end)) / program)) return true;
        if (end == rest.size()) return false;
        rest.remove_prefix(end + 1);
    }
}

static Result<ProgramOptions> options_from(const LaunchArguments& request) {
    ProgramOptions options;
    const std::string program = request.program.value("");
    if (program.empty()) return fail("the launch configuration names no 'program'");
    options.command.push_back(program);
    // A copy: value() hands back a reference to its argument.
    const dap::array<dap::string> words = request.args.value({});
    for (const std::string& word : words)
        options.command.push_back(word);
    const std::string gpu = request.gpu.value("auto");
    if (gpu != "sim" && gpu != "hw" && gpu != "auto")
        return fail(fmt::format("'gpu' is sim, hw or auto, not '{}'", gpu));
    options.gpu = gpu == "sim" ? Gpu::Simulated : gpu == "hw" ? Gpu::Hardware : Gpu::Auto;
    options.folder = request.cwd.value("");
    std::error_code ignored;
    if (!options.folder.empty() && !fs::is_directory(options.folder, ignored))
        return fail(fmt::format("'cwd' is no folder: {}", options.folder));
    if (!can_execute(program, options.folder))
        return fail(fmt::format("there is no program '{}' that could be started", program));
    const dap::object environment = request.env.value({});
    for (const auto& [name, value] : environment) {
        if (value.is<dap::string>())
            options.environment.emplace_back(name, value.get<dap::string>());
        else if (value.is<dap::null>())
            options.environment.emplace_back(name, std::nullopt);
        else
            return fail(fmt::format("'env' gives {} something that is neither text nor null", name));
    }
    if (Status ok = check(find_paths(), options.gpu == Gpu::Simulated); !ok)
        return std::unexpected(ok.error());
    return options;
}

static dap::InitializeResponse capabilities() {
    dap::InitializeResponse can;
    can.supportsConfigurationDoneRequest = true;
    can.supportsConditionalBreakpoints = true;
    can.supportsLogPoints = true;
    can.supportsInstructionBreakpoints = true;
    can.supportsBreakpointLocationsRequest = true;
    can.supportsExceptionInfoRequest = true;
    can.supportsModulesRequest = true;
    can.supportsCancelRequest = true;
    can.supportsHitConditionalBreakpoints = true;
    can.supportsFunctionBreakpoints = true;
    can.supportsEvaluateForHovers = true;
    can.supportsSetVariable = true;
    can.supportsSetExpression = true;
    can.supportsSteppingGranularity = true;
    can.supportsDisassembleRequest = true;
    can.supportsReadMemoryRequest = true;
    can.supportsWriteMemoryRequest = true;
    can.supportsDelayedStackTraceLoading = true;
    can.supportsLoadedSourcesRequest = true;
    can.supportsValueFormattingOptions = true;
    can.supportsCompletionsRequest = true;
    dap::array<dap::string> triggers;
    triggers.emplace_back(".");
    can.completionTriggerCharacters = triggers;
    can.supportsTerminateRequest = true;
    can.supportTerminateDebuggee = true;
    return can;
}

/// Makes the program start once both the configuration and what to start are known.
static void start_when_ready(Adapter& adapter) {
    if (adapter.configured && adapter.state == State::NotStarted &&
        (adapter.program_options || adapter.attach_pid)) {
        adapter.state = State::Starting;
        adapter.next_run = Run::Start;
    }
}

void handle_launch(Adapter& adapter) {
    adapter.on<dap::InitializeRequest>(
        [&](const dap::InitializeRequest& request) -> Result<dap::InitializeResponse> {
            if (adapter.initialized) return fail("the session is initialized already");
            if (request.pathFormat.value("path") != "path")
                return fail("paths are only taken as 'path', not as URI");
            adapter.lines_from_1 = request.linesStartAt1.value(true);
            adapter.columns_from_1 = request.columnsStartAt1.value(true);
            adapter.initialized = true;
            adapter.tells_memory = request.supportsMemoryEvent.value(false);
            adapter.tells_progress = request.supportsProgressReporting.value(false);
            adapter.tells_invalidated = request.supportsInvalidatedEvent.value(false);
            adapter.post([&] { adapter.send(dap::InitializedEvent()); });
            return capabilities();
        });
    adapter.on<LaunchArguments>([&](const LaunchArguments& request) -> Result<dap::LaunchResponse> {
        if (adapter.program_options || adapter.attach_pid) return fail("a program is being debugged already");
        auto options = options_from(request);
        if (!options) return std::unexpected(options.error());
        if (request.noDebug.value(false))
            return fail("Wavebreak cannot run a program without debugging it; start it without the debugger");
        adapter.program_options = std::move(*options);
        adapter.source_folders = request.sourceFolders.value({});
        adapter.stop_on_entry = request.stopOnEntry.value(false);
        start_when_ready(adapter);
        return dap::LaunchResponse();
    });
    adapter.on<AttachArguments>([&](const AttachArguments& request) -> Result<dap::AttachResponse> {
        if (adapter.program_options || adapter.attach_pid) return fail("a program is being debugged already");
        if (!request.pid) return fail("the attach configuration names no 'pid'");
        adapter.attach_pid = int(*request.pid);
        adapter.attached = true;
        adapter.source_folders = request.sourceFolders.value({});
        if (Status ok = adapter.start_program(); !ok) {
            adapter.attach_pid = 0;
            adapter.attached = false;
            return std::unexpected(ok.error());
        }
        start_when_ready(adapter);
        return dap::AttachResponse();
    });
    adapter.on<dap::ConfigurationDoneRequest>(
        [&](const dap::ConfigurationDoneRequest&) -> Result<dap::ConfigurationDoneResponse> {
            adapter.configured = true;
            start_when_ready(adapter);
            return dap::ConfigurationDoneResponse();
        });
    adapter.on_urgent<dap::TerminateRequest>(
        Haste::Leave, [&](const dap::TerminateRequest&) -> Result<dap::TerminateResponse> {
            if (adapter.attached) return fail("the program was attached to: disconnect leaves it running");
            if (adapter.state == State::NotStarted) return fail("the program has not been started");
            // The editor disconnects when it has heard of the end.
            adapter.end_program(true);
            return dap::TerminateResponse();
        });
    adapter.on_urgent<dap::DisconnectRequest>(
        Haste::Leave, [&](const dap::DisconnectRequest& request) -> Result<dap::DisconnectResponse> {
            const bool terminate = request.terminateDebuggee.value(!adapter.attached);
            adapter.post([&adapter, terminate] { adapter.end_session(terminate); });
            return dap::DisconnectResponse();
        });
}

Status Adapter::start_program() {
    dap::ProcessEvent event;
    event.isLocalProcess = true;
    if (attached) {
        auto transport = connect_to_process(attach_pid);
        if (!transport) return std::unexpected(transport.error());
        line_->connect(std::move(*transport));
        interpreter->started = true;
        if (Status ok = session_->learn(); !ok) return ok;
        std::error_code ignored;
        event.name = fs::read_symlink(fmt::format("/proc/{}/exe", attach_pid), ignored).string();
        event.startMethod = "attach";
        event.systemProcessId = attach_pid;
        send(event);
        return {};
    }
    if (Status ok = output_.open(); !ok) return ok;
    program_options->output = output_.output();
    program_options->errors = output_.errors();
    program_options->idle = [this] { answer_waiting(); };
    program_options->started = [this](int pid) { output_.watch(pid); };
    auto transport = program_.start(*program_options, interrupt_);
    if (!transport) return std::unexpected(transport.error());
    line_->connect(std::move(*transport));
    interpreter->started = true;
    event.name = program_options->command.front();
    event.startMethod = "launch";
    event.systemProcessId = program_.pid();
    send(event);
    return {};
}

/// The program, or our line to it, has ended: tells the editor, once.
void Adapter::finish() {
    if (told_end_) return;
    const bool launched = program_options.has_value();
    // The line may end a little before the process does; its end is told from `output_`.
    if (launched && !program_.ends_within(std::chrono::milliseconds(500))) {
        if (state == State::Ended)
            say("The program has left Vulkan and goes on; nothing of it can be debugged any more.\n");
        return;
    }
    // The process has ended, but what it printed last may be on its way.
    if (output_.watching() && !output_.ended()) return;
    told_end_ = true;
    state = State::Ended;
    if (launched && program_.pid() > 0) {
        const int status = program_.wait();
        if (status != 0) say(fmt::format("The program {}.\n", exit_text(status)), "important");
        dap::ExitedEvent exited;
        exited.exitCode = status;
        send(exited);
    }
    send(dap::TerminatedEvent());
}

void Adapter::end_session(bool terminate) {
    end_program(terminate);
    done_ = true;
}

void Adapter::end_program(bool terminate) {
    if (std::exchange(over_, true)) return;
    if (interpreter->started) session_->detach();
    state = State::Ended;
    next_run = Run::Nothing;
    if (!program_options || program_.pid() <= 0) terminate = false;
    if (terminate && program_.running()) {
        program_.terminate(SIGTERM);
        // A program that does not heed it within two seconds is ended without asking.
        if (!program_.ends_within(std::chrono::seconds(2))) program_.terminate(SIGKILL);
        program_.wait();
    }
    const bool left_running = program_options && program_.pid() > 0 && program_.running();
    output_.stop(left_running);
    if (!told_end_ && !left_running) finish();
}

} // namespace wb::cli::dap_server
