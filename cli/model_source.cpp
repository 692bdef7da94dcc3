// SPDX-License-Identifier: MIT
#include "cli/model_source.h"

#include <filesystem>
#include <fmt/format.h>

namespace wb::cli {

static void set_breakpoints(overlay::ModelOptions& model, const std::vector<std::string>& breakpoints) {
    model.first.reserve(breakpoints.size() + 1);
    for (const std::string& where : breakpoints)
        model.first.push_back("break " + where);
}

overlay::ModelOptions ModelSource::launched(ProgramOptions options,
                                            const std::vector<std::string>& breakpoints) {
    auto deferred = std::make_unique<DeferredTransport>();
    line_ = deferred.get();
    overlay::ModelOptions out;
    out.transport = std::move(deferred);
    out.program = options.command.empty()
                      ? "no program"
                      : std::filesystem::path(options.command.front()).filename().string();
    out.start = [this, options = std::move(options)](const std::atomic<bool>& interrupt) -> Status {
        ProgramOptions wanted = options;
        if (Status ok = prepare(wanted); !ok) return ok;
        auto transport = program.start(wanted, interrupt);
        if (!transport) return std::unexpected(transport.error());
        line_->connect(std::move(*transport));
        return {};
    };
    out.how_ended = [this] { return program.ending(); };
    set_breakpoints(out, breakpoints);
    return out;
}

Result<overlay::ModelOptions> ModelSource::attached(int pid, const std::vector<std::string>& breakpoints,
                                                    const OpenTransport& open) {
    peer.emplace(pid);
    auto transport = connect_to_process(pid, open);
    if (!transport) return std::unexpected(transport.error());
    overlay::ModelOptions out;
    out.transport = std::move(*transport);
    out.program = fmt::format("process {}", pid);
    out.how_ended = [this] { return peer->going_on(); };
    set_breakpoints(out, breakpoints);
    return out;
}

} // namespace wb::cli
