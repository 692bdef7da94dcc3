// SPDX-License-Identifier: MIT
// A program without a GPU: it answers the agent's requests and moves its waves along a given path of slots.
#pragma once

#include "engine/session/transport.h"
#include "protocol/messages.h"
#include "tests/engine/fakes.h"
#include "trap_handler/mailbox.h"

#include <deque>
#include <functional>
#include <set>

namespace wb::engine::test {

/// One wave: where it goes (slot indices of the record, in order), and which lanes are on at each.
struct FakeWave {
    std::array<uint32_t, 3> group{};
    uint32_t local = 0;
    std::vector<unsigned> path;
    std::vector<uint64_t> exec;  ///< per step of the path; empty: all lanes
    size_t at = 0;               ///< next step of the path
    std::optional<size_t> again; ///< the step it goes back to behind its last
    bool stopped = false;
    uint64_t number = 0;
    uint32_t reason = 0;
};

class FakeProgram final : public Transport {
public:
    protocol::Record record;
    std::vector<uint32_t> spirv;
    std::deque<FakeWave> waves;
    std::vector<std::string> log; ///< every request's op
    std::set<uint32_t> armed;
    std::vector<uint32_t> vgprs;
    nlohmann::json filter;
    std::vector<protocol::Range> ranges; ///< their memory counts up from byte to byte
    /// Waits that pass before resumed waves come on, and what each of them does.
    unsigned lag = 0;
    std::function<void()> on_wait = [] {};
    bool marked = true;        ///< the handler knows where its waves are
    bool variant_bound = true; ///< of its only command, 3
    bool interrupted = false;  ///< the agent was asked for a host trap
    bool shader_known = true;
    /// The record never comes unless `interrupt` ends the wait for it; `on_record` is called when it begins.
    bool record_is_slow = false;
    std::function<void()> on_record = [] {};
    std::function<void()> on_resume = [] {};

    Result<nlohmann::json> request_until(const char* op, nlohmann::json fields,
                                         const std::atomic<bool>& interrupt) override {
        if (!record_is_slow) return request(op, std::move(fields));
        on_record();
        if (interrupt) return fail("interrupted", -EINTR);
        return fail("nothing ends this wait");
    }

    Result<nlohmann::json> request(const char* op_text, nlohmann::json fields) override {
        using nlohmann::json;
        const std::string op = op_text;
        log.push_back(op);
        json reply = {{"ok", true}};
        if (op == protocol::kOpListDevices) {
            protocol::DeviceInfo device;
            device.device = 1;
            device.name = "fake";
            device.debuggable = true;
            reply["devices"] = std::vector{device};
        } else if (op == protocol::kOpListShaders) {
            protocol::ShaderInfo shader;
            shader.shader = 7;
            shader.device = 1;
            shader.stage = 0x20;
            shader.has_spirv = true;
            shader.entry_point = "main";
            reply["shaders"] = shader_known ? std::vector{shader} : std::vector<protocol::ShaderInfo>{};
        } else if (op == protocol::kOpGetSpirv) {
            const auto* bytes = reinterpret_cast<const uint8_t*>(spirv.data());
            reply["spirv"] = json::binary(std::vector<uint8_t>(bytes, bytes + spirv.size() * 4));
        } else if (op == protocol::kOpGetRecord) {
            reply["record"] = record;
        } else if (op == protocol::kOpArm) {
            for (uint32_t offset : fields["offsets"].get<std::vector<uint32_t>>()) {
                if (fields["armed"].get<bool>())
                    armed.insert(offset);
                else
                    armed.erase(offset);
            }
        } else if (op == protocol::kOpSetFilter) {
            filter = fields;
        } else if (op == protocol::kOpListWaves) {
            reply["waves"] = stopped_list();
        } else if (op == protocol::kOpGetCommand && fields["command"] == 3) {
            protocol::CommandInfo command;
            command.command = 3;
            command.kind = 1;
            command.device = 1;
            command.shader = 7;
            command.variant_bound = variant_bound;
            reply["command"] = command;
        } else if (op == protocol::kOpInterrupt) {
            interrupted = true;
        } else if (op == protocol::kOpListRanges) {
            reply["ranges"] = ranges;
        } else if (op == protocol::kOpReadMemory) {
            const auto address = fields["address"].get<uint64_t>(), size = fields["size"].get<uint64_t>();
            if (std::ranges::none_of(ranges, [&](const protocol::Range& range) {
                    return address >= range.va && address + size <= range.va + range.size;
                }))
                return fail("nothing is mapped there");
            std::vector<uint8_t> bytes;
            for (uint64_t i = 0; i < size; ++i)
                bytes.push_back(uint8_t(address + i));
            reply["data"] = json::binary(std::move(bytes));
        } else if (op == protocol::kOpGetVgprs) {
            const auto* bytes = reinterpret_cast<const uint8_t*>(vgprs.data());
            reply["vgprs"] = json::binary(std::vector<uint8_t>(bytes, bytes + vgprs.size() * 4));
        } else if (op == protocol::kOpGetRegisters) {
            reply["sgprs"] = json::binary(std::vector<uint8_t>(512));
        } else if (op == protocol::kOpResume) {
            const auto ids = fields["waves"].get<std::vector<uint64_t>>();
            for (FakeWave& wave : waves)
                if (wave.stopped && (ids.empty() || std::ranges::find(ids, wave.number) != ids.end()))
                    wave.stopped = false;
            on_resume();
            if (!lag) run();
        }
        return reply;
    }

