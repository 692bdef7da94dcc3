// SPDX-License-Identifier: MIT
#include "layer/agent/memory.h"
#include "layer/agent/requests.h"

namespace wb::layer {

using nlohmann::json;

static Reply bytes(Result<std::vector<uint8_t>> data) {
    if (!data) return std::unexpected(data.error());
    return json{{"data", json::binary(std::move(*data))}};
}

Reply read_memory(Agent& agent, const json& request) {
    auto device = debuggable(agent, request);
    if (!device) return std::unexpected(device.error());
    return bytes(read_gpu(**device, request.at("address").get<uint64_t>(), request.at("size").get<uint64_t>(),
                          request.value("wave", uint64_t(0))));
}

Reply write_memory(Agent& agent, const json& request) {
    auto device = debuggable(agent, request);
    if (!device) return std::unexpected(device.error());
    return done(write_gpu(**device, request.at("address").get<uint64_t>(), request.at("data").get_binary(),
                          request.value("wave", uint64_t(0))));
}

namespace {
struct Wave {
    Device* device;
    Area area;
};
} // namespace

static Result<Wave> find(Agent& agent, const json& request) {
    const auto id = request.at("wave").get<uint64_t>();
    auto device = debuggable(agent.device_of_wave(id));
    if (!device) return std::unexpected(device.error());
    auto area = (*device)->find_wave(id);
    if (!area) return std::unexpected(area.error());
    return Wave{*device, *area};
}

Reply read_lds(Agent& agent, const json& request) {
    auto wave = find(agent, request);
    if (!wave) return std::unexpected(wave.error());
    return bytes(read_lds(*wave->device, wave->area, request.at("offset").get<uint32_t>(),
                          request.at("size").get<uint32_t>()));
}

Reply write_lds(Agent& agent, const json& request) {
    auto wave = find(agent, request);
    if (!wave) return std::unexpected(wave.error());
    return done(write_lds(*wave->device, wave->area, request.at("offset").get<uint32_t>(),
                          request.at("data").get_binary()));
}

} // namespace wb::layer
