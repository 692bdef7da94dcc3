// SPDX-License-Identifier: MIT
// Command buffers that are recorded once and submitted as often as wanted.
#pragma once

#include "samples/common/pipeline.h"

#include <array>

namespace wb::headless {

class Commands {
public:
    /// Begins to record; command pool and fence are owned by `device`, which must outlive this.
    static Result<Commands> begin(Device& device, const char* name);

    VkCommandBuffer handle() const { return commands_; }

    /// Forgets what was recorded and begins to record anew. Nothing of it may be running on the device.
    Status begin_again();

    /// Writes `bytes` (a multiple of 4, at most 65536) to the start of `buffer`, before later dispatches read
    /// or write it.
    void update(const Buffer& buffer, std::span<const std::byte> bytes);
    /// Dispatches `groups` workgroups under a debug label.
    void dispatch(const Pipeline& pipeline, std::span<const std::byte> push_constants,
                  std::array<uint32_t, 3> groups, const char* label);
    /// Makes what dispatches wrote visible to later dispatches and to the host.
    void barrier();
    Status end();
    /// Submits and waits until the device is done. Waits as long as it takes: a debugger may have stopped the
    /// shader. Begins after `after` and signals `done`, where they are given.
    Status submit_and_wait(VkSemaphore after = VK_NULL_HANDLE, VkSemaphore done = VK_NULL_HANDLE);

private:
    explicit Commands(Device& device) : device_(&device) {}

    Device* device_;
    VkCommandBuffer commands_ = VK_NULL_HANDLE;
    VkFence fence_ = VK_NULL_HANDLE;
};

} // namespace wb::headless
