// SPDX-License-Identifier: MIT
// modules: the program's shaders; and events for shaders and sources that come.
#include "cli/dap/adapter.h"

#include <fmt/format.h>

namespace wb::cli::dap_server {

using engine::Shader;

/// What is known of a shader, in a few words.
static std::string status_of(const Shader& shader) {
    if (!shader.info.alive) return "destroyed";
    if (shader.record) return shader.uses_disassembly() ? "debug variant, without source" : "debug variant";
    return shader.why.empty() ? "not looked at: no breakpoint asked for it" : shader.why;
}

static dap::Module module_of(const Shader& shader) {
    dap::Module out;
    out.id = dap::integer(int64_t(shader.info.shader));
    out.name = shader.title();
    out.isUserCode = true;
    out.symbolStatus = status_of(shader);
    if (shader.module && !shader.module->files().empty()) out.path = shader.module->files().front().name;
    if (shader.record)
        out.addressRange = fmt::format("0x{:x}-0x{:x}", shader.record->code_va,
                                       shader.record->code_va + shader.record->code_size);
    return out;
}

void Adapter::sync_modules() {
    for (const auto& [id, shader] : session_->shaders().all()) {
        const std::string status = status_of(*shader);
        const auto it = told_modules_.find(id);
        if (it != told_modules_.end() && it->second == status) continue;
        dap::ModuleEvent event;
        event.reason = it == told_modules_.end() ? "new" : shader->info.alive ? "changed" : "removed";
        event.module = module_of(*shader);
        send(event);
        told_modules_[id] = status;
        if (!shader->module || !shader->info.alive) continue;
        for (const engine::SourceFile& file : shader->module->files()) {
            dap::LoadedSourceEvent source;
            source.reason = "new";
            source.source = source_of(*shader, file.name);
            send(source);
        }
    }
}

void handle_modules(Adapter& adapter) {
    adapter.on<dap::ModulesRequest>([&](const dap::ModulesRequest& request) -> Result<dap::ModulesResponse> {
        const int64_t first = request.startModule.value(0), count = request.moduleCount.value(0);
        if (first < 0 || count < 0) return fail("'startModule' and 'moduleCount' cannot be negative");
        dap::ModulesResponse response;
        int64_t n = 0;
        for (const auto& [id, shader] : adapter.session().shaders().all()) {
            if (n >= first && (!count || n < first + count)) response.modules.push_back(module_of(*shader));
            ++n;
        }
        response.totalModules = n;
        return response;
    });
}

} // namespace wb::cli::dap_server
