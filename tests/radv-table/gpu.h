// SPDX-License-Identifier: MIT
// A Vulkan device with RADV's private table, and the few objects that the tests of that table need. Failures
// of Vulkan end the test program: the tests are about the table.
#pragma once

#include "shader_object.h"

#include "radv-patches/files/src/amd/vulkan/wavebreak/wavebreak_radv.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <vector>

namespace wb::test {

// Ends the program with a message unless `result` is VK_SUCCESS.
void check(VkResult result, const char* what);

// A buffer in memory that the CPU has mapped.
struct Buffer {
    VkBuffer handle;
    VkDeviceMemory memory;
    VkDeviceAddress address;
    uint32_t* words; // CPU mapping
    VkDeviceSize size;
};

class Gpu {
public:
    Gpu();
    ~Gpu();
    Gpu(const Gpu&) = delete;
    Gpu& operator=(const Gpu&) = delete;

    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    uint32_t family;
    VkQueue queue;
    const wb_radv_table* table; // null when RADV does not offer it

    template <class Function>
    Function load(const char* name) const {
        return reinterpret_cast<Function>(vkGetDeviceProcAddr(device, name));
    }

    Buffer buffer(VkDeviceSize size, VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    void name(VkObjectType type, uint64_t handle, const char* text);

    VkDescriptorSetLayout set_layout(std::span<const VkDescriptorSetLayoutBinding> bindings,
                                     VkDescriptorSetLayoutCreateFlags flags = 0);
    // A layout whose push constants are `push_bytes` long.
    VkPipelineLayout layout(std::span<const VkDescriptorSetLayout> sets, uint32_t push_bytes);
    VkDescriptorSet descriptor_set(VkDescriptorSetLayout set);
    VkShaderModule module(std::span<const uint32_t> spirv);
    // subgroup_size: 32 or 64 asks for it, 0 leaves it to RADV.
    VkPipeline pipeline(VkPipelineLayout layout, VkShaderModule module,
                        const VkSpecializationInfo* specialisation = nullptr,
                        VkPipelineCache cache = VK_NULL_HANDLE, uint32_t subgroup_size = 0);
    VkCommandBuffer command_buffer(VkCommandBufferLevel level = VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    void begin(VkCommandBuffer commands, VkCommandBufferUsageFlags flags = 0);
    void submit_and_wait(VkCommandBuffer commands);

    VkCommandPool command_pool;

private:
    void make_instance();
    void make_device();
    VkDescriptorPool descriptor_pool_;
    std::vector<std::function<void()>> cleanup_;
};

// What the callbacks were called with.
struct Events {
    explicit Events(Gpu& gpu);
    ~Events();
    Events(const Events&) = delete;
    Events& operator=(const Events&) = delete;

    struct Submission {
        uint64_t number;
        std::vector<uint32_t> commands;
    };
    // Returns once `number` was reported complete.
    void wait_completed(uint64_t number);

    Gpu& gpu;
    std::mutex lock;
    std::vector<std::string> messages;
    std::vector<uint64_t> created, destroyed, compiled, completed;
    std::vector<uint32_t> recorded;
    std::vector<Submission> submitted;
    std::vector<std::array<uint64_t, 3>> ran_normal; // submission, shader, dispatches
};

// One shader as the table lists it, copied.
struct ListedShader {
    uint64_t id, pipeline_id;
    uint32_t stage, alive;
    std::string entry_point, name, reason;
    std::vector<uint32_t> spirv;
    std::vector<uint32_t> spec_ids;
    std::vector<uint64_t> spec_values;
    std::vector<uint8_t> spec_sizes;
};
std::vector<ListedShader> list_shaders(const Gpu& gpu);

struct ListedRange {
    uint64_t va, size;
    uint32_t kind, usage;
    std::string name;
    void* cpu;
};
std::vector<ListedRange> list_ranges(const Gpu& gpu);

// The command with that id, copied.
struct ListedCommand {
    wb_command_info info;
    std::string label;
    std::vector<uint8_t> push_constants;
};
VkResult get_command(const Gpu& gpu, uint32_t id, ListedCommand& out);

} // namespace wb::test
