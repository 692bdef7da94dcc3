// SPDX-License-Identifier: MIT
#include "layer/agent/faults.h"
#include "layer/agent/hooks.h"
#include "layer/agent/record.h"
#include "layer/agent/requests.h"

namespace wb::layer {

using nlohmann::json;

Reply list_devices(Agent& agent, const json&) {
    json list = json::array();
    for (auto& [number, device] : agent.devices())
        list.push_back(device->describe());
    return json{{"devices", std::move(list)}};
}

Reply list_shaders(Agent& agent, const json& request) {
    auto device = driven(agent, request);
    if (!device) return std::unexpected(device.error());
    struct Context {
        json list = json::array();
        Device* device;
    } context{json::array(), *device};
    (*device)->table().enumerate_shaders((*device)->handle(),
                                         [](void* user, const wb_shader_info* info) {
                                             auto& to = *static_cast<Context*>(user);
                                             protocol::ShaderInfo shader =
                                                 to_protocol(*info, to.device->number());
                                             shader.debug = to.device->is_debugged(info->id);
                                             to.list.push_back(shader);
                                         },
                                         &context);
    return json{{"shaders", std::move(context.list)}};
}

Reply get_spirv(Agent& agent, const json& request) {
    auto device = driven(agent, request);
    if (!device) return std::unexpected(device.error());
    struct Context {
        uint64_t wanted;
        bool found = false;
        std::string reason;
        std::vector<uint8_t> spirv;
    } context;
    context.wanted = request.at("shader").get<uint64_t>();
    (*device)->table().enumerate_shaders(
        (*device)->handle(),
        [](void* user, const wb_shader_info* info) {
            auto& to = *static_cast<Context*>(user);
            if (info->id != to.wanted) return;
            to.found = true;
            if (info->spirv) {
                const auto* bytes = reinterpret_cast<const uint8_t*>(info->spirv);
                to.spirv.assign(bytes, bytes + info->spirv_words * 4);
            } else {
                to.reason = info->no_spirv_reason ? info->no_spirv_reason : "the program gave none";
            }
        },
        &context);
    const std::string name = "shader " + std::to_string(context.wanted);
    if (!context.found) return fail("there is no " + name);
    if (context.spirv.empty()) return fail(name + " has no SPIR-V: " + context.reason);
    return json{{"spirv", json::binary(std::move(context.spirv))}};
}

Reply get_record(Agent& agent, const json& request) {
    auto device = driven(agent, request);
    if (!device) return std::unexpected(device.error());
    const auto shader = request.at("shader").get<uint64_t>();
    const wb_radv_table& table = (*device)->table();
    const std::string what = "shader " + std::to_string(shader) + " has no debug variant";
    const wb_debug_record* record = nullptr;
    if (const VkResult result = table.get_record((*device)->handle(), shader, &record); result < 0 || !record)
        return driver_failure(what, result);
    if (record->abi != WB_RECORD_ABI) {
        table.release_record((*device)->handle(), record);
        return fail("RADV and layer disagree about debug records; install both from one build");
    }
    (*device)->code().add(shader, record->code_va, record->code_size);
    protocol::Record out = to_protocol(*record);
    const uint32_t* words = nullptr;
    size_t count = 0;
    if (table.get_code((*device)->handle(), shader, &words, &count) >= 0 && words) {
        const auto* bytes = reinterpret_cast<const uint8_t*>(words);
        out.code = protocol::Bytes(std::vector<uint8_t>(bytes, bytes + count * 4));
    }
    table.release_record((*device)->handle(), record);
    return json{{"record", std::move(out)}};
}

Reply list_ranges(Agent& agent, const json& request) {
    auto device = driven(agent, request);
    if (!device) return std::unexpected(device.error());
    return json{{"ranges", list_ranges((*device)->driver())}};
}

} // namespace wb::layer