    /// Waiting lets the waves run, if none is stopped; a mere look does not.
    Result<std::optional<nlohmann::json>> next_event(std::chrono::milliseconds timeout) override {
        const auto is_left = [](const FakeWave& wave) { return wave.again || wave.at < wave.path.size(); };
        if (lag && timeout.count()) {
            on_wait();
            if (--lag == 0) run();
        }
        if (events_.empty() && timeout.count() && std::ranges::none_of(waves, &FakeWave::stopped)) {
            if (std::ranges::none_of(waves, is_left)) return fail("the program has ended");
            run();
        }
        if (events_.empty()) return std::nullopt;
        auto event = events_.front();
        events_.pop_front();
        return event;
    }

    /// The session hears that the waves' submission has begun.
    void submit() {
        events_.push_back({{"event", protocol::kEventSubmitted},
                           {"device", 1},
                           {"submission", 1},
                           {"commands", std::vector<uint32_t>{3}}});
    }

    /// Lets every wave that is not stopped go on to its next stop; an endless one by its path's length at
    /// most.
    void run() {
        bool any_stop = false, any_left = false;
        for (FakeWave& wave : waves) {
            for (size_t steps = 0; !wave.stopped && steps < wave.path.size(); ++steps) {
                if (wave.again && wave.at == wave.path.size()) wave.at = *wave.again;
                if (wave.at == wave.path.size()) break;
                const uint32_t offset = record.slots[wave.path[wave.at]][0];
                ++wave.at;
                if (armed.count(offset) && passes(wave)) {
                    wave.stopped = true;
                    wave.number = next_number_++;
                    wave.reason = WB_REASON_SLOT;
                    any_stop = true;
                }
            }
            any_left |= wave.stopped || wave.again;
        }
        if (any_stop) events_.push_back({{"event", protocol::kEventStopped}, {"device", 1}});
        if (!any_left)
            events_.push_back({{"event", protocol::kEventCompleted}, {"device", 1}, {"submission", 1}});
    }

private:
    bool passes(const FakeWave& wave) const {
        if (filter.is_null()) return true;
        const auto group = filter["group"].get<std::array<uint32_t, 3>>();
        if (group[0] != protocol::kNone && group != wave.group) return false;
        const uint32_t local = filter["local"];
        return local == protocol::kNone || local == wave.local;
    }
    std::vector<protocol::WaveInfo> stopped_list() const {
        std::vector<protocol::WaveInfo> out;
        for (const FakeWave& wave : waves) {
            if (!wave.stopped) continue;
            protocol::WaveInfo info;
            info.wave = wave.number;
            info.device = 1;
            info.command = 3;
            info.submission = 1;
            info.shader = 7;
            info.reason = wave.reason;
            info.group = wave.group;
            info.local = wave.local;
            info.vgprs = 4;
            info.exec = wave.exec.empty() ? ~0ull : wave.exec[wave.at - 1];
            if (!marked) {
                info.command = info.local = protocol::kNone;
                info.group.fill(protocol::kNone);
                info.submission = 0;
            }
            info.pc = record.code_va + record.slots[wave.path[wave.at - 1]][0] + 4;
            out.push_back(info);
        }
        return out;
    }
    std::deque<nlohmann::json> events_;
    uint64_t next_number_ = 100;
};

} // namespace wb::engine::test
