// SPDX-License-Identifier: MIT
#include "layer/agent/requests.h"
#include "layer/overlay/board.h"

namespace wb::layer {

using nlohmann::json;

Reply set_debug(Agent& agent, const json& request) {
    auto device = debuggable(agent, request);
    if (!device) return std::unexpected(device.error());
    return done((*device)->set_debug(request.at("shader").get<uint64_t>(), request.at("on").get<bool>(),
                                     request.value("flags", 0u)));
}

Reply arm(Agent& agent, const json& request) {
    auto device = debuggable(agent, request);
    if (!device) return std::unexpected(device.error());
    if (request.at("armed").get<bool>()) Board::get().announce_stops();
    return done((*device)->slots().set(request.at("shader").get<uint64_t>(),
                                       request.at("offsets").get<std::vector<uint32_t>>(),
                                       request.at("armed").get<bool>()));
}

Reply set_filter(Agent& agent, const json& request) {
    auto device = debuggable(agent, request);
    if (!device) return std::unexpected(device.error());
    Filter filter;
    filter.command = request.value("command", protocol::kNone);
    filter.group = request.value("group", filter.group);
    filter.local = request.value("local", protocol::kNone);
    filter.reasons = request.at("reasons").get<uint32_t>();
    (*device)->set_filter(filter);
    return json::object();
}

Reply set_timeout(Agent& agent, const json& request) {
    auto device = debuggable(agent, request);
    if (!device) return std::unexpected(device.error());
    (*device)->set_timeout(request.at("milliseconds").get<uint32_t>());
    return json::object();
}

Reply interrupt(Agent& agent, const json& request) {
    auto device = debuggable(agent, request);
    if (!device) return std::unexpected(device.error());
    return done((*device)->interrupt());
}

Reply release_hold(Agent& agent, const json& request) {
    agent.holds().release(request.at("hold").get<uint64_t>());
    return json::object();
}

Reply resume(Agent& agent, const json& request) {
    auto device = debuggable(agent, request);
    if (!device) return std::unexpected(device.error());
    const uint32_t command = request.value("step", false) ? WB_CMD_STEP : WB_CMD_RESUME;
    const auto waves = request.value("waves", std::vector<uint64_t>{});
    if (waves.empty()) return json{{"resumed", (*device)->let_all_go(command)}};
    std::vector<Area> areas;
    for (const uint64_t wave : waves) {
        auto area = (*device)->find_wave(wave);
        if (!area) return std::unexpected(area.error());
        areas.push_back(*area);
    }
    uint32_t resumed = 0;
    for (const Area& area : areas)
        resumed += (*device)->let_go(area, command);
    return json{{"resumed", resumed}};
}

} // namespace wb::layer
