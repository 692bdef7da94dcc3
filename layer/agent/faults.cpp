// SPDX-License-Identifier: MIT
#include "layer/agent/faults.h"

#include "protocol/fault_place.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace wb::layer {
namespace {

constexpr uint32_t kDefaultLockupMs = 10'000;

void append(void* user, const wb_range* range) {
    static_cast<std::vector<protocol::Range>*>(user)->push_back(
        {range->va, range->size, range->id, range->kind, range->usage, range->name ? range->name : ""});
}

std::string dispatches(uint64_t count) {
    return count == 1 ? "1 dispatch" : std::to_string(count) + " dispatches";
}

/// One batch, without pointers into the driver.
struct Batch {
    uint64_t submission;
    uint32_t end;
    std::vector<std::pair<uint64_t, uint32_t>> shaders; ///< id, dispatches
    std::vector<uint32_t> commands;
};

std::vector<Batch> batches_of(const DriverDevice& driver) {
    std::vector<Batch> out;
    driver.table->enumerate_batches(
        driver.handle,
        [](void* user, const wb_batch_info* info) {
            Batch batch{info->submission, info->end, {}, {}};
            for (uint32_t i = 0; i < info->shader_count; ++i)
                batch.shaders.emplace_back(info->shader_ids[i], info->dispatches[i]);
            batch.commands.assign(info->command_ids, info->command_ids + info->command_count);
            static_cast<std::vector<Batch>*>(user)->push_back(std::move(batch));
        },
        &out);
    return out;
}

/// The batches to blame: those that the kernel says it has ended; older kernels call them cancelled, like
/// those behind them. Failing all that, the last one.
std::vector<Batch> blamed(std::vector<Batch> all) {
    const auto with_end = [&](uint32_t end) {
        std::vector<Batch> out;
        std::ranges::copy_if(all, std::back_inserter(out), [&](const Batch& b) { return b.end == end; });
        return out;
    };
    if (auto ended = with_end(WB_BATCH_ENDED); !ended.empty()) return ended;
    for (const uint32_t end : {WB_BATCH_CANCELLED, WB_BATCH_RUNNING, WB_BATCH_UNKNOWN})
        if (auto found = with_end(end); !found.empty()) return {found.front()};
    return {};
}

std::map<uint64_t, std::string> shader_names(const DriverDevice& driver) {
    std::map<uint64_t, std::string> out;
    driver.table->enumerate_shaders(
        driver.handle,
        [](void* user, const wb_shader_info* info) {
            const std::string entry = info->entry_point ? info->entry_point : "main";
            const std::string name =
                info->name && *info->name ? "'" + std::string(info->name) + "'" : std::to_string(info->id);
            (*static_cast<std::map<uint64_t, std::string>*>(user))[info->id] =
                "shader " + name + " (" + entry + ")";
        },
        &out);
    return out;
}

} // namespace

protocol::Fault read_fault(const DriverDevice& driver) {
    protocol::Fault out;
    wb_fault fault{};
    if (!driver.table || !driver.table->get_fault) {
        out.why = "the driver does not tell";
        return out;
    }
    const VkResult result = driver.table->get_fault(driver.handle, &fault);
    if (result != VK_SUCCESS) {
        out.why = result == VK_NOT_READY
                      ? "the kernel has recorded no page fault"
                      : "the kernel keeps no record of page faults (Linux 6.7 and newer do)";
        return out;
    }
    out.known = true;
    out.address = fault.address;
    out.precision = fault.precision;
    out.status = fault.status;
    out.write = fault.write != 0;
    return out;
}

std::vector<protocol::Range> list_ranges(const DriverDevice& driver) {
    std::vector<protocol::Range> out;
    driver.table->enumerate_ranges(driver.handle, append, &out);
    return out;
}

std::vector<protocol::Range> list_freed(const DriverDevice& driver) {
    std::vector<protocol::Range> out;
    if (driver.table->enumerate_freed) driver.table->enumerate_freed(driver.handle, append, &out);
    return out;
}

uint32_t lockup_milliseconds(const char* file) {
    char text[128] = {};
    const int fd = open(file, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    const ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    if (n < 0) return 0;
    char* end = nullptr;
    const long value = std::strtol(text, &end, 10);
    if (end == text || value == 0) return kDefaultLockupMs;
    return value < 0 ? 0 : uint32_t(value);
}

LossReporter::LossReporter(uint32_t number, const DriverDevice& driver, const CommandLog& commands,
                           Outbox& outbox, const std::function<void(int, const std::string&)>& say)
    : number_(number), driver_(driver), commands_(commands), outbox_(outbox), say_(say) {
    if (driver_.table && driver_.table->set_lost_callback)
        driver_.table->set_lost_callback(driver_.handle, on_lost, this);
}

LossReporter::~LossReporter() {
    if (driver_.table && driver_.table->set_lost_callback)
        driver_.table->set_lost_callback(driver_.handle, nullptr, nullptr);
}

std::string LossReporter::text(const protocol::Fault& fault) const {
    std::string out;
    if (fault.known) {
        char at[96];
        std::snprintf(at, sizeof at,
                      "  a %s at 0x%" PRIx64 " to 0x%" PRIx64 " faulted: ", fault.write ? "write" : "read",
                      fault.address, fault.address + fault.precision - 1);
        const protocol::FaultSpan span{fault.address, fault.precision, false};
        out += at + protocol::fault_text(
                        span, protocol::fault_places(span, list_ranges(driver_), list_freed(driver_)));
    } else {
        out += "  no page fault: " + fault.why + "; a shader ran too long, or another job was at fault";
    }
    const auto names = shader_names(driver_);
    const auto name_of = [&](uint64_t shader) {
        const auto it = names.find(shader);
        return it == names.end() ? "shader " + std::to_string(shader) : it->second;
    };
    for (const Batch& batch : blamed(batches_of(driver_))) {
        const std::string number = "submission " + std::to_string(batch.submission);
        out += batch.end == WB_BATCH_ENDED ? "\n  the kernel has ended " + number + ", which had "
                                           : "\n  " + number + " was under way, which had ";
        std::string parts;
        for (const auto& [shader, count] : batch.shaders)
            parts += (parts.empty() ? "" : ", ") + dispatches(count) + " of " + name_of(shader);
        for (const uint32_t id : batch.commands) {
            const auto command = commands_.find(id);
            parts += (parts.empty() ? "" : ", ") + ("command " + std::to_string(id));
            if (command && !command->label.empty()) parts += " '" + command->label + "'";
            if (command && command->shader) parts += " of " + name_of(command->shader);
        }
        out += parts.empty() ? "no dispatch of a compute shader" : parts;
    }
    return out;
}

void LossReporter::on_lost(void* user) {
    const auto& self = *static_cast<LossReporter*>(user);
    // Nothing may be thrown into RADV: lack of memory loses the report, not the program.
    try {
        const protocol::Fault fault = read_fault(self.driver_);
        const std::string title = "Vulkan device " + std::to_string(self.number_) + " is lost:\n";
        std::string text = title + self.text(fault);
        if (self.outbox_.is_open())
            self.outbox_.put({{"event", protocol::kEventDeviceLost},
                              {"device", self.number_},
                              {"fault", fault},
                              {"text", text}});
        else
            self.say_(2, text + "\n  'wavebreak run' stops at the shader's line where it happens");
    } catch (...) {
    }
}

} // namespace wb::layer
