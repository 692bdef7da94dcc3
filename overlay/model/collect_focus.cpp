// SPDX-License-Identifier: MIT
// What the collectors share, the focus, and the value under the pointer.
#include "engine/values/format.h"
#include "overlay/model/collect.h"

#include <chrono>

namespace wb::overlay {

using engine::FrameNames;
using engine::Session;
using engine::WaveView;

double seconds_now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void Changes::next_stop() {
    before_ = std::move(now_);
    now_.clear();
}

bool Changes::note(const std::string& key, const std::string& text) {
    now_[key] = text;
    const auto it = before_.find(key);
    return it != before_.end() && it->second != text;
}

std::string base_name(std::string_view path) {
    return std::string(path.substr(path.rfind('/') + 1));
}

Result<FrameNames> names_of(Session& session, WaveView& view, unsigned lane) {
    if (view.info().wave == session.focus().wave) return session.names(lane);
    const engine::Slot* slot = view.statement();
    if (!slot) return fail("the wave is in code without debug information");
    return FrameNames(view, view.shader()->record->stack(*slot).front(), lane, &session.history());
}

Cell evaluate_cell(const std::string& expression, FrameNames& names, WaveView& view, char format) {
    auto value = evaluate(expression, names, view);
    if (!value) return {value.error().message, true, false};
    return {to_text(view, *value, {format, 32}), false, false};
}

void collect_focus(Session& session, Overview& out) {
    out.wave = 0;
    out.wave_name = 0;
    out.frames.clear();
    out.invocation.reset();
    out.group.reset();
    WaveView* view = session.focus_wave();
    if (!view) return;
    out.wave = view->info().wave;
    out.wave_name = session.short_name(out.wave);
    out.lane = session.focus().lane;
    out.frame = session.focus().frame;
    out.lane_active = view->lane_active(out.lane);
    if (view->info().command != protocol::kNone) out.group = view->info().group;
    if (auto id = view->global_id(out.lane)) out.invocation = *id;
    const auto stack = session.frames();
    for (size_t n = 0; n < stack.size(); ++n) {
        const engine::DebugRecord& record = *view->shader()->record;
        const engine::Function* function = view->shader()->module->function(record.frames[stack[n]].function);
        uint32_t file = view->statement()->file, line = view->statement()->line;
        if (n > 0) {
            file = record.frames[stack[n - 1]].call_file;
            line = record.frames[stack[n - 1]].call_line;
        }
        out.frames.push_back(
            {function ? function->name : "??", file == engine::kNoId ? "" : record.files[file], line});
    }
}

Collected<Hover> collect_hover(Collector& from) {
    auto out = std::make_shared<Hover>();
    out->expression = from.wants.hover;
    WaveView* view = from.session.focus_wave();
    if (out->expression.empty() || !view) return out;
    auto names = from.session.names();
    if (!names) {
        out->value = {names.error().message, true, false};
        return out;
    }
    auto value = evaluate(out->expression, *names, *view);
    if (!value) {
        out->value = {value.error().message, true, false};
        return out;
    }
    if (value->type) out->type = value->type->name;
    out->value = {to_text(*view, *value, {from.wants.format, 16}), false, false};
    return out;
}

} // namespace wb::overlay
