// SPDX-License-Identifier: MIT
// source, loadedSources, and which file on disk a shader's source is.
#include "cli/dap/adapter.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace wb::cli::dap_server {

namespace fs = std::filesystem;

static std::string base_name(std::string_view path) {
    return std::string(path.substr(path.rfind('/') + 1));
}

void Adapter::remember_editor_path(const std::string& path) {
    editor_paths_[base_name(path)] = path;
}

const ShaderSource* Adapter::source_reference(int64_t reference) const {
    return reference >= 1 && size_t(reference) <= references_.size() ? &references_[size_t(reference) - 1]
                                                                     : nullptr;
}

/// True when the file at `path` has the lines the shader was compiled from, or the shader does not say.
static bool is_source(const fs::path& path, const engine::SourceFile* source) {
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) return false;
    if (!source || source->lines.empty()) return true;
    std::ifstream file(path);
    std::string line;
    size_t n = 0;
    while (std::getline(file, line)) {
        if (line.ends_with('\r')) line.pop_back();
        if (n < source->lines.size() ? line != source->lines[n] : !line.empty()) return false;
        ++n;
    }
    return std::all_of(source->lines.begin() + long(std::min(n, source->lines.size())), source->lines.end(),
                       [](std::string_view rest) { return rest.empty(); });
}

dap::Source Adapter::source_of(const engine::Shader& shader, std::string_view file) {
    const std::string base = base_name(file);
    const engine::SourceFile* source = shader.module ? shader.module->file(file) : nullptr;
    dap::Source out;
    out.name = base;
    std::vector<fs::path> candidates;
    if (const auto it = editor_paths_.find(base); it != editor_paths_.end())
        candidates.emplace_back(it->second);
    const fs::path folder = program_options ? program_options->folder : "";
    candidates.push_back(folder / fs::path(file));
    for (const std::string& each : source_folders) {
        candidates.push_back(fs::path(each) / fs::path(file).relative_path());
        candidates.push_back(fs::path(each) / base);
    }
    bool differs = false;
    std::error_code ignored;
    for (const fs::path& candidate : candidates) {
        if (is_source(candidate, source)) {
            out.path = fs::absolute(candidate, ignored).lexically_normal().string();
            return out;
        }
        differs |= fs::is_regular_file(candidate, ignored);
    }
    if (!source || source->lines.empty()) {
        out.origin = std::string("the program carries no source of it; compile its shaders with -g");
        out.presentationHint = std::string("deemphasize");
        return out;
    }
    const ShaderSource wanted{shader.info.shader, source->name};
    auto it = std::ranges::find(references_, wanted);
    if (it == references_.end()) it = references_.insert(references_.end(), wanted);
    out.sourceReference = int64_t(it - references_.begin()) + 1;
    out.path = std::string(file);
    out.origin = std::string(differs ? "from the shader's SPIR-V; the file on disk is another version"
                                     : "from the shader's SPIR-V");
    return out;
}

static Result<dap::SourceResponse> source(Adapter& adapter, const dap::SourceRequest& request) {
    const int64_t reference = request.source && request.source->sourceReference
                                  ? *request.source->sourceReference
                                  : request.sourceReference;
    const ShaderSource* known = adapter.source_reference(reference);
    const engine::Shader* shader = known ? adapter.session().shaders().find(known->shader) : nullptr;
    const engine::SourceFile* file = shader && shader->module ? shader->module->file(known->file) : nullptr;
    if (!file) return fail(fmt::format("there is no source with reference {}", reference));
    dap::SourceResponse response;
    for (std::string_view line : file->lines)
        response.content.append(line).push_back('\n');
    response.mimeType = std::string(file->name.ends_with(".spvasm") ? "text/x-spirv" : "text/x-glsl");
    return response;
}

void handle_sources(Adapter& adapter) {
    adapter.on<dap::SourceRequest>(
        [&](const dap::SourceRequest& request) { return source(adapter, request); });
    adapter.on<dap::LoadedSourcesRequest>(
        [&](const dap::LoadedSourcesRequest&) -> Result<dap::LoadedSourcesResponse> {
            dap::LoadedSourcesResponse response;
            for (const auto& [id, shader] : adapter.session().shaders().all())
                if (shader->module)
                    for (const engine::SourceFile& file : shader->module->files())
                        response.sources.push_back(adapter.source_of(*shader, file.name));
            return response;
        });
}

} // namespace wb::cli::dap_server
