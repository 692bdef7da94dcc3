// SPDX-License-Identifier: MIT
// info, and its topics breakpoints, waves, locals, args, displays, fault.
#include "engine/commands/info_topics.h"

#include "engine/commands/report.h"
#include "engine/values/format.h"
#include "trap_handler/mailbox.h"

#include <bit>
#include <fmt/format.h>

namespace wb::engine {

static Outcome breakpoints(Interpreter& interpreter, std::string_view) {
    nlohmann::json list = nlohmann::json::array();
    if (interpreter.session().breakpoints().empty())
        return told("No breakpoints.", {{"breakpoints", std::move(list)}});
    std::string text = "Num  Enabled  Hits  Where\n";
    for (const auto& [id, b] : interpreter.session().breakpoints()) {
        text += fmt::format("{:<4} {:<8} {:<5} {}", id, b.enabled ? "yes" : "no", b.hits, b.where());
        if (b.invocation) text += " if invocation " + ids_text(*b.invocation);
        if (!b.condition.empty()) text += (b.invocation ? " and " : " if ") + b.condition;
        if (b.temporary) text += " (temporary)";
        if (b.places.empty()) text += " (pending)";
        if (b.ignore)
            text += fmt::format(" (the next {} ignored)",
                                b.ignore == 1 ? "hit is" : fmt::format("{} hits are", b.ignore));
        text += "\n";
        nlohmann::json row = breakpoint_data(b);
        row.update(
            {{"enabled", b.enabled}, {"hits", b.hits}, {"temporary", b.temporary}, {"ignore", b.ignore}});
        list.push_back(std::move(row));
    }
    return told(std::move(text), {{"breakpoints", std::move(list)}});
}

static Outcome waves(Interpreter& interpreter, std::string_view) {
    Session& session = interpreter.session();
    const auto list = session.stopped_waves();
    nlohmann::json data = nlohmann::json::array();
    if (list.empty())
        return told("No wave is stopped.", {{"waves", std::move(data)}, {"missed", session.missed()}});
    std::string text =
        "   Wave  Workgroup        Line                     Lanes  EXEC                Place\n";
    for (WaveView* view : list) {
        const protocol::WaveInfo& info = view->info();
        nlohmann::json row{{"wave", session.short_name(info.wave)},
                           {"focus", info.wave == session.focus().wave},
                           {"exec", info.exec},
                           {"pc", info.pc}};
        if (info.command != protocol::kNone)
            row.update({{"workgroup", info.group}, {"dispatch", info.command}});
        std::string line = "?";
        if (const Slot* slot = view->statement()) {
            const auto file = view->shader()->file_of(*slot);
            line = fmt::format("{}:{}", file.substr(file.rfind('/') + 1), slot->line);
            row.update({{"file", file}, {"line", slot->line}});
        }
        data.push_back(std::move(row));
        // HW_ID1: wave 4:0, SIMD 9:8, WGP 13:10, SA 16, SE 20:18 (hardware.md 1.2).
        const uint32_t hw = info.hw_id1;
        text += fmt::format("{}  {:<5} {:<16} {:<24} {:<6} 0x{:016x}  se{} sa{} wgp{} simd{} wave{}\n",
                            info.wave == session.focus().wave ? '*' : ' ', session.short_name(info.wave),
                            info.command == protocol::kNone ? "?" : ids_text(info.group), line,
                            std::popcount(info.exec), info.exec, hw >> 18 & 7, hw >> 16 & 1, hw >> 10 & 15,
                            hw >> 8 & 3, hw & 31);
    }
    if (session.missed())
        text += fmt::format("{} waves found no room in the mailbox and went on.\n", session.missed());
    return told(std::move(text), {{"waves", std::move(data)}, {"missed", session.missed()}});
}

/// Variables of the focus frame; `only_arguments`: those its function was called with.
static Outcome variables(Interpreter& interpreter, bool only_arguments) {
    auto view = interpreter.stopped();
    if (!view) return failed(view.error().message);
    auto names = interpreter.session().names();
    if (!names) return failed(names.error().message);
    std::string text;
    nlohmann::json list = nlohmann::json::array();
    for (const FrameNames::Local& local : names->locals()) {
        if (only_arguments && !local.variable->parameter) continue;
        const std::string value = to_text(**view, names->value_of(local), {0, 32});
        text += fmt::format("{} {} = {}\n", local.variable->type->name, local.name, value);
        list.push_back({{"name", local.name}, {"type", local.variable->type->name}, {"value", value}});
    }
    if (text.empty()) text = only_arguments ? "No arguments." : "No variables are in scope.";
    return told(std::move(text), {{only_arguments ? "arguments" : "locals", std::move(list)}});
}
static Outcome locals(Interpreter& interpreter, std::string_view) {
    return variables(interpreter, false);
}
static Outcome args(Interpreter& interpreter, std::string_view) {
    return variables(interpreter, true);
}

static Outcome displays(Interpreter& interpreter, std::string_view) {
    std::string text;
    nlohmann::json list = nlohmann::json::array();
    for (const Display& each : interpreter.displays) {
        const std::string format = each.format.letter ? fmt::format("/{}", each.format.letter) : "";
        text += fmt::format("{}: {}{}{}\n", each.number, format, format.empty() ? "" : " ", each.text);
        list.push_back({{"number", each.number}, {"expression", each.text}});
    }
    return told(text.empty() ? "Nothing is displayed." : text, {{"displays", std::move(list)}});
}

static Outcome fault(Interpreter& interpreter, std::string_view) {
    auto view = interpreter.stopped();
    if (!view) return failed(view.error().message);
    if ((*view)->info().reason != WB_REASON_MEMVIOL)
        return failed("the focus wave has not stopped by a memory violation");
    const FaultReport report = interpreter.session().report_fault(**view);
    return told(describe_fault(report), {{"fault", report.data()}});
}

static Outcome info(Interpreter& interpreter, std::string_view arguments) {
    struct Topic {
        std::string_view name;
        CommandFn run;
        bool takes_argument = false;
    };
    static constexpr Topic kTopics[] = {{"breakpoints", breakpoints},
                                        {"waves", waves},
                                        {"dispatches", info_dispatches},
                                        {"buffers", info_buffers},
                                        {"shaders", info_shaders},
                                        {"locals", locals},
                                        {"args", args},
                                        {"registers", info_registers, true},
                                        {"devices", info_devices},
                                        {"display", displays},
                                        {"fault", fault}};
    const std::string_view word = take_word(arguments);
    std::vector<std::string_view> names;
    std::string known;
    for (const Topic& topic : kTopics) {
        if (!word.empty() && topic.name.starts_with(word)) {
            if (!arguments.empty() && !topic.takes_argument)
                return failed(fmt::format("'info {}' takes no argument ('{}')", topic.name, arguments));
            return topic.run(interpreter, arguments);
        }
        names.push_back(topic.name);
        known += fmt::format("{}{}", known.empty() ? "" : ", ", topic.name);
    }
    if (word.empty()) return failed("info needs a topic: " + known);
    const std::string hint = nearest(word, names);
    return failed(fmt::format("info knows no '{}': {}{}{}", word, known, hint.empty() ? "" : ".", hint));
}

std::span<const CommandRow> info_commands() {
    static constexpr CommandRow kRows[] = {
        {"info", 1, info, "info TOPIC",
         "Lists breakpoints, waves, dispatches, buffers, shaders, locals, args, registers, devices or "
         "displays.\nfault: the "
         "focus wave's memory violation. registers takes a register's name, or all."},
    };
    return kRows;
}

} // namespace wb::engine
