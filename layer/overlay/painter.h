// SPDX-License-Identifier: MIT
// What drawing needs once for a device: functions, buffers, pipelines. Used under Painter::lock.
#pragma once

#include "layer/dispatch.h"
#include "layer/overlay/board.h"
#include "layer/overlay/functions.h"

#include <array>
#include <deque>
#include <map>
#include <mutex>
#include <vector>
#include <vulkan/vk_layer.h>

namespace wb::layer {

enum class Way : uint8_t { Draw, Compute };

/// The device as the layer has it.
struct PainterDevice {
    VkDevice device = VK_NULL_HANDLE;
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    PhysicalFunctions functions;
    PFN_vkGetDeviceProcAddr get_proc = nullptr;
    PFN_vkSetDeviceLoaderData set_loader_data = nullptr; ///< null: the loader gave none
};

struct Buffer {
    VkBuffer buffer = VK_NULL_HANDLE;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    VkDeviceSize size = 0;
    void* map = nullptr; ///< null: not for the host
};

/// The textures of a picture in one buffer.
struct Texels {
    std::vector<TexturePtr> textures;
    std::vector<uint32_t> first; ///< by texture, in texels
    Buffer buffer;
};

/// A pipeline for one kind of picture.
struct Brush {
    VkRenderPass render_pass = VK_NULL_HANDLE; ///< Way::Draw only
    VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkPipeline pipeline = VK_NULL_HANDLE;
};

/// As the shaders declare them.
struct DrawPush {
    float to_clip[2];
    uint32_t first_texel, width, height;
};
struct ComputePush {
    int32_t origin[2], size[2];
    uint32_t triangles, commands, tiles, list;
};

class Painter {
public:
    explicit Painter(const PainterDevice& device) : device_(device) {}
    /// Destroys everything. The program has seen to it that nothing is in use (vkDestroyDevice's rules).
    ~Painter();
    Painter(const Painter&) = delete;

    std::mutex lock;

    /// Learns functions, queue families and memory types, at the first call. An error stays.
    Status prepare();
    /// How a queue of this family can put the overlay into a picture of `format`; an error says why not.
    Result<Way> way_for(uint32_t family, VkFormat format) const;
    Result<const Brush*> brush(Way way, VkFormat format, VkColorSpaceKHR space);
    /// A buffer of at least `size` bytes; `host`: mapped and coherent.
    Result<Buffer> make_buffer(VkDeviceSize size, VkBufferUsageFlags usage, bool host);
    void destroy(Buffer& buffer);
    Result<std::shared_ptr<Texels>> texels_of(const Picture& picture);

    /// A semaphore that a present may still wait for: destroyed when later submissions are done.
    void retire(VkSemaphore semaphore);
    /// Textures that work in flight may read until the device ends.
    void keep(std::shared_ptr<Texels> texels) { kept_.push_back(std::move(texels)); }
    uint64_t next_submission() { return ++submitted_; }
    void completed(uint64_t submission);

    const OverlayFunctions& vk() const { return vk_; }
    const PainterDevice& device() const { return device_; }
    /// Any failure in Vulkan ends the overlay for the device; the text is the first one's.
    std::string off;

private:
    Result<VkShaderModule> make_module(const uint32_t* words, size_t size);
    Status make_layouts(Way way, Brush& brush);
    Status make_render_pass(VkFormat format, Brush& brush);
    Status make_draw_pipeline(uint32_t transfer, Brush& brush);
    Status make_compute_pipeline(uint32_t transfer, uint32_t code, Brush& brush);

    PainterDevice device_;
    OverlayFunctions vk_;
    bool prepared_ = false;
    std::vector<VkQueueFamilyProperties> families_;
    VkPhysicalDeviceMemoryProperties memory_{};
    std::map<std::array<uint32_t, 3>, Brush> brushes_;
    std::weak_ptr<Texels> texels_;
    std::vector<std::shared_ptr<Texels>> kept_;
    std::deque<std::pair<VkSemaphore, uint64_t>> retired_;
    uint64_t submitted_ = 0, completed_ = 0;
};

/// The compute path also for queues that can draw: on the simulated device, and with
/// WAVEBREAK_OVERLAY_COMPUTE=1, to test it.
bool computes_only();

/// "vkCreateBuffer failed (-2)".
Error vulkan_error(const char* function, VkResult result);
inline Status check_vulkan(const char* function, VkResult result) {
    if (result < 0) return std::unexpected(vulkan_error(function, result));
    return {};
}

} // namespace wb::layer
