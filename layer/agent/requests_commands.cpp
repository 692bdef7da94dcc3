// SPDX-License-Identifier: MIT
#include "layer/agent/requests.h"

namespace wb::layer {

using nlohmann::json;

/// Fills in what RADV knows of a command that was recorded before anybody listened.
static void complete(Device& device, protocol::CommandInfo& command) {
    command.device = device.number();
    if (command.kind) return;
    (void)device.table().get_command(
        device.handle(), command.command,
        [](void* user, const wb_command_info* info) {
            auto& to = *static_cast<protocol::CommandInfo*>(user);
            protocol::CommandInfo full = to_protocol(*info);
            full.device = to.device;
            full.submissions = to.submissions;
            full.last_submission = to.last_submission;
            to = std::move(full);
        },
        &command);
}

Reply list_commands(Agent& agent, const json& request) {
    auto device = driven(agent, request);
    if (!device) return std::unexpected(device.error());
    auto commands = (*device)->commands().newest(request.at("newest").get<uint32_t>());
    for (protocol::CommandInfo& command : commands)
        complete(**device, command);
    return json{{"commands", std::move(commands)}};
}

Reply get_command(Agent& agent, const json& request) {
    auto device = driven(agent, request);
    if (!device) return std::unexpected(device.error());
    const auto id = request.at("command").get<uint32_t>();
    protocol::CommandInfo command = (*device)->commands().find(id).value_or(protocol::CommandInfo{});
    command.command = id;
    complete(**device, command);
    if (!command.kind) return fail("there is no command " + std::to_string(id) + " (any more)");
    return json{{"command", std::move(command)}};
}

Reply get_resource(Agent& agent, const json& request) {
    auto device = driven(agent, request);
    if (!device) return std::unexpected(device.error());
    const auto number = [&](const char* name) { return request.at(name).get<uint32_t>(); };
    wb_resource resource{};
    const VkResult result =
        (*device)->table().get_resource((*device)->handle(), number("command"), number("set"),
                                        number("binding"), number("element"), &resource);
    if (result < 0)
        return driver_failure("descriptor (" + std::to_string(number("set")) + ", " +
                                  std::to_string(number("binding")) + ", " +
                                  std::to_string(number("element")) + ") of command " +
                                  std::to_string(number("command")) + " cannot be read",
                              result);
    protocol::Resource out{resource.kind,   resource.va,    resource.size,   resource.format, resource.width,
                           resource.height, resource.depth, resource.layers, resource.levels, {}};
    out.raw.assign(resource.raw, resource.raw + std::min<uint32_t>(resource.raw_count, 16));
    return json{{"resource", std::move(out)}};
}

} // namespace wb::layer
