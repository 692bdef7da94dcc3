// SPDX-License-Identifier: MIT
#include "layer/overlay/painter.h"

#include "layer/overlay/formats.h"

#include <cstdlib>
#include <cstring>

namespace wb::layer {

Error vulkan_error(const char* function, VkResult result) {
    return {std::string(function) + " failed (" + std::to_string(result) + ")"};
}

bool computes_only() {
    static const bool only = [] {
        const char* text = secure_getenv("WAVEBREAK_OVERLAY_COMPUTE");
        // The simulated device does not draw.
        return (text && std::strcmp(text, "1") == 0) || secure_getenv("WAVEBREAK_SIM_LIB");
    }();
    return only;
}

Status Painter::prepare() {
    if (!off.empty()) return fail(off);
    if (prepared_) return {};
    const char* missing = nullptr;
    if (!vk_.load(device_.get_proc, device_.device, missing))
        return fail(off = std::string("the next layer or driver has no ") + missing);
    const PhysicalFunctions& ask = device_.functions;
    if (!ask.get_families || !ask.get_memory || !device_.set_loader_data)
        return fail(off = "the loader does not tell a layer what drawing needs");
    uint32_t count = 0;
    ask.get_families(device_.physical, &count, nullptr);
    families_.resize(count);
    ask.get_families(device_.physical, &count, families_.data());
    ask.get_memory(device_.physical, &memory_);
    prepared_ = true;
    return {};
}

Result<Way> Painter::way_for(uint32_t family, VkFormat format) const {
    const VkQueueFlags flags = family < families_.size() ? families_[family].queueFlags : 0;
    if ((flags & VK_QUEUE_GRAPHICS_BIT) && !computes_only()) return Way::Draw;
    if (!(flags & VK_QUEUE_COMPUTE_BIT)) return fail("the queue that presents can neither draw nor compute");
    if (!pixel_layout(format))
        return fail("the queue that presents cannot draw, and the overlay cannot compute into pictures of "
                    "format " +
                    std::to_string(format));
    return Way::Compute;
}

Result<Buffer> Painter::make_buffer(VkDeviceSize size, VkBufferUsageFlags usage, bool host) {
    Buffer out;
    out.size = size;
    const VkBufferCreateInfo info{
        VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, nullptr, 0, size, usage, VK_SHARING_MODE_EXCLUSIVE, 0, nullptr};
    if (VkResult result = vk_.CreateBuffer(device_.device, &info, nullptr, &out.buffer); result < 0)
        return std::unexpected(vulkan_error("vkCreateBuffer", result));
    const auto failed = [&](const char* function, VkResult result) {
        destroy(out);
        return std::unexpected(vulkan_error(function, result));
    };
    VkMemoryRequirements needs;
    vk_.GetBufferMemoryRequirements(device_.device, out.buffer, &needs);
    const VkMemoryPropertyFlags must =
        host ? VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT : 0;
    uint32_t type = VK_MAX_MEMORY_TYPES;
    for (uint32_t i = 0; i < memory_.memoryTypeCount; ++i) {
        const VkMemoryPropertyFlags flags = memory_.memoryTypes[i].propertyFlags;
        constexpr VkMemoryPropertyFlags kNot = VK_MEMORY_PROPERTY_PROTECTED_BIT |
                                               VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT |
                                               VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD;
        if (!(needs.memoryTypeBits >> i & 1) || (flags & must) != must || (flags & kNot)) continue;
        if (type == VK_MAX_MEMORY_TYPES) type = i;
        if (flags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT) {
            type = i;
            break;
        }
    }
    if (type == VK_MAX_MEMORY_TYPES) return failed("finding memory", VK_ERROR_FEATURE_NOT_PRESENT);
    const VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, nullptr, needs.size, type};
    VkResult result = vk_.AllocateMemory(device_.device, &allocate, nullptr, &out.memory);
    if (result < 0) return failed("vkAllocateMemory", result);
    result = vk_.BindBufferMemory(device_.device, out.buffer, out.memory, 0);
    if (result < 0) return failed("vkBindBufferMemory", result);
    if (host) {
        result = vk_.MapMemory(device_.device, out.memory, 0, VK_WHOLE_SIZE, 0, &out.map);
        if (result < 0) return failed("vkMapMemory", result);
    }
    return out;
}

void Painter::destroy(Buffer& buffer) {
    if (buffer.buffer) vk_.DestroyBuffer(device_.device, buffer.buffer, nullptr);
    if (buffer.memory) vk_.FreeMemory(device_.device, buffer.memory, nullptr);
    buffer = {};
}

Result<std::shared_ptr<Texels>> Painter::texels_of(const Picture& picture) {
    if (auto known = texels_.lock(); known && known->textures == picture.textures) return known;
    size_t count = 0;
    std::vector<uint32_t> first;
    for (const TexturePtr& texture : picture.textures) {
        first.push_back(uint32_t(count));
        count += texture->texels.size();
    }
    auto buffer = make_buffer(std::max<size_t>(count, 1) * 4, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, true);
    if (!buffer) return std::unexpected(buffer.error());
    for (size_t i = 0; i < first.size(); ++i)
        std::memcpy(static_cast<uint32_t*>(buffer->map) + first[i], picture.textures[i]->texels.data(),
                    picture.textures[i]->texels.size() * 4);
    // The last canvas that draws with them lets them go, once its work is done.
    std::shared_ptr<Texels> made(new Texels{picture.textures, std::move(first), *buffer},
                                 [this](Texels* texels) {
                                     destroy(texels->buffer);
                                     delete texels;
                                 });
    texels_ = made;
    return made;
}

void Painter::retire(VkSemaphore semaphore) {
    if (semaphore) retired_.emplace_back(semaphore, submitted_);
}

void Painter::completed(uint64_t submission) {
    completed_ = std::max(completed_, submission);
    // The present that waits for a semaphore comes behind its submission; two further submissions that are
    // done are behind that present.
    while (!retired_.empty() && retired_.front().second + 2 <= completed_) {
        vk_.DestroySemaphore(device_.device, retired_.front().first, nullptr);
        retired_.pop_front();
    }
}

Painter::~Painter() {
    if (!prepared_) return;
    kept_.clear();
    for (const auto& [semaphore, stamp] : retired_)
        vk_.DestroySemaphore(device_.device, semaphore, nullptr);
    for (auto& [key, brush] : brushes_) {
        if (brush.pipeline) vk_.DestroyPipeline(device_.device, brush.pipeline, nullptr);
        if (brush.layout) vk_.DestroyPipelineLayout(device_.device, brush.layout, nullptr);
        if (brush.set_layout) vk_.DestroyDescriptorSetLayout(device_.device, brush.set_layout, nullptr);
        if (brush.render_pass) vk_.DestroyRenderPass(device_.device, brush.render_pass, nullptr);
    }
}

} // namespace wb::layer
