// SPDX-License-Identifier: MIT
#include "overlay/window/record.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace wb::overlay {

using nlohmann::json;

Result<std::unique_ptr<Record>> Record::open(const std::string& path) {
    auto out = std::make_unique<Record>();
    out->file_.open(path, std::ios::app);
    if (!out->file_) return fail(fmt::format("cannot write to '{}': {}", path, std::strerror(errno)));
    return out;
}

void Record::key(int, double time) {
    key_time_ = time;
    ++keys_;
}

static json cell(const Cell& cell) {
    return {{"text", cell.text}, {"missing", cell.missing}, {"changed", cell.changed}};
}

static json tree(const Variables& variables) {
    json out = json::object();
    for (const VariableRow& row : variables.rows) {
        json entry = cell(row.value);
        entry["type"] = row.type;
        entry["place"] = row.place;
        entry["open"] = row.open;
        out[row.key] = std::move(entry);
    }
    return out;
}

static json overview(const Overview& from) {
    static constexpr const char* kPhases[] = {"not started", "starting", "running",
                                              "stepping",    "stopped",  "ended"};
    json out = {{"phase", kPhases[size_t(from.phase)]},
                {"activity", from.activity},
                {"can_cancel", from.can_cancel},
                {"stop", from.stop},
                {"reason", from.stop_reason},
                {"good", from.good},
                {"stops", from.stops},
                {"wave", from.wave_name},
                {"lane", from.lane},
                {"frame", from.frame}};
    if (from.invocation) out["invocation"] = *from.invocation;
    for (const FrameRow& frame : from.frames)
        out["frames"].push_back({frame.function, frame.file, frame.line});
    return out;
}

static json source(const Source& from) {
    json waves = json::object(), breakpoints = json::object();
    for (const auto& [line, names] : from.waves)
        waves[std::to_string(line)] = names.size();
    for (const auto& [line, id] : from.breakpoints)
        breakpoints[std::to_string(line)] = id;
    return {{"file", from.file},
            {"lines", from.lines ? from.lines->size() : 0},
            {"focus_line", from.focus_line},
            {"waves", waves},
            {"breakpoints", breakpoints},
            {"spirv_line", from.spirv_line}};
}

static json waves(const Waves& from) {
    json rows = json::array();
    for (const WaveRow& row : from.rows)
        if (row.passes && rows.size() < 64) rows.push_back({row.name, row.line, row.exec});
    return {{"count", from.rows.size()},
            {"passing", from.passing},
            {"filter", from.filter},
            {"problem", from.problem},
            {"rows", rows}};
}

static json lanes(const Lanes& from) {
    json rows = json::array();
    for (const LaneRow& row : from.rows) {
        json texts = json::array();
        for (const Cell& each : row.cells)
            texts.push_back(each.text);
        rows.push_back({{"active", row.active}, {"cells", texts}});
    }
    return {{"expressions", from.expressions}, {"rows", rows}};
}

static json memory(const Snapshot& from) {
    json list = json::array(), rows = json::array();
    for (const BufferRow& row : from.buffers->rows)
        list.push_back(
            {{"name", row.name}, {"size", row.size}, {"address", row.address}, {"known_as", row.known_as}});
    const Contents& contents = *from.contents;
    for (size_t i = 0; i < std::min<size_t>(contents.rows.size(), 8); ++i) {
        json texts = json::array();
        for (const Cell& each : contents.rows[i])
            texts.push_back(each.text);
        rows.push_back(texts);
    }
    return {{"list", list},
            {"type", contents.type},
            {"columns", contents.columns},
            {"count", contents.count},
            {"rows", rows},
            {"plot", contents.plot.size()},
            {"bytes", contents.bytes.size()},
            {"problem", contents.problem}};
}

static json breakpoints(const Breakpoints& from) {
    json out = json::array();
    for (const BreakpointRow& row : from.rows)
        out.push_back({{"id", row.id},
                       {"where", row.where},
                       {"condition", row.condition},
                       {"hit_condition", row.hit_condition},
                       {"enabled", row.enabled},
                       {"pending", row.pending},
                       {"hits", row.hits}});
    return out;
}

