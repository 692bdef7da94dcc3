// SPDX-License-Identifier: MIT
#include "layer/agent/requests.h"

#include <algorithm>
#include <cstring>

namespace wb::layer {

using nlohmann::json;

static protocol::WaveInfo describe(Device& device, const Area& area, const wb_record& r) {
    protocol::WaveInfo out;
    out.wave = device.wave_id(area);
    out.device = device.number();
    out.command = r.command_id;
    out.reason = r.reason;
    out.trap_id = r.trap_id;
    out.wave_size = r.wave_size;
    out.vgprs = r.vgprs;
    out.lds_size = r.lds_size;
    out.serial = r.serial;
    std::copy_n(r.group, 3, out.group.begin());
    out.local = r.local;
    out.pc = r.pc;
    out.exec = r.exec;
    out.vcc = r.vcc;
    out.flat_scratch = r.flat_scratch;
    out.m0 = r.m0;
    out.scc = r.scc;
    out.mode = r.mode;
    out.status = r.status;
    out.trapsts = r.trapsts;
    out.hw_id1 = r.hw_id1;
    out.hw_id2 = r.hw_id2;
    out.ib_sts = r.ib_sts;
    out.shader = device.code().find(r.pc);
    if (r.command_id == WB_ANY) return out;
    out.submission = device.commands().submission_of(r.command_id);
    if (!out.shader)
        if (const auto command = device.commands().find(r.command_id)) out.shader = command->shader;
    return out;
}

Reply list_waves(Agent& agent, const json& request) {
    auto device = debuggable(agent, request);
    if (!device) return std::unexpected(device.error());
    std::vector<protocol::WaveInfo> waves;
    for (const Area& area : (*device)->waiting())
        if (const wb_record* record = (*device)->mailbox().record(area))
            waves.push_back(describe(**device, area, *record));
    std::ranges::sort(waves, {}, &protocol::WaveInfo::serial);
    return json{{"waves", std::move(waves)},
                {"missed", (*device)->mailbox().missed()},
                {"timed_out", (*device)->mailbox().timed_out()}};
}

namespace {
struct Found {
    Device* device;
    Area area;
    wb_record* record;
};
} // namespace

static Result<Found> find_stopped(Agent& agent, const json& request) {
    const auto id = request.at("wave").get<uint64_t>();
    auto device = agent.device_of_wave(id);
    if (!device) return fail("there is no wave " + std::to_string(id));
    if (Status ok = (*device)->check(); !ok) return std::unexpected(ok.error());
    auto area = (*device)->find_wave(id);
    if (!area) return std::unexpected(area.error());
    wb_record* record = (*device)->mailbox().record(*area);
    if (!record) return fail("wave " + std::to_string(id) + " has just gone on");
    return Found{*device, *area, record};
}

static json binary(const uint32_t* words, size_t count) {
    std::vector<uint8_t> bytes(count * 4);
    std::memcpy(bytes.data(), words, bytes.size());
    return json::binary(std::move(bytes));
}

Reply get_registers(Agent& agent, const json& request) {
    auto wave = find_stopped(agent, request);
    if (!wave) return std::unexpected(wave.error());
    return json{{"sgprs", binary(wave->device->mailbox().sgprs(wave->area), WB_SAVED_SGPRS)},
                {"ttmps", binary(wave->record->ttmp, 16)}};
}

Reply get_vgprs(Agent& agent, const json& request) {
    auto wave = find_stopped(agent, request);
    if (!wave) return std::unexpected(wave.error());
    const auto first = request.at("first").get<uint32_t>(), count = request.at("count").get<uint32_t>();
    const uint32_t held = wave->record->vgprs, size = wave->record->wave_size;
    if (held > 512 || (size != 32 && size != 64)) return fail("the wave's record is damaged");
    if (first > held || count > held - first)
        return fail("VGPRs " + std::to_string(first) + " to " + std::to_string(uint64_t(first) + count) +
                    " are asked for, the wave has " + std::to_string(held));
    return json{{"vgprs", binary(wave->device->mailbox().vgprs(wave->area) + size_t(first) * size,
                                 size_t(count) * size)}};
}

/// VCC lives in the record and in the SGPRs' image; the handler restores it from the record.
static void put_vcc(const Found& wave, uint64_t value) {
    wave.record->vcc = value;
    uint32_t* sgprs = wave.device->mailbox().sgprs(wave.area);
    sgprs[106] = uint32_t(value);
    sgprs[107] = uint32_t(value >> 32);
}

static Status put_sgpr(const Found& wave, uint32_t index, uint32_t value) {
    if (index > 107) return fail("there is no SGPR " + std::to_string(index));
    if (index < 106) {
        wave.device->mailbox().sgprs(wave.area)[index] = value;
        return {};
    }
    const uint32_t shift = index == 106 ? 0 : 32;
    put_vcc(wave, (wave.record->vcc & ~(0xffffffffull << shift)) | uint64_t(value) << shift);
    return {};
}

static Status put_vgpr(const Found& wave, uint32_t index, uint32_t lane, uint32_t value) {
    if (index >= wave.record->vgprs || lane >= wave.record->wave_size)
        return fail("the wave has no lane " + std::to_string(lane) + " of VGPR " + std::to_string(index));
    wave.device->mailbox().vgprs(wave.area)[size_t(index) * wave.record->wave_size + lane] = value;
    return {};
}

Reply set_register(Agent& agent, const json& request) {
    auto wave = find_stopped(agent, request);
    if (!wave) return std::unexpected(wave.error());
    const auto kind = request.at("kind").get<std::string>();
    const auto value = request.at("value").get<uint64_t>();
    Status status;
    if (kind == "sgpr")
        status = put_sgpr(*wave, request.at("index").get<uint32_t>(), uint32_t(value));
    else if (kind == "vgpr")
        status = put_vgpr(*wave, request.at("index").get<uint32_t>(), request.at("lane").get<uint32_t>(),
                          uint32_t(value));
    else if (kind == "exec")
        wave->record->exec = value;
    else if (kind == "vcc")
        put_vcc(*wave, value);
    else if (kind == "m0")
        wave->record->m0 = uint32_t(value);
    else if (kind == "scc")
        wave->record->scc = value != 0;
    else if (kind == "mode")
        wave->record->mode = uint32_t(value);
    else if (kind == "pc" && value % 4 == 0 && wave->device->code().find(value))
        wave->record->pc = value;
    else if (kind == "pc")
        status = fail("the program counter can only be set to an instruction of a debug variant");
    else
        status = fail("there is no register kind '" + kind + "'");
    if (!status) return std::unexpected(status.error());
    return json::object();
}

} // namespace wb::layer
