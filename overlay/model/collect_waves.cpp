// SPDX-License-Identifier: MIT
#include "overlay/model/collect.h"

#include <bit>

namespace wb::overlay {

using engine::WaveView;

/// Whether `condition` holds for some active lane. A wave for which it cannot be evaluated does not pass; the
/// reason is kept.
static bool passes(Collector& from, WaveView& view, const engine::Expr& condition, std::string& problem) {
    for (uint64_t rest = view.info().exec; rest; rest &= rest - 1) {
        auto names = names_of(from.session, view, unsigned(std::countr_zero(rest)));
        if (!names) {
            problem = names.error().message;
            return false;
        }
        auto holds = evaluate_condition(condition, *names, view);
        if (!holds) {
            problem = holds.error().message;
            return false;
        }
        if (*holds) return true;
    }
    return false;
}

Collected<Waves> collect_waves(Collector& from) {
    auto out = std::make_shared<Waves>();
    out->filter = from.wants.wave_filter;
    out->missed = from.session.missed();
    engine::ExprPtr condition;
    if (!out->filter.empty()) {
        auto parsed = engine::parse_expression(out->filter);
        if (parsed)
            condition = std::move(*parsed);
        else
            out->problem = parsed.error().message;
    }
    for (WaveView* view : from.session.stopped_waves()) {
        const protocol::WaveInfo& info = view->info();
        WaveRow row;
        row.wave = info.wave;
        row.exec = info.exec;
        row.name = from.session.short_name(info.wave);
        row.wave_size = info.wave_size;
        row.command = info.command;
        row.hw_id1 = info.hw_id1;
        if (info.command != protocol::kNone) row.group = info.group;
        if (view->shader()) row.shader = view->shader()->info.shader;
        if (const engine::Slot* slot = view->statement()) {
            row.file = base_name(view->shader()->file_of(*slot));
            row.line = slot->line;
        }
        if (condition) {
            if (from.hurry()) return nullptr;
            row.passes = passes(from, *view, *condition, out->problem);
        }
        out->passing += row.passes;
        out->rows.push_back(std::move(row));
    }
    return out;
}

Collected<Lanes> collect_lanes(Collector& from) {
    auto out = std::make_shared<Lanes>();
    out->expressions = from.wants.lane_expressions;
    WaveView* view = from.session.focus_wave();
    if (!view) return out;
    for (unsigned lane = 0; lane < view->info().wave_size; ++lane) {
        LaneRow row;
        row.active = view->lane_active(lane);
        if (auto id = view->global_id(lane)) row.invocation = *id;
        auto names = from.session.names(lane);
        for (const std::string& expression : out->expressions) {
            Cell cell = names ? evaluate_cell(expression, *names, *view, from.wants.format)
                              : Cell{names.error().message, true, false};
            const std::string key = "lane/" + std::to_string(from.session.short_name(view->info().wave)) +
                                    "/" + std::to_string(lane) + "/" + expression;
            cell.changed = from.changes.note(key, cell.text);
            row.cells.push_back(std::move(cell));
        }
        out->rows.push_back(std::move(row));
    }
    // Memory that other code reads through this wave means the focus lane's.
    view->lane = from.session.focus().lane;
    return out;
}

} // namespace wb::overlay
