// SPDX-License-Identifier: MIT
// Registers, dispatches, breakpoints, devices.
#include "engine/commands/report.h"
#include "overlay/model/collect.h"
#include "overlay/model/job_timeout.h"

#include <fmt/format.h>
#include <fstream>

namespace wb::overlay {

using engine::WaveView;

Collected<Registers> collect_registers(Collector& from) {
    auto out = std::make_shared<Registers>();
    WaveView* view = from.session.focus_wave();
    if (!view) {
        out->problem = "no wave is stopped";
        return out;
    }
    const protocol::WaveInfo& info = view->info();
    out->lane = from.session.focus().lane;
    const std::string wave = fmt::format("reg/{}/", from.session.short_name(info.wave));
    const auto row = [&](std::string name, std::string text, const std::string& lane = "") {
        const bool changed = from.changes.note(wave + lane + name, text);
        return RegisterRow{std::move(name), std::move(text), changed};
    };
    out->special = {row("pc", fmt::format("0x{:012x}", info.pc)),
                    row("exec", fmt::format("0x{:016x}", info.exec)),
                    row("vcc", fmt::format("0x{:016x}", info.vcc)),
                    row("scc", fmt::format("{}", info.scc)),
                    row("m0", fmt::format("0x{:08x}", info.m0)),
                    row("mode", fmt::format("0x{:08x}", info.mode)),
                    row("status", fmt::format("0x{:08x}", info.status)),
                    row("trapsts", fmt::format("0x{:08x}", info.trapsts))};
    // SGPRs that a shader can name are s0 to s105; behind them is VCC (RDNA3 ISA 3.6).
    const uint32_t scalars =
        std::min(106u, view->shader() && view->shader()->record ? view->shader()->record->sgprs : 106u);
    for (uint32_t n = 0; n < scalars; ++n) {
        auto word = view->sgpr(n);
        if (!word) {
            out->problem = word.error().message;
            break;
        }
        out->scalar.push_back(row(fmt::format("s{}", n), fmt::format("0x{:08x}", *word)));
    }
    const std::string lane = fmt::format("{}/", out->lane);
    for (uint32_t n = 0; n < info.vgprs; ++n) {
        auto word = view->vgpr(n, out->lane);
        if (!word) {
            out->problem = word.error().message;
            break;
        }
        out->vector.push_back(row(fmt::format("v{}", n), fmt::format("0x{:08x}", *word), lane));
    }
    return out;
}

unsigned breakpoint_of(const engine::Session& session, const protocol::CommandInfo& command) {
    for (const auto& [id, each] : session.breakpoints()) {
        if (!each.enabled || each.function != engine::Breakpoint::kAnyEntry) continue;
        if (each.command ? *each.command == command.command : each.shader == command.shader) return id;
    }
    return 0;
}

Collected<Dispatches> collect_dispatches(Collector& from) {
    auto out = std::make_shared<Dispatches>();
    if (from.session.ended()) return out;
    const WaveView* focus = from.session.focus_wave();
    for (const protocol::DeviceInfo& device : from.session.devices()) {
        if (!device.debuggable) continue;
        auto commands = from.session.agent().commands(device.device, 1000);
        if (!commands) {
            out->problem = commands.error().message;
            continue;
        }
        for (const protocol::CommandInfo& command : *commands) {
            const engine::Shader* shader = from.session.shaders().find(command.shader);
            DispatchRow row;
            row.device = device.device;
            row.command = command.command;
            row.shader_id = command.shader;
            if (!command.indirect_va) row.groups = command.groups;
            row.shader = shader ? shader->title() : fmt::format("shader {}", command.shader);
            row.label = command.label;
            row.submissions = command.submissions;
            row.debuggable = command.variant_bound;
            row.focused =
                focus && focus->info().command == command.command && focus->info().device == device.device;
            row.armed = breakpoint_of(from.session, command) > 0;
            out->rows.push_back(std::move(row));
        }
    }
    return out;
}

static std::string text_of(const engine::HitCondition& wanted) {
    using Kind = engine::HitCondition::Kind;
    const char* sign = wanted.kind == Kind::From     ? ">="
                       : wanted.kind == Kind::Only   ? "=="
                       : wanted.kind == Kind::Before ? "<"
                       : wanted.kind == Kind::UpTo   ? "<="
                                                     : "%";
    return fmt::format("{} {}", sign, wanted.count);
}

Collected<Breakpoints> collect_breakpoints(Collector& from) {
    auto out = std::make_shared<Breakpoints>();
    for (const auto& [id, breakpoint] : from.session.breakpoints()) {
        BreakpointRow row;
        row.id = id;
        row.where = breakpoint.where();
        if (breakpoint.invocation)
            row.condition = fmt::format("invocation {},{},{}", (*breakpoint.invocation)[0],
                                        (*breakpoint.invocation)[1], (*breakpoint.invocation)[2]);
        if (!breakpoint.condition.empty())
            row.condition += (breakpoint.invocation ? " and " : "") + breakpoint.condition;
        if (breakpoint.wanted) row.hit_condition = text_of(*breakpoint.wanted);
        row.problem = breakpoint.problem;
        row.hits = breakpoint.hits;
        row.enabled = breakpoint.enabled;
        row.pending = breakpoint.places.empty();
        row.temporary = breakpoint.temporary;
        out->rows.push_back(std::move(row));
    }
    return out;
}

Collected<Devices> collect_devices(Collector& from) {
    auto out = std::make_shared<Devices>();
    out->missed = from.session.missed();
    std::string parameter;
    std::ifstream file("/sys/module/amdgpu/parameters/lockup_timeout");
    std::getline(file, parameter);
    for (const protocol::DeviceInfo& device : from.session.devices())
        out->rows.push_back({device.name, device.driver, device.why, device.install, device.debuggable,
                             device.simulated, device.vmid, device.handler_va, device.control_va,
                             device.simulated ? std::nullopt : job_timeout(parameter)});
    return out;
}

} // namespace wb::overlay
