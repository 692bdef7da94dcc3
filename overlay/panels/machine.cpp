// SPDX-License-Identifier: MIT
// Registers and Device.
#include "overlay/model/job_timeout.h"
#include "overlay/panels/common.h"

#include <algorithm>
#include <fmt/format.h>

namespace wb::overlay {

/// Name and value side by side, as many in a row as there is room for.
static void register_grid(Draw& draw, const char* id, const std::vector<RegisterRow>& rows, float width) {
    const int columns = std::max(1, int(ImGui::GetContentRegionAvail().x / width));
    if (rows.empty() || !ImGui::BeginTable(id, columns, ImGuiTableFlags_NoSavedSettings)) return;
    for (const RegisterRow& row : rows) {
        ImGui::TableNextColumn();
        ImGui::TextColored(palette().faint, "%-7s", row.name.c_str());
        ImGui::SameLine(0, draw.unit);
        ImGui::TextColored(row.changed ? palette().changed : palette().text, "%s", row.text.c_str());
        mark(draw, "registers/" + row.name);
    }
    ImGui::EndTable();
}

void registers_panel(Draw& draw) {
    const Registers& registers = *draw.now.registers;
    if (registers.special.empty()) {
        empty_note(registers.problem.empty() ? "No wave is stopped." : registers.problem);
        return;
    }
    compat::begin_child("registers", {0, 0}, false);
    register_grid(draw, "special", registers.special, draw.unit * 28);
    ImGui::Separator();
    ImGui::TextColored(palette().accent, "Scalar registers");
    register_grid(draw, "scalar", registers.scalar, draw.unit * 20);
    ImGui::Separator();
    ImGui::TextColored(palette().accent, "Vector registers of lane %u", registers.lane);
    register_grid(draw, "vector", registers.vector, draw.unit * 20);
    if (!registers.problem.empty()) ImGui::TextColored(palette().bad, "%s", registers.problem.c_str());
    ImGui::EndChild();
}

static void fact(const char* name, const std::string& text) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextColored(palette().faint, "%s", name);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(text.c_str());
}

void device_panel(Draw& draw) {
    const Devices& devices = *draw.now.devices;
    if (devices.rows.empty()) {
        empty_note("The program has made no Vulkan device.");
        return;
    }
    if (!ImGui::BeginTable("facts", 2, ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_ScrollY)) return;
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, draw.unit * 16);
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
    for (const DeviceRow& device : devices.rows) {
        fact("GPU", device.name + (device.simulated ? " (simulated)" : ""));
        fact("Driver", device.driver);
        if (!device.debuggable) {
            fact("Debugging", "not possible: " + device.why);
            continue;
        }
        fact("VMID", fmt::format("{}", device.vmid));
        fact("Trap handler", fmt::format("at 0x{:x}, installed by {}", device.handler, device.install));
        fact("Mailbox", fmt::format("at 0x{:x}", device.mailbox));
        const Overview& overview = *draw.now.overview;
        const double stopped = overview.phase == Phase::Stopped ? seconds_now() - overview.since : 0;
        fact("Watchdog", device.simulated
                             ? "none: the simulated GPU lets a job run as long as it likes"
                             : "of the kernel, for a job: " + job_timeout_text(device.job_timeout, stopped));
        // layer/agent/device.cpp: kDefaultTimeoutMs
        fact("", "stopped waves go on by themselves 10 s after the debugger is gone");
    }
    if (devices.missed)
        fact("Missed", fmt::format("{} waves found no room in the mailbox and went on", devices.missed));
    ImGui::EndTable();
}

} // namespace wb::overlay
