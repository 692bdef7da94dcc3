// SPDX-License-Identifier: MIT
// info breakpoints, waves, dispatches, buffers, shaders, locals, registers, devices, fault.
#include "engine/commands/interpreter.h"

#include "engine/commands/report.h"
#include "engine/values/format.h"
#include "trap_handler/mailbox.h"

#include <bit>
#include <fmt/format.h>

namespace wb::engine {

static Outcome ok(std::string text) {
    if (text.ends_with('\n')) text.pop_back();
    return {true, std::move(text), false};
}

static Outcome breakpoints(Interpreter& interpreter, std::string_view) {
    if (interpreter.session().breakpoints().empty()) return ok("No breakpoints.");
    std::string text = "Num  Enabled  Hits  Where\n";
    for (const auto& [id, b] : interpreter.session().breakpoints()) {
        text += fmt::format("{:<4} {:<8} {:<5} {}", id, b.enabled ? "yes" : "no", b.hits, b.where());
        if (b.invocation) text += " if invocation " + ids_text(*b.invocation);
        if (!b.condition.empty()) text += (b.invocation ? " and " : " if ") + b.condition;
        if (b.temporary) text += " (temporary)";
        if (b.places.empty()) text += " (pending)";
        text += "\n";
    }
    return ok(text);
}

static Outcome waves(Interpreter& interpreter, std::string_view) {
    Session& session = interpreter.session();
    const auto list = session.stopped_waves();
    if (list.empty()) return ok("No wave is stopped.");
    std::string text =
        "   Wave  Workgroup        Line                     Lanes  EXEC                Place\n";
    for (WaveView* view : list) {
        const protocol::WaveInfo& info = view->info();
        std::string line = "?";
        if (const Slot* slot = view->statement()) {
            const auto file = view->shader()->file_of(*slot);
            line = fmt::format("{}:{}", file.substr(file.rfind('/') + 1), slot->line);
        }
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
    return ok(text);
}

static Outcome dispatches(Interpreter& interpreter, std::string_view) {
    Session& session = interpreter.session();
    std::string text;
    WaveView* focus = session.focus_wave();
    for (const protocol::DeviceInfo& device : session.devices()) {
        auto commands = session.agent().commands(device.device, 200);
        if (!commands) return failed(commands.error().message);
        for (const protocol::CommandInfo& command : *commands) {
            Shader* shader = session.shaders().find(command.shader);
            const std::string size = command.indirect_va ? "indirect"
                                                         : fmt::format("{} x {} x {}", command.groups[0],
                                                                       command.groups[1], command.groups[2]);
            text += fmt::format(
                "{} {:<6} {:<20} {:<24} submitted {:>4} times{}  {}\n",
                focus && focus->info().command == command.command ? '*' : ' ', command.command, size,
                shader ? shader->title() : fmt::format("shader {}", command.shader), command.submissions,
                command.variant_bound ? "" : ", not debuggable (recorded with the normal shader)",
                command.label);
        }
    }
    return ok(text.empty() ? "No dispatch has been recorded."
                           : "  Id     Workgroups           Shader                   Submissions\n" + text);
}

static Outcome buffers(Interpreter& interpreter, std::string_view) {
    Session& session = interpreter.session();
    session.refresh_objects();
    std::string text;
    for (const protocol::Range& range : session.objects().ranges()) {
        if (range.kind != protocol::kRangeBuffer && range.kind != protocol::kRangeImage) continue;
        text += fmt::format("  0x{:x}  {:>12}  {:<6}  {}\n", range.va, range.size,
                            range.kind == protocol::kRangeBuffer ? "buffer" : "image",
                            range.name.empty() ? fmt::format("(no name) {}", range.id) : range.name);
    }
    return ok(text.empty() ? "The program has no buffers."
                           : "  Address             Bytes         Kind    Name\n" + text);
}

static std::string stage_name(uint32_t stage) {
    switch (stage) {
    case 0x1:
        return "vertex";
    case 0x2:
        return "tess control";
    case 0x4:
        return "tess eval";
    case 0x8:
        return "geometry";
    case 0x10:
        return "fragment";
    case protocol::kStageCompute:
        return "compute";
    case 0x40:
        return "task";
    case 0x80:
        return "mesh";
    default:
        return fmt::format("stage 0x{:x}", stage);
    }
}

static Outcome shaders(Interpreter& interpreter, std::string_view) {
    Session& session = interpreter.session();
    session.load_shaders();
    std::string text;
    for (auto& [id, shader] : session.shaders().all()) {
        text += fmt::format("  {:<5} {:<8} {}", id, stage_name(shader->info.stage), shader->title());
        if (!shader->info.alive) text += " (destroyed)";
        if (shader->record)
            text += fmt::format(
                ": {} bytes, wave{}, {} VGPRs, {} slots{}", shader->record->code_size,
                shader->record->wave_size, shader->record->vgprs, shader->record->slots.size(),
                shader->uses_disassembly()
                    ? fmt::format(", no line information: its SPIR-V is '{}'", shader->record->files.back())
                : shader->module->has_lines() ? ""
                                              : ", no line information");
        else if (!shader->why.empty())
            text += ": not debuggable: " + shader->why;
        else if (shader->info.stage != protocol::kStageCompute)
            text += ": only compute shaders have debug variants yet";
        text += "\n";
    }
    if (text.empty()) return ok("The program has no shaders yet.");
    return ok(text + "Debug variants are compiled without optimisation: float contraction and the order of "
                     "unordered atomics may differ from the normal shader's.\n");
}

static Outcome locals(Interpreter& interpreter, std::string_view) {
    auto view = interpreter.stopped();
    if (!view) return failed(view.error().message);
    auto names = interpreter.session().names();
    if (!names) return failed(names.error().message);
    std::string text;
    nlohmann::json list = nlohmann::json::array();
    for (const FrameNames::Local& local : names->locals()) {
        const std::string value = to_text(**view, names->value_of(local), {0, 32});
        text += fmt::format("{} {} = {}\n", local.variable->type->name, local.name, value);
        list.push_back({{"name", local.name}, {"type", local.variable->type->name}, {"value", value}});
    }
    Outcome outcome = ok(text.empty() ? "No variables are in scope." : text);
    outcome.data = {{"locals", std::move(list)}};
    return outcome;
}

static Outcome registers(Interpreter& interpreter, std::string_view arguments) {
    auto got = interpreter.stopped();
    if (!got) return failed(got.error().message);
    WaveView& view = **got;
    const protocol::WaveInfo& info = view.info();
    const unsigned lane = interpreter.session().focus().lane;
    std::string text;
    std::string_view which = trimmed(arguments);
    if (which.starts_with('$')) which.remove_prefix(1);
    if (!which.empty() && which != "all") {
        auto names = interpreter.session().names();
        if (!names) return failed(names.error().message);
        auto value = names->register_value(which);
        if (!value) return failed(value.error().message);
        return ok(fmt::format("{:<8} {}", which, to_text(view, *value, {'x'})));
    }
    text +=
        fmt::format("pc       0x{:x}\nexec     0x{:016x}\nvcc      0x{:016x}\nscc      {}\nm0       "
                    "0x{:08x}\nmode     0x{:08x}\nstatus   0x{:08x}\ntrapsts  0x{:08x}\n",
                    info.pc, info.exec, info.vcc, info.scc, info.m0, info.mode, info.status, info.trapsts);
    const uint32_t shown =
        which == "all"
            ? 106
            : std::min(106u, view.shader() && view.shader()->record ? view.shader()->record->sgprs : 16u);
    for (uint32_t n = 0; n < shown; ++n) {
        auto word = view.sgpr(n);
        if (!word) return failed(word.error().message);
        text += fmt::format("{:<8} 0x{:08x}{}", fmt::format("s{}", n), *word,
                            n % 4 == 3 || n + 1 == shown ? "\n" : "   ");
    }
    text += fmt::format("VGPRs of lane {}:\n", lane);
    for (uint32_t n = 0; n < info.vgprs; ++n) {
        auto word = view.vgpr(n, lane);
        if (!word) return failed(word.error().message);
        text += fmt::format("{:<8} 0x{:08x}{}", fmt::format("v{}", n), *word,
                            n % 4 == 3 || n + 1 == info.vgprs ? "\n" : "   ");
    }
    return ok(text);
}

static Outcome fault(Interpreter& interpreter, std::string_view) {
    auto view = interpreter.stopped();
    if (!view) return failed(view.error().message);
    if ((*view)->info().reason != WB_REASON_MEMVIOL)
        return failed("the focus wave has not stopped by a memory violation");
    const FaultReport report = interpreter.session().report_fault(**view);
    Outcome outcome = ok(describe_fault(report));
    outcome.data = {{"fault", report.data()}};
    return outcome;
}

static Outcome devices(Interpreter& interpreter, std::string_view) {
    std::string text;
    for (const protocol::DeviceInfo& device : interpreter.session().devices()) {
        text += fmt::format("  {}: {} ({}){}\n", device.device, device.name, device.driver,
                            device.simulated ? ", simulated" : "");
        if (device.debuggable)
            text += fmt::format("     VMID {}, trap handler at 0x{:x}, mailbox at 0x{:x}, installed by {}\n",
                                device.vmid, device.handler_va, device.control_va, device.install);
        else
            text += "     not debuggable: " + device.why + "\n";
    }
    return ok(text.empty() ? "The program has made no Vulkan device." : text);
}

static Outcome info(Interpreter& interpreter, std::string_view arguments) {
    struct Topic {
        std::string_view name;
        CommandFn run;
    };
    static constexpr Topic kTopics[] = {
        {"breakpoints", breakpoints}, {"waves", waves},     {"dispatches", dispatches},
        {"buffers", buffers},         {"shaders", shaders}, {"locals", locals},
        {"registers", registers},     {"devices", devices}, {"fault", fault}};
    const std::string_view word = take_word(arguments);
    if (!word.empty())
        for (const Topic& topic : kTopics)
            if (topic.name.starts_with(word)) return topic.run(interpreter, arguments);
    std::string known;
    for (const Topic& topic : kTopics)
        known += fmt::format("{}{}", known.empty() ? "" : ", ", topic.name);
    return failed((word.empty() ? "info needs a topic: " : fmt::format("info knows no '{}': ", word)) +
                  known);
}

std::span<const CommandRow> info_commands() {
    static constexpr CommandRow kRows[] = {
        {"info", 1, info, "info TOPIC",
         "Lists breakpoints, waves, dispatches, buffers, shaders, locals, registers or devices; fault: the "
         "focus "
         "wave's memory violation."},
    };
    return kRows;
}

} // namespace wb::engine
