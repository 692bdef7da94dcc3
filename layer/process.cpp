// SPDX-License-Identifier: MIT
#include "layer/process.h"

#include "layer/trap_files.h"
#include "protocol/socket.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <unistd.h>

namespace wb::layer {

/// Helpers of launchers that make Vulkan devices for their own ends.
static constexpr const char* kNotOurs[] = {"steam",         "steamwebhelper", "vulkandriverquery",
                                           "gldriverquery", "explorer.exe",   "rundll32.exe",
                                           "gamescope",     "vrcompositor"};

static std::string executable() {
    char path[4096];
    const ssize_t n = readlink("/proc/self/exe", path, sizeof path);
    return n > 0 ? std::string(path, size_t(n)) : std::string();
}

Process& Process::get() {
    static auto* process = new Process;
    return *process;
}

void Process::say_once(int severity, const std::string& text) {
    {
        std::lock_guard guard(said_lock_);
        if (!said_.insert(text).second) return;
    }
    static constexpr const char* kWord[] = {"", "warning: ", "error: "};
    std::fprintf(stderr, "wavebreak: %s%s\n", kWord[std::clamp(severity, 0, 2)], text.c_str());
}

void Process::at_exit() {
    Process& process = get();
    if (Agent* agent = process.agent_.exchange(nullptr)) agent->stop();
}

void Process::in_child() {
    Process& process = get();
    process.is_child_ = true;
    if (Agent* agent = process.agent_.exchange(nullptr)) agent->abandon_in_child();
}

static AgentOptions make_options(Process& process) {
    AgentOptions options;
    options.program = executable();
    if (const char* path = secure_getenv("WAVEBREAK_SOCKET"); path && *path) options.connect_path = path;
    if (auto path = protocol::socket_path(getpid()))
        options.listen_path = *path;
    else
        process.say_once(1, "no debugger can attach: " + path.error().message);
    options.services.load_code = load_trap_code;
    options.services.make_installer = [](const wb_device_info& info) {
        return make_regs2_installer(info.drm_minor, info.gfx_level);
    };
    options.services.say = [&process](int severity, const std::string& text) {
        process.say_once(severity, text);
    };
    options.services.simulated = secure_getenv("WAVEBREAK_SIM_LIB") != nullptr;
    // A loaded machine may need longer than a person would wait; tests do.
    if (const char* text = secure_getenv("WAVEBREAK_PATIENCE_MS"); text && *text)
        if (const long milliseconds = std::strtol(text, nullptr, 10); milliseconds > 0)
            options.services.patience = std::chrono::milliseconds(milliseconds);
    return options;
}

bool Process::start_agent() {
    if (is_child_) return false;
    std::lock_guard guard(lock_);
    if (std::exchange(tried_, true)) return agent() != nullptr;
    const std::string program = executable();
    const std::string name = program.substr(program.rfind('/') + 1);
    if (std::ranges::any_of(kNotOurs, [&](const char* other) { return name == other; })) return false;
    auto* agent = new Agent(make_options(*this));
    agent->start();
    if (!agent->is_running()) return false;
    agent_ = kept_ = agent;
    pthread_atfork(nullptr, nullptr, in_child);
    std::atexit(at_exit);
    return true;
}

} // namespace wb::layer
