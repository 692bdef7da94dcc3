// SPDX-License-Identifier: MIT
// wavebreak: run, attach, ui, dap, doctor.
#include "cli/commands.h"
#include "cli/overlay.h"
#include "cli/ui.h"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
    CLI::App app{"Wavebreak: a shader debugger for Vulkan programs on AMD GPUs"};
    app.require_subcommand(1);
    app.set_version_flag("--version", "wavebreak 0.1.0");

    wb::cli::RunOptions run;
    std::string gpu = "auto";
    CLI::App* run_command = app.add_subcommand("run", "Start a program and debug its shaders");
    run_command
        ->add_option("--gpu", gpu,
                     "Where it runs: sim (simulated gfx1100), hw, auto (hw when an AMD GPU is there)")
        ->check(CLI::IsMember({"sim", "hw", "auto"}));
    run_command->add_option("--break,-b", run.breakpoints,
                            "FILE:LINE to stop at (may be given more than once)");
    run_command->add_option("--exec,-x", run.script,
                            "Read commands from this file ('-': standard input) and end after them");
    CLI::Option* run_json =
        run_command->add_flag("--json", run.json, "Print one JSON object for each command");
    wb::cli::OverlayOptions overlay;
    bool with_overlay = false, no_window = false;
    constexpr const char* kOverlayHelp = "Show panels in the program's own picture (docs/overlay.md)";
    constexpr const char* kNoWindowHelp = "With --overlay: open no window when waves are stopped";
    run_command->add_flag("--overlay", with_overlay, kOverlayHelp)->excludes(run_json);
    run_command->add_flag("--no-window", no_window, kNoWindowHelp);
    run_command->add_option("--record", overlay.record,
                            "With --overlay: write what the panels show into this file, as JSON lines");
    run_command->add_option("program", run.program.command, "The program and its arguments, behind --")
        ->required();
    run_command->positionals_at_end();

    wb::cli::AttachOptions attach;
    CLI::App* attach_command =
        app.add_subcommand("attach", "Debug a program that was started with WAVEBREAK=1");
    attach_command->add_option("pid", attach.pid, "Its process id")->required();
    attach_command->add_option("--exec,-x", attach.script, "Read commands from this file and end after them");
    CLI::Option* attach_json =
        attach_command->add_flag("--json", attach.json, "Print one JSON object for each command");
    attach_command->add_flag("--overlay", with_overlay, kOverlayHelp)->excludes(attach_json);
    attach_command->add_flag("--no-window", no_window, kNoWindowHelp);

    int capture_pid = 0;
    bool capture_json = false;
    CLI::App* capture_command = app.add_subcommand(
        "capture", "List the commands of a program's next frame, as its hotkey does (docs/overlay.md)");
    capture_command->add_option("pid", capture_pid, "Its process id")->required();
    capture_command->add_flag("--json", capture_json, "Print one JSON object for each command");
    wb::cli::UiOptions window;
    bool attach_ui = false;
    attach_command->add_flag("--ui", attach_ui, "In a window (docs/ui.md)");
    attach_command->add_option("--record", window.record, "With --ui: write what it shows into this file");
    CLI::App* ui_command = app.add_subcommand("ui", "Debug a program's shaders in a window (docs/ui.md)");
    ui_command->add_option("--gpu", gpu, "Where it runs: sim, hw or auto, as for run")
        ->check(CLI::IsMember({"sim", "hw", "auto"}));
    ui_command->add_option("--break,-b", window.breakpoints,
                           "FILE:LINE to stop at; the program is then started at once");
    ui_command->add_option("--record", window.record,
                           "Write what the window shows into this file, as JSON lines");
    ui_command->add_option("program", window.program.command, "The program and its arguments, behind --");
    ui_command->positionals_at_end();

    int port = -1;
    CLI::App* dap_command =
        app.add_subcommand("dap", "Serve an editor with the Debug Adapter Protocol (docs/dap.md)");
    dap_command
        ->add_option("--port", port,
                     "Wait for the editor at this port of 127.0.0.1 (0: any free one) instead of using "
                     "standard input and output")
        ->check(CLI::Range(0, 65535));

    CLI::App* doctor_command = app.add_subcommand(
        "doctor", "Show which driver, layer and simulator would be used, and what is missing");

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        // CLI11 has a number of its own for each kind of mistake; help is none.
        return app.exit(error) ? 2 : 0;
    }
    if (attach_ui) {
        window.attach_pid = attach.pid;
        return wb::cli::ui(window);
    }
    if (*run_command || *ui_command) {
        run.program.gpu = gpu == "sim"  ? wb::cli::Gpu::Simulated
                          : gpu == "hw" ? wb::cli::Gpu::Hardware
                                        : wb::cli::Gpu::Auto;
        window.program.gpu = run.program.gpu;
        if (*ui_command) return wb::cli::ui(window);
        if (!with_overlay) return wb::cli::run(run);
    }
    if (with_overlay) {
        overlay.program = std::move(run.program);
        overlay.breakpoints = run.breakpoints;
        overlay.attach_pid = attach.pid;
        overlay.script = *attach_command ? attach.script : run.script;
        overlay.window = !no_window;
        return wb::cli::overlay(overlay);
    }
    if (*attach_command) return wb::cli::attach(attach);
    if (*capture_command) return wb::cli::capture(capture_pid, capture_json);
    if (*dap_command) return wb::cli::dap(port);
    if (*doctor_command) return wb::cli::doctor();
    return 2;
}
