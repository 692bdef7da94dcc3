// SPDX-License-Identifier: MIT
// On the simulated device: a wave of a debug variant stops at an armed slot, says which command and workgroup
// it belongs to by what RADV gave it, and goes on to write the right bytes.
#include "program.h"
#include "simulated.h"

#include "trap_handler/mailbox.h"

#include <atomic>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/ioctl.h>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace wb::test;

namespace {

// debugfs amdgpu_regs2, hardware.md 3.3.
struct RegisterBank {
    uint32_t use_srbm, use_grbm, pg_lock;
    uint32_t grbm[3]; // se, sh, instance
    uint32_t me, pipe, queue, vmid;
    uint32_t xcc_id;
};
constexpr uint64_t tba_lo = (0xa000 + 0x9e6) * 4; // TBA_LO, TBA_HI, TMA_LO, TMA_HI, hardware.md 1.5
constexpr uint32_t trap_en = 1u << 31;

// Installs the trap handler for the device's VMID.
void install(const wb_device_info& info) {
    const std::string path = "/sys/kernel/debug/dri/" + std::to_string(info.drm_minor) + "/amdgpu_regs2";
    const int file = open(path.c_str(), O_RDWR);
    ASSERT_GE(file, 0) << path;
    RegisterBank bank{.use_srbm = 1, .vmid = info.vmid};
    ASSERT_EQ(ioctl(file, _IOWR(0x20, 1, RegisterBank), &bank), 0);
    const uint32_t words[4] = {uint32_t(info.handler_va >> 8),
                               uint32_t(info.handler_va >> 40 & 0xff) | trap_en,
                               uint32_t(info.control_va >> 8), uint32_t(info.control_va >> 40 & 0xff)};
    for (uint64_t i = 0; i < 4; i++)
        ASSERT_EQ(pwrite(file, &words[i], 4, tba_lo + i * 4), 4);
    close(file);
}

uint32_t read_word(const uint32_t& word) {
    return std::atomic_ref(const_cast<uint32_t&>(word)).load();
}

// The record of the one stopped wave.
wb_record* stopped_wave(const wb_device_info& info) {
    for (uint32_t page = 0; page < info.pool_pages; page++) {
        if (read_word(info.directory[page]) == WB_DIR_STOPPED)
            return reinterpret_cast<wb_record*>(static_cast<char*>(info.pool) +
                                                uint64_t{page} * WB_PAGE_SIZE);
    }
    return nullptr;
}

} // namespace

TEST(Stop, OfOneWorkgroupOfOneCommand) {
    Gpu gpu;
    Events events(gpu);
    ScaleProgram program(gpu);
    const std::vector<char> handler = read_file("WAVEBREAK_TEST_HANDLER"),
                            probe = read_file("WAVEBREAK_TEST_PROBE");
    ASSERT_EQ(gpu.table->init_trap(gpu.device, handler.data(), handler.size(), probe.data(), probe.size()),
              VK_SUCCESS);
    wb_device_info info;
    ASSERT_EQ(gpu.table->get_device_info(gpu.device, &info), VK_SUCCESS);
    install(info);

    const uint64_t shader = list_shaders(gpu).at(0).id;
    ASSERT_EQ(gpu.table->set_shader_debug(gpu.device, shader, 1, 0), VK_SUCCESS);
    const wb_debug_record* record = nullptr;
    ASSERT_EQ(gpu.table->get_record(gpu.device, shader, &record), VK_SUCCESS);
    ASSERT_GT(record->slot_count, 2u);
    const wb_slot& slot = record->slots[1];
    ASSERT_EQ(gpu.table->patch_slot(gpu.device, shader, 0, WB_S_TRAP_GFX11 | WB_TRAP_ENTRY), VK_SUCCESS);
    ASSERT_EQ(gpu.table->patch_slot(gpu.device, shader, slot.code_offset, WB_S_TRAP_GFX11 | WB_TRAP_SLOT),
              VK_SUCCESS);

    const ScalePush push{200, 5};
    const VkCommandBuffer commands = gpu.command_buffer();
    gpu.begin(commands);
    program.record(commands, {1, 1}, 4);
    program.record(commands, push, 4);
    check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    ASSERT_EQ(events.recorded.size(), 2u);
    const uint32_t command = events.recorded[1];
    info.control->focus_command = command;
    info.control->focus_group[0] = 2;
    info.control->focus_group[1] = info.control->focus_group[2] = 0;
    std::atomic_ref(info.control->reasons).store(WB_REASON_SLOT);

    const VkSubmitInfo submit{
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    check(vkQueueSubmit(gpu.queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
    while (read_word(info.control->stop_count) == 0)
        usleep(100); // the wave has no other way to call
    wb_record* wave = stopped_wave(info);
    ASSERT_NE(wave, nullptr);
    EXPECT_EQ(wave->command_id, command);
    EXPECT_EQ(wave->group[0], 2u);
    EXPECT_EQ(wave->group[1], 0u);
    EXPECT_EQ(wave->wave_size, record->wave_size);
    EXPECT_EQ(wave->reason, uint32_t{WB_REASON_SLOT});
    EXPECT_EQ(wave->pc, record->code_va + slot.code_offset + 4);
    EXPECT_EQ(program.out.words[2 * ScaleProgram::group_size], 0xdeadbeef) << "it has not written yet";

    std::atomic_ref(wave->command).store(WB_CMD_RESUME);
    check(vkQueueWaitIdle(gpu.queue), "vkQueueWaitIdle");
    EXPECT_EQ(read_word(info.control->stop_count), 1u);
    for (uint32_t i = 0; i < ScaleProgram::count; i++)
        ASSERT_EQ(program.out.words[i], i < 200 ? program.expected(i, push) : program.expected(i, {0, 0}))
            << i;
    gpu.table->release_record(gpu.device, record);
}
