// SPDX-License-Identifier: MIT
#include "layer/agent/requests.h"

namespace wb::layer {

using nlohmann::json;

Reply done(const Status& status) {
    if (!status) return std::unexpected(status.error());
    return json::object();
}

static Result<Device*> named(Agent& agent, const json& request) {
    return agent.device(request.at("device").get<uint32_t>());
}

Result<Device*> driven(Agent& agent, const json& request) {
    auto device = named(agent, request);
    if (!device) return device;
    if (Status ok = (*device)->check(); !ok && !(*device)->has_table()) return std::unexpected(ok.error());
    return device;
}

Result<Device*> debuggable(Result<Device*> device) {
    if (!device) return device;
    if (Status ok = (*device)->check(); !ok) return std::unexpected(ok.error());
    return device;
}

Result<Device*> debuggable(Agent& agent, const json& request) {
    return debuggable(named(agent, request));
}

static constexpr struct {
    const char* op;
    Handler handler;
} kHandlers[] = {
    {protocol::kOpListDevices, list_devices},
    {protocol::kOpListShaders, list_shaders},
    {protocol::kOpGetSpirv, get_spirv},
    {protocol::kOpGetRecord, get_record},
    {protocol::kOpSetDebug, set_debug},
    {protocol::kOpArm, arm},
    {protocol::kOpSetFilter, set_filter},
    {protocol::kOpListCommands, list_commands},
    {protocol::kOpGetCommand, get_command},
    {protocol::kOpGetResource, get_resource},
    {protocol::kOpListRanges, list_ranges},
    {protocol::kOpGetFault, get_fault},
    {protocol::kOpListWaves, list_waves},
    {protocol::kOpGetRegisters, get_registers},
    {protocol::kOpGetVgprs, get_vgprs},
    {protocol::kOpSetRegister, set_register},
    {protocol::kOpReadMemory, read_memory},
    {protocol::kOpWriteMemory, write_memory},
    {protocol::kOpReadLds, read_lds},
    {protocol::kOpWriteLds, write_lds},
    {protocol::kOpResume, resume},
    {protocol::kOpInterrupt, interrupt},
    {protocol::kOpRelease, release_hold},
    {protocol::kOpSetTimeout, set_timeout},
    {protocol::kOpOverlayState, overlay_state},
    {protocol::kOpOverlayShow, overlay_show},
    {protocol::kOpOverlayDrop, overlay_drop},
    {protocol::kOpOverlayTexture, overlay_texture},
    {protocol::kOpCapture, capture},
    {protocol::kOpOverlayFrame, overlay_frame},
};

Handler find_handler(const std::string& op) {
    for (const auto& entry : kHandlers)
        if (op == entry.op) return entry.handler;
    return nullptr;
}

} // namespace wb::layer
