// SPDX-License-Identifier: MIT
#include "overlay/model/model.h"

#include "engine/session/assign.h"
#include "engine/session/transport.h"
#include "overlay/model/worker.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace wb::overlay {

using engine::Breakpoint;

ModelOptions::ModelOptions() = default;
ModelOptions::ModelOptions(ModelOptions&&) noexcept = default;
ModelOptions& ModelOptions::operator=(ModelOptions&&) noexcept = default;
ModelOptions::~ModelOptions() = default;

Model::Model(ModelOptions options) : worker_(std::make_unique<Worker>(std::move(options))) {}
Model::~Model() = default;

std::shared_ptr<const Snapshot> Model::snapshot() const {
    return worker_->snapshot();
}

void Model::want(const Wants& wants) {
    worker_->want(wants);
}

void Model::execute(std::string line) {
    worker_->post([w = worker_.get(), line = std::move(line)] { w->command(line, true); });
}

void Model::start_stopped() {
    worker_->post([w = worker_.get()] {
        Breakpoint entry;
        entry.function = Breakpoint::kAnyEntry;
        entry.temporary = true;
        w->session().add_breakpoint(std::move(entry));
        w->command("run", true);
    });
}

void Model::cancel() {
    worker_->cancel();
}

void Model::focus(uint64_t wave, unsigned lane) {
    worker_->post([w = worker_.get(), wave, lane] {
        engine::WaveView* view = w->session().wave(wave);
        if (!view || lane >= view->info().wave_size) return;
        w->session().set_focus({wave, lane, 0});
        w->touch();
    });
}

void Model::select_frame(unsigned frame) {
    worker_->post([w = worker_.get(), frame] {
        engine::Focus focus = w->session().focus();
        if (frame >= w->session().frames().size()) return;
        focus.frame = frame;
        w->session().set_focus(focus);
        w->touch();
    });
}

void Model::toggle_breakpoint(std::string file, uint32_t line) {
    worker_->post([w = worker_.get(), file = std::move(file), line] {
        for (const auto& [id, each] : w->session().breakpoints()) {
            if (!each.function.empty() || base_name(each.file) != base_name(file)) continue;
            const bool moved =
                std::ranges::any_of(each.places, [&](const auto& place) { return place.line == line; });
            if (each.line != line && !moved) continue;
            w->command(fmt::format("delete {}", id), true);
            return;
        }
        w->command(fmt::format("break {}:{}", base_name(file), line), true);
    });
}

void Model::enable_breakpoint(unsigned id, bool enabled) {
    worker_->post([w = worker_.get(), id, enabled] {
        w->command(fmt::format("{} {}", enabled ? "enable" : "disable", id), true);
    });
}

void Model::delete_breakpoint(unsigned id) {
    worker_->post([w = worker_.get(), id] { w->command(fmt::format("delete {}", id), true); });
}

static Status change(engine::Session& session, unsigned id, const std::string& condition,
                     const std::string& hits) {
    Breakpoint like;
    if (!engine::trimmed(condition).empty())
        if (Status ok = engine::parse_breakpoint_condition(condition, like); !ok) return ok;
    if (!engine::trimmed(hits).empty()) {
        auto wanted = engine::parse_hit_condition(hits);
        if (!wanted) return std::unexpected(wanted.error());
        like.wanted = *wanted;
    }
    return session.change_condition(id, like);
}

void Model::change_breakpoint(unsigned id, std::string condition, std::string hit_condition) {
    worker_->post(
        [w = worker_.get(), id, condition = std::move(condition), hit_condition = std::move(hit_condition)] {
            if (Status ok = change(w->session(), id, condition, hit_condition); !ok)
                w->say(ConsoleLine::Kind::Error, fmt::format("breakpoint {}: {}", id, ok.error().message));
            w->touch();
        });
}

void Model::assign(std::string expression, std::string value) {
    execute(fmt::format("set var {} = {}", expression, value));
}

void Model::debug_dispatch(uint32_t device, uint32_t command, uint64_t shader) {
    worker_->post([w = worker_.get(), device, command, shader] {
        engine::Session& session = w->session();
        auto info = session.agent().command(device, command);
        if (!info) {
            const engine::Shader* known = session.shaders().find(shader);
            if (!known || !known->info.alive) return w->say(ConsoleLine::Kind::Error, info.error().message);
            info.emplace();
            info->command = command;
            info->shader = shader;
        }
        if (const unsigned id = breakpoint_of(session, *info))
            return w->command(fmt::format("delete {}", id), true);
        const Breakpoint& added = session.add_breakpoint(engine::at_entry_of(*info));
        w->say(ConsoleLine::Kind::Notice,
               fmt::format("Breakpoint {} at {}: it stops from the next submission on.", added.id,
                           added.where()));
        w->touch();
    });
}

void Model::say(ConsoleLine::Kind kind, std::string text) {
    worker_->post([w = worker_.get(), kind, text = std::move(text)] { w->say(kind, text); });
}

static void add_names(const Variables& variables, std::set<std::string>& out) {
    for (const VariableRow& row : variables.rows)
        if (!row.expression.empty()) out.insert(row.expression);
}

std::vector<std::string> Model::complete(std::string_view line) const {
    const size_t space = line.find_last_of(" (,");
    if (space == std::string_view::npos) return worker_->command_names(line);
    const std::string_view word = line.substr(space + 1);
    std::set<std::string> words;
    const auto now = snapshot();
    add_names(*now->variables, words);
    add_names(*now->watches, words);
    for (const SourceFileRow& file : now->source->files)
        words.insert(base_name(file.file) + ":");
    if (line.substr(0, space) == "info")
        words = {"breakpoints", "waves",     "dispatches", "buffers", "shaders", "locals",
                 "args",        "registers", "devices",    "display", "fault"};
    std::vector<std::string> out;
    for (const std::string& each : words)
        if (each.starts_with(word)) out.push_back(std::string(line.substr(0, space + 1)) + each);
    return out;
}

} // namespace wb::overlay
