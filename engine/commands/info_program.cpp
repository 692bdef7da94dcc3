// SPDX-License-Identifier: MIT
// info dispatches, buffers, shaders, devices: what the program has.
#include "engine/commands/info_topics.h"

#include <fmt/format.h>

namespace wb::engine {

Outcome info_dispatches(Interpreter& interpreter, std::string_view) {
    Session& session = interpreter.session();
    std::string text;
    nlohmann::json list = nlohmann::json::array();
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
            nlohmann::json row{{"dispatch", command.command},
                               {"device", device.device},
                               {"shader", command.shader},
                               {"name", shader ? shader->title() : ""},
                               {"submissions", command.submissions},
                               {"debuggable", bool(command.variant_bound)},
                               {"label", command.label},
                               {"focus", focus && focus->info().command == command.command}};
            if (!command.indirect_va) row["workgroups"] = command.groups;
            list.push_back(std::move(row));
        }
    }
    return told(text.empty() ? "No dispatch has been recorded."
                             : "  Id     Workgroups           Shader                   Submissions\n" + text,
                {{"dispatches", std::move(list)}});
}

Outcome info_buffers(Interpreter& interpreter, std::string_view) {
    Session& session = interpreter.session();
    session.refresh_objects();
    std::string text;
    nlohmann::json list = nlohmann::json::array();
    for (const protocol::Range& range : session.objects().ranges()) {
        if (range.kind != protocol::kRangeBuffer && range.kind != protocol::kRangeImage) continue;
        text += fmt::format("  0x{:x}  {:>12}  {:<6}  {}\n", range.va, range.size,
                            range.kind == protocol::kRangeBuffer ? "buffer" : "image",
                            range.name.empty() ? fmt::format("(no name) {}", range.id) : range.name);
        list.push_back({{"address", range.va},
                        {"size", range.size},
                        {"kind", range.kind == protocol::kRangeBuffer ? "buffer" : "image"},
                        {"name", range.name}});
    }
    return told(text.empty() ? "The program has no buffers."
                             : "  Address             Bytes         Kind    Name\n" + text,
                {{"buffers", std::move(list)}});
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

Outcome info_shaders(Interpreter& interpreter, std::string_view) {
    Session& session = interpreter.session();
    session.load_shaders();
    std::string text;
    nlohmann::json list = nlohmann::json::array();
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
        nlohmann::json row{{"shader", id},
                           {"stage", stage_name(shader->info.stage)},
                           {"name", shader->title()},
                           {"destroyed", !shader->info.alive},
                           {"debuggable", shader->record != nullptr}};
        if (!shader->why.empty()) row["why"] = shader->why;
        if (const DebugRecord* record = shader->record.get())
            row.update({{"size", record->code_size},
                        {"wave_size", record->wave_size},
                        {"vgprs", record->vgprs},
                        {"slots", record->slots.size()},
                        {"files", record->files}});
        list.push_back(std::move(row));
    }
    if (text.empty()) return told("The program has no shaders yet.", {{"shaders", std::move(list)}});
    return told(text + "Debug variants are compiled without optimisation: float contraction and the order of "
                       "unordered atomics may differ from the normal shader's.\n",
                {{"shaders", std::move(list)}});
}

Outcome info_devices(Interpreter& interpreter, std::string_view) {
    std::string text;
    nlohmann::json list = nlohmann::json::array();
    for (const protocol::DeviceInfo& device : interpreter.session().devices()) {
        text += fmt::format("  {}: {} ({}){}\n", device.device, device.name, device.driver,
                            device.simulated ? ", simulated" : "");
        if (device.debuggable)
            text += fmt::format("     VMID {}, trap handler at 0x{:x}, mailbox at 0x{:x}, installed by {}\n",
                                device.vmid, device.handler_va, device.control_va, device.install);
        else
            text += "     not debuggable: " + device.why + "\n";
        list.push_back({{"device", device.device},
                        {"name", device.name},
                        {"driver", device.driver},
                        {"simulated", bool(device.simulated)},
                        {"debuggable", bool(device.debuggable)},
                        {"why", device.why}});
    }
    return told(text.empty() ? "The program has made no Vulkan device." : text,
                {{"devices", std::move(list)}});
}

} // namespace wb::engine