static json dispatches(const Dispatches& from) {
    json out = json::array();
    for (const DispatchRow& row : from.rows)
        out.push_back({{"command", row.command},
                       {"label", row.label},
                       {"shader", row.shader},
                       {"armed", row.armed},
                       {"debuggable", row.debuggable},
                       {"submissions", row.submissions}});
    return out;
}

static uint32_t newest(const Dispatches& from) {
    uint32_t out = 0;
    for (const DispatchRow& row : from.rows)
        out = std::max(out, row.command);
    return out;
}

static json registers(const Registers& from) {
    json out = json::object();
    for (const auto* list : {&from.special, &from.scalar, &from.vector})
        for (const RegisterRow& row : *list)
            out[row.name] = {row.text, row.changed};
    return out;
}

static json devices(const Devices& from) {
    json out = json::array();
    for (const DeviceRow& row : from.rows)
        out.push_back({{"name", row.name},
                       {"driver", row.driver},
                       {"debuggable", row.debuggable},
                       {"vmid", row.vmid},
                       {"handler", row.handler}});
    return out;
}

static json console(const Console& from) {
    constexpr size_t kShown = 40;
    json out = json::array();
    for (size_t i = from.lines.size() - std::min(kShown, from.lines.size()); i < from.lines.size(); ++i)
        out.push_back({int(from.lines[i].kind), from.lines[i].text});
    return out;
}

void Record::frame(const State& state, const Snapshot& shown, double begin, double time) {
    ++frames_;
    json line = {
        {"overview", overview(*shown.overview)},
        {"variables", tree(*shown.variables)},
        {"watches", tree(*shown.watches)},
        {"source", source(*shown.source)},
        {"waves", waves(*shown.waves)},
        {"lanes", lanes(*shown.lanes)},
        {"memory", memory(shown)},
        {"image_width", state.buffer.image_width},
        {"breakpoints", breakpoints(*shown.breakpoints)},
        {"dispatches", dispatches(state.dispatches.shown ? *state.dispatches.shown : *shown.dispatches)},
        {"newest_dispatch", newest(*shown.dispatches)},
        {"registers", registers(*shown.registers)},
        {"console", console(*shown.console)},
        {"console_total", shown.console->total},
        {"heat_map",
         {{"points", shown.heat_map->points.size()},
          {"least", shown.heat_map->least},
          {"most", shown.heat_map->most},
          {"layer", state.heat.layer},
          {"layers", shown.heat_map->to[2] - shown.heat_map->from[2]},
          {"problem", shown.heat_map->problem}}},
        {"hover", {{"expression", shown.hover->expression}, {"text", shown.hover->value.text}}},
        {"disassembly",
         {{"rows", shown.disassembly->rows ? shown.disassembly->rows->size() : 0},
          {"pc", shown.disassembly->pc}}},
        {"devices", devices(*shown.devices)},
        {"settings",
         {{"dark", state.settings.dark},
          {"font_size", state.settings.font_size},
          {"scale", state.settings.scale}}},
        {"keys", keys_},
        {"settled", state.settled}};
    for (const Panel panel : state.front)
        line["front"].push_back(kPanelTable[size_t(panel)].name);
    json marks = json::object();
    for (const auto& [name, rect] : state.marks)
        marks[name] = {int(rect.x), int(rect.y), int(rect.width), int(rect.height)};
    line["marks"] = std::move(marks);
    const std::string text = line.dump(-1, ' ', false, json::error_handler_t::replace);
    if (text == last_) return;
    last_ = text;
    line["frame_number"] = frames_;
    line["time"] = time;
    line["begin"] = begin;
    line["key_time"] = key_time_;
    file_ << line.dump(-1, ' ', false, json::error_handler_t::replace) << '\n';
    file_.flush();
}

} // namespace wb::overlay
