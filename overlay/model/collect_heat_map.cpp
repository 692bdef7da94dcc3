// SPDX-License-Identifier: MIT
#include "engine/expr/arithmetic.h"
#include "overlay/model/collect.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace wb::overlay {

using engine::WaveView;

/// The value as a number; NaN when it is none.
static double number_of(const engine::Expr& expression, engine::FrameNames& names, WaveView& view,
                        std::string& problem) {
    auto value = evaluate(expression, names, view);
    if (value) value = load(view, *value, 1);
    if (!value) {
        problem = value.error().message;
        return NAN;
    }
    if (!value->is_scalar() || value->leaves.size() != 1) {
        problem =
            "it is no single number, but " + (value->type ? value->type->name : std::string("nothing known"));
        return NAN;
    }
    if (value->leaves[0].state != engine::Leaf::State::Ok) {
        problem = value->why.empty() ? "it has no value here" : value->why;
        return NAN;
    }
    return engine::to_double(*value->type, value->leaves[0].bits);
}

Collected<HeatMap> collect_heat_map(Collector& from) {
    auto out = std::make_shared<HeatMap>();
    out->expression = from.wants.heat_map;
    if (out->expression.empty()) return out;
    auto parsed = engine::parse_expression(out->expression);
    if (!parsed) {
        out->problem = parsed.error().message;
        return out;
    }
    std::string problem;
    const WaveView* focus = from.session.focus_wave();
    for (WaveView* view : from.session.stopped_waves()) {
        // Another dispatch has a grid of its own.
        if (focus &&
            (view->info().device != focus->info().device || view->info().command != focus->info().command))
            continue;
        if (from.hurry()) return nullptr;
        ++out->waves;
        const unsigned lane_before = view->lane;
        for (uint64_t rest = view->info().exec; rest; rest &= rest - 1) {
            const unsigned lane = unsigned(std::countr_zero(rest));
            auto names = names_of(from.session, *view, lane);
            auto at = view->global_id(lane);
            if (!names || !at) {
                problem = names ? at.error().message : names.error().message;
                ++out->missing;
                continue;
            }
            const double value = number_of(**parsed, *names, *view, problem);
            if (std::isnan(value)) {
                ++out->missing;
                continue;
            }
            out->points.push_back({*at, value, view->info().wave, uint8_t(lane)});
        }
        view->lane = lane_before;
    }
    if (out->points.empty()) {
        out->problem = problem.empty() ? "no wave is stopped" : problem;
        return out;
    }
    out->from = out->to = out->points.front().at;
    out->least = HUGE_VAL;
    out->most = -HUGE_VAL;
    for (const HeatMap::Point& point : out->points) {
        for (size_t i = 0; i < 3; ++i) {
            out->from[i] = std::min(out->from[i], point.at[i]);
            out->to[i] = std::max(out->to[i], point.at[i] + 1);
        }
        // The colours are for the finite values; infinities get the outermost ones.
        if (!std::isfinite(point.value)) continue;
        out->least = std::min(out->least, point.value);
        out->most = std::max(out->most, point.value);
    }
    if (out->least > out->most) out->least = out->most = 0;
    return out;
}

} // namespace wb::overlay
