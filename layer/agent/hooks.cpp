// SPDX-License-Identifier: MIT
#include "layer/agent/hooks.h"

#include "layer/overlay/board.h"
#include "layer/overlay/own_work.h"

namespace wb::layer {

using nlohmann::json;

// What the engine knows of these numbers without their headers.
static_assert(protocol::kStageCompute == VK_SHADER_STAGE_COMPUTE_BIT);
static_assert(protocol::kVariantPerLane == WB_VARIANT_PER_LANE);
static_assert(protocol::kRangeBuffer == WB_RANGE_BUFFER && protocol::kRangeImage == WB_RANGE_IMAGE &&
              protocol::kRangeMemory == WB_RANGE_MEMORY);

protocol::ShaderInfo to_protocol(const wb_shader_info& info, uint32_t device) {
    protocol::ShaderInfo out;
    out.shader = info.id;
    out.pipeline = info.pipeline_id;
    out.device = device;
    out.stage = info.stage;
    out.alive = info.alive != 0;
    out.has_spirv = info.spirv != nullptr;
    const auto text = [](const char* s) { return std::string(s ? s : ""); };
    out.entry_point = text(info.entry_point);
    out.name = text(info.name);
    out.no_spirv_reason = out.has_spirv ? "" : text(info.no_spirv_reason);
    for (uint32_t i = 0; i < info.spec_count; ++i) {
        out.spec_ids.push_back(info.spec_ids[i]);
        out.spec_values.push_back(info.spec_values[i]);
        out.spec_sizes.push_back(info.spec_sizes[i]);
    }
    return out;
}

void put_and_wait(Outbox& outbox, Holds& holds, const Services& services, json event, const char* what) {
    if (!outbox.is_open()) return;
    const uint64_t hold = holds.begin();
    event["hold"] = hold;
    outbox.put(std::move(event));
    // The engine may have gone between the look and the hold: then nobody releases it.
    if (!outbox.is_open()) holds.release(hold);
    if (holds.wait(hold, services.patience)) return;
    outbox.message(1, std::string("the debugger did not answer within ") +
                          std::to_string(services.patience.count()) + " ms at the creation of " + what +
                          "; the program goes on, and a breakpoint there may be missed");
}

static Hooks& of(void* user) {
    return *static_cast<Hooks*>(user);
}

// Nothing may be thrown into RADV: lack of memory loses the event, not the program.
template <class Function>
static void guarded(Function function) {
    try {
        function();
    } catch (...) {
    }
}

static void on_message(void* user, int severity, const char* text) {
    guarded([&] {
        set_driver_message(text);
        of(user).outbox.message(severity, text);
    });
}

static void on_shader_created(void* user, const wb_shader_info* shader) {
    if (OwnWork::is_running()) return;
    guarded([&] {
        Hooks& hooks = of(user);
        protocol::ShaderInfo info = to_protocol(*shader, hooks.device);
        info.debug = hooks.debugged.created(shader->id);
        json event = info;
        event["event"] = protocol::kEventShaderCreated;
        put_and_wait(hooks.outbox, hooks.holds, hooks.services, std::move(event), "a shader");
    });
}

static void on_shader_destroyed(void* user, uint64_t shader) {
    if (OwnWork::is_running()) return;
    guarded([&] {
        Hooks& hooks = of(user);
        hooks.debugged.destroyed(shader);
        hooks.outbox.put(
            {{"event", protocol::kEventShaderDestroyed}, {"device", hooks.device}, {"shader", shader}});
    });
}

static void on_variant_compiled(void* user, uint64_t shader, const wb_debug_record* record) {
    guarded([&] { of(user).code.add(shader, record->code_va, record->code_size); });
}

static void on_command_recorded(void* user, VkCommandBuffer buffer, const wb_command_info* command) {
    if (OwnWork::is_running()) return;
    guarded([&] {
        Hooks& hooks = of(user);
        protocol::CommandInfo info = to_protocol(*command);
        info.device = hooks.device;
        if (hooks.label_of) {
            std::string label = hooks.label_of(buffer);
            if (!label.empty() && !info.label.empty()) label += " / ";
            info.label = label + info.label;
        }
        hooks.commands.recorded(std::move(info));
    });
}

static void on_submitted(void* user, uint64_t submission, const uint32_t* commands, uint32_t count) {
    if (OwnWork::is_running()) return;
    guarded([&] {
        Hooks& hooks = of(user);
        const CommandLog::Normal normal = hooks.commands.submitted(submission, commands, count);
        Board::get().submitted(hooks.device, commands, count);
        json event{{"event", protocol::kEventSubmitted},
                   {"device", hooks.device},
                   {"submission", submission},
                   {"commands", std::vector<uint32_t>(commands, commands + count)}};
        for (const auto& [shader, dispatches] : normal)
            event["normal"].push_back({shader, dispatches});
        hooks.outbox.put(std::move(event));
    });
}

static void on_ran_normal(void* user, uint64_t submission, uint64_t shader, uint32_t dispatches) {
    if (OwnWork::is_running()) return;
    guarded([&] { of(user).commands.ran_normal(submission, shader, dispatches); });
}

static void on_completed(void* user, uint64_t submission) {
    guarded([&] {
        Hooks& hooks = of(user);
        hooks.commands.completed(submission);
        hooks.outbox.put(
            {{"event", protocol::kEventCompleted}, {"device", hooks.device}, {"submission", submission}});
    });
}

wb_radv_callbacks make_callbacks(Hooks& hooks) {
    wb_radv_callbacks out{};
    out.user = &hooks;
    out.message = on_message;
    out.shader_created = on_shader_created;
    out.shader_destroyed = on_shader_destroyed;
    out.variant_compiled = on_variant_compiled;
    out.command_recorded = on_command_recorded;
    out.submitted = on_submitted;
    out.completed = on_completed;
    out.ran_normal = on_ran_normal;
    return out;
}

} // namespace wb::layer
