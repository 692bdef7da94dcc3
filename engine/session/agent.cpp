// SPDX-License-Identifier: MIT
#include "engine/session/agent.h"

#include "engine/session/transport.h"

#include <cstring>
#include <fmt/format.h>

namespace wb::engine {

using nlohmann::json;
using namespace protocol;

/// Takes field `name` of a reply as a T; an agent that sends something else is reported, not trusted.
template <class T>
static Result<T> field(const Result<json>& reply, const char* name) {
    if (!reply) return std::unexpected(reply.error());
    try {
        return reply->at(name).template get<T>();
    } catch (const std::exception& error) {
        return fail(fmt::format("the program's answer has no usable '{}': {}", name, error.what()));
    }
}

template <class T>
static Result<std::vector<T>> binary_field(const Result<json>& reply, const char* name) {
    if (!reply) return std::unexpected(reply.error());
    const auto it = reply->find(name);
    if (it == reply->end() || !it->is_binary())
        return fail(fmt::format("the program's answer has no bytes called '{}'", name));
    const Bytes& bytes = it->get_binary();
    std::vector<T> out(bytes.size() / sizeof(T));
    std::memcpy(out.data(), bytes.data(), out.size() * sizeof(T));
    return out;
}

static Status done(const Result<json>& reply) {
    if (!reply) return std::unexpected(reply.error());
    return {};
}

static json binary(std::span<const uint8_t> data) {
    return json::binary(std::vector<uint8_t>(data.begin(), data.end()));
}

Result<std::vector<DeviceInfo>> Agent::devices() {
    return field<std::vector<DeviceInfo>>(transport_.request(kOpListDevices, json::object()), "devices");
}
Result<std::vector<ShaderInfo>> Agent::shaders(uint32_t device) {
    return field<std::vector<ShaderInfo>>(transport_.request(kOpListShaders, {{"device", device}}),
                                          "shaders");
}
Result<std::vector<uint32_t>> Agent::spirv(uint32_t device, uint64_t shader) {
    return binary_field<uint32_t>(transport_.request(kOpGetSpirv, {{"device", device}, {"shader", shader}}),
                                  "spirv");
}
Result<Record> Agent::record(uint32_t device, uint64_t shader, const std::atomic<bool>* interrupt) {
    const json fields = {{"device", device}, {"shader", shader}};
    return field<Record>(interrupt ? transport_.request_until(kOpGetRecord, fields, *interrupt)
                                   : transport_.request(kOpGetRecord, fields),
                         "record");
}
Status Agent::set_debug(uint32_t device, uint64_t shader, bool on, uint32_t flags) {
    return done(transport_.request(kOpSetDebug,
                                   {{"device", device}, {"shader", shader}, {"on", on}, {"flags", flags}}));
}
Status Agent::arm(uint32_t device, uint64_t shader, const std::vector<uint32_t>& offsets, bool armed) {
    return done(transport_.request(
        kOpArm, {{"device", device}, {"shader", shader}, {"offsets", offsets}, {"armed", armed}}));
}
Status Agent::set_filter(uint32_t device, const Filter& filter) {
    return done(transport_.request(kOpSetFilter, {{"device", device},
                                                  {"command", filter.command},
                                                  {"group", filter.group},
                                                  {"local", filter.local},
                                                  {"reasons", filter.reasons}}));
}
Result<std::vector<CommandInfo>> Agent::commands(uint32_t device, uint32_t newest) {
    return field<std::vector<CommandInfo>>(
        transport_.request(kOpListCommands, {{"device", device}, {"newest", newest}}), "commands");
}
Result<CommandInfo> Agent::command(uint32_t device, uint32_t command) {
    return field<CommandInfo>(transport_.request(kOpGetCommand, {{"device", device}, {"command", command}}),
                              "command");
}
Result<Resource> Agent::resource(uint32_t device, uint32_t command, uint32_t set, uint32_t binding,
                                 uint32_t element) {
    return field<Resource>(transport_.request(kOpGetResource, {{"device", device},
                                                               {"command", command},
                                                               {"set", set},
                                                               {"binding", binding},
                                                               {"element", element}}),
                           "resource");
}
Result<std::vector<Range>> Agent::ranges(uint32_t device) {
    return field<std::vector<Range>>(transport_.request(kOpListRanges, {{"device", device}}), "ranges");
}
Result<Agent::Fault> Agent::fault(uint32_t device) {
    const auto reply = transport_.request(kOpGetFault, {{"device", device}});
    auto fault = field<protocol::Fault>(reply, "fault");
    if (!fault) return std::unexpected(fault.error());
    auto freed = field<std::vector<Range>>(reply, "freed");
    if (!freed) return std::unexpected(freed.error());
    return Fault{std::move(*fault), std::move(*freed)};
}
Result<Agent::Waves> Agent::waves(uint32_t device) {
    const auto reply = transport_.request(kOpListWaves, {{"device", device}});
    auto list = field<std::vector<WaveInfo>>(reply, "waves");
    if (!list) return std::unexpected(list.error());
    return Waves{std::move(*list), reply->value("missed", uint64_t(0)),
                 reply->value("timed_out", uint64_t(0))};
}
Result<std::vector<uint32_t>> Agent::sgprs(uint64_t wave) {
    return binary_field<uint32_t>(transport_.request(kOpGetRegisters, {{"wave", wave}}), "sgprs");
}
Result<std::vector<uint32_t>> Agent::vgprs(uint64_t wave, uint32_t first, uint32_t count) {
    return binary_field<uint32_t>(
        transport_.request(kOpGetVgprs, {{"wave", wave}, {"first", first}, {"count", count}}), "vgprs");
}
Status Agent::set_register(uint64_t wave, const char* kind, uint32_t index, uint32_t lane, uint64_t value) {
    return done(transport_.request(
        kOpSetRegister,
        {{"wave", wave}, {"kind", kind}, {"index", index}, {"lane", lane}, {"value", value}}));
}
Result<std::vector<uint8_t>> Agent::read_memory(uint32_t device, uint64_t address, uint64_t size,
                                                uint64_t wave) {
    return binary_field<uint8_t>(
        transport_.request(kOpReadMemory,
                           {{"device", device}, {"address", address}, {"size", size}, {"wave", wave}}),
        "data");
}
Status Agent::write_memory(uint32_t device, uint64_t address, std::span<const uint8_t> data, uint64_t wave) {
    return done(transport_.request(
        kOpWriteMemory, {{"device", device}, {"address", address}, {"data", binary(data)}, {"wave", wave}}));
}
Result<std::vector<uint8_t>> Agent::read_lds(uint64_t wave, uint32_t offset, uint32_t size) {
    return binary_field<uint8_t>(
        transport_.request(kOpReadLds, {{"wave", wave}, {"offset", offset}, {"size", size}}), "data");
}
Status Agent::write_lds(uint64_t wave, uint32_t offset, std::span<const uint8_t> data) {
    return done(
        transport_.request(kOpWriteLds, {{"wave", wave}, {"offset", offset}, {"data", binary(data)}}));
}
Status Agent::resume(uint32_t device, const std::vector<uint64_t>& waves, bool step) {
    return done(transport_.request(kOpResume, {{"device", device}, {"waves", waves}, {"step", step}}));
}
Status Agent::interrupt(uint32_t device) {
    return done(transport_.request(kOpInterrupt, {{"device", device}}));
}
Status Agent::release(uint64_t hold) {
    return done(transport_.request(kOpRelease, {{"hold", hold}}));
}
Status Agent::set_timeout(uint32_t device, uint32_t milliseconds) {
    return done(transport_.request(kOpSetTimeout, {{"device", device}, {"milliseconds", milliseconds}}));
}
Status Agent::detach() {
    return done(transport_.request(kOpDetach, json::object()));
}

} // namespace wb::engine
