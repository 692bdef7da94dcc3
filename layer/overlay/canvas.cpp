// SPDX-License-Identifier: MIT
#include "layer/overlay/canvas.h"

namespace wb::layer {

using namespace std::chrono_literals;

Status Canvas::begin(uint32_t family) {
    const OverlayFunctions& vk = painter_->vk();
    const VkDevice device = painter_->device().device;
    auto way = painter_->way_for(family, facts_.format);
    if (!way) return std::unexpected(way.error());
    const VkImageUsageFlags needed = *way == Way::Draw
                                         ? VkImageUsageFlags(VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT)
                                         : VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    if ((facts_.usage & needed) != needed)
        return fail(*way == Way::Draw ? "the swapchain's images cannot be drawn into"
                                      : "the swapchain's images cannot be copied, which computing needs");
    way_ = *way;
    auto brush = painter_->brush(way_, facts_.format, facts_.space);
    if (!brush) return std::unexpected(brush.error());
    uint32_t count = 0;
    if (Status ok = check_vulkan("vkGetSwapchainImagesKHR",
                                 vk.GetSwapchainImagesKHR(device, facts_.swapchain, &count, nullptr));
        !ok)
        return ok;
    images_.resize(count);
    if (Status ok = check_vulkan("vkGetSwapchainImagesKHR",
                                 vk.GetSwapchainImagesKHR(device, facts_.swapchain, &count, images_.data()));
        !ok)
        return ok;
    const VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, nullptr,
                                       VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT, family};
    if (Status ok = check_vulkan("vkCreateCommandPool", vk.CreateCommandPool(device, &pool, nullptr, &pool_));
        !ok)
        return ok;
    const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 3 * count};
    const VkDescriptorPoolCreateInfo sets{
        VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, nullptr, 0, count, 1, &size};
    if (Status ok =
            check_vulkan("vkCreateDescriptorPool", vk.CreateDescriptorPool(device, &sets, nullptr, &sets_));
        !ok)
        return ok;
    slots_.resize(count);
    brush_ = *brush;
    family_ = family;
    return {};
}

Status Canvas::make_slot(Slot& slot, VkImage image) {
    const OverlayFunctions& vk = painter_->vk();
    const VkDevice device = painter_->device().device;
    const VkCommandBufferAllocateInfo commands{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, nullptr, pool_,
                                               VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
    VkResult result = vk.AllocateCommandBuffers(device, &commands, &slot.commands);
    if (result < 0) return check_vulkan("vkAllocateCommandBuffers", result);
    // Layers below look at a dispatchable object's first word.
    result = painter_->device().set_loader_data(device, slot.commands);
    if (result < 0) return check_vulkan("setting the loader's data", result);
    const VkFenceCreateInfo fence{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, nullptr, 0};
    result = vk.CreateFence(device, &fence, nullptr, &slot.fence);
    if (result < 0) return check_vulkan("vkCreateFence", result);
    const VkSemaphoreCreateInfo semaphore{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, nullptr, 0};
    result = vk.CreateSemaphore(device, &semaphore, nullptr, &slot.done);
    if (result < 0) return check_vulkan("vkCreateSemaphore", result);
    const VkDescriptorSetAllocateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, nullptr, sets_, 1,
                                          &brush_->set_layout};
    result = vk.AllocateDescriptorSets(device, &set, &slot.set);
    if (result < 0) return check_vulkan("vkAllocateDescriptorSets", result);
    if (way_ != Way::Draw) return {};
    const VkImageViewCreateInfo view{
        VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, nullptr, 0, image, VK_IMAGE_VIEW_TYPE_2D, facts_.format, {},
        {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    result = vk.CreateImageView(device, &view, nullptr, &slot.view);
    if (result < 0) return check_vulkan("vkCreateImageView", result);
    const VkFramebufferCreateInfo frame{VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                        nullptr,
                                        0,
                                        brush_->render_pass,
                                        1,
                                        &slot.view,
                                        facts_.extent.width,
                                        facts_.extent.height,
                                        1};
    return check_vulkan("vkCreateFramebuffer", vk.CreateFramebuffer(device, &frame, nullptr, &slot.frame));
}

bool Canvas::is_done(Slot& slot, std::chrono::nanoseconds patience) {
    if (!slot.submission) return true;
    const VkResult result = painter_->vk().WaitForFences(painter_->device().device, 1, &slot.fence, VK_TRUE,
                                                         uint64_t(patience.count()));
    if (result != VK_SUCCESS) return false;
    painter_->completed(std::exchange(slot.submission, 0));
    return true;
}

Status Canvas::grow(Buffer& buffer, VkDeviceSize size, VkBufferUsageFlags usage, bool host) {
    if (buffer.size >= size) return {};
    painter_->destroy(buffer);
    auto made = painter_->make_buffer(size + size / 2 + 256, usage, host);
    if (!made) return std::unexpected(made.error());
    buffer = *made;
    return {};
}

void Canvas::describe(Slot& slot, uint32_t binding, VkBuffer buffer) {
    const VkDescriptorBufferInfo info{buffer, 0, VK_WHOLE_SIZE};
    const VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, nullptr, slot.set, binding, 0, 1,
                                     VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,      nullptr, &info,    nullptr};
    painter_->vk().UpdateDescriptorSets(painter_->device().device, 1, &write, 0, nullptr);
}

Status Canvas::record(Slot& slot, VkImage image, const Picture& picture, bool stops_armed) {
    const OverlayFunctions& vk = painter_->vk();
    auto texels = painter_->texels_of(picture);
    if (!texels) return std::unexpected(texels.error());
    slot.texels = std::move(*texels);
    describe(slot, 1, slot.texels->buffer.buffer);
    const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, nullptr, 0, nullptr};
    if (Status ok = check_vulkan("vkBeginCommandBuffer", vk.BeginCommandBuffer(slot.commands, &begin)); !ok)
        return ok;
    slot.is_empty = true;
    Status ok = way_ == Way::Draw ? record_draw(slot, picture, stops_armed)
                                  : record_compute(slot, image, picture, stops_armed);
    if (Status ended = check_vulkan("vkEndCommandBuffer", vk.EndCommandBuffer(slot.commands)); ok) ok = ended;
    if (!ok) return ok;
    slot.picture = picture.number;
    slot.stops_armed = stops_armed;
    return {};
}

Result<std::optional<Canvas::Work>> Canvas::prepare(uint32_t image, uint32_t family, const Picture& picture,
                                                    bool stops_armed) {
    if (!facts_.why_not.empty()) return fail(facts_.why_not);
    if (Status ok = painter_->prepare(); !ok) return std::unexpected(ok.error());
    if (!family_)
        if (Status ok = begin(family); !ok) {
            facts_.why_not = ok.error().message;
            return std::unexpected(ok.error());
        }
    if (*family_ != family) return fail("it is presented from queues of several families in turn");
    if (image >= slots_.size()) return std::nullopt;
    Slot& slot = slots_[image];
    if (!slot.fence)
        if (Status ok = make_slot(slot, images_[image]); !ok) {
            facts_.why_not = ok.error().message;
            return std::unexpected(ok.error());
        }
    if (!is_done(slot, 20ms)) return std::nullopt;
    if (slot.picture != picture.number || slot.stops_armed != stops_armed)
        if (Status ok = record(slot, images_[image], picture, stops_armed); !ok) {
            facts_.why_not = ok.error().message;
            return std::unexpected(ok.error());
        }
    if (slot.is_empty) return std::nullopt;
    const VkResult result = painter_->vk().ResetFences(painter_->device().device, 1, &slot.fence);
    if (result < 0) return std::unexpected(vulkan_error("vkResetFences", result));
    return Work{slot.commands, slot.done, slot.fence, image};
}

void Canvas::submitted(const Work& work) {
    slots_[work.image].submission = painter_->next_submission();
}

void Canvas::destroy(Slot& slot) {
    const OverlayFunctions& vk = painter_->vk();
    const VkDevice device = painter_->device().device;
    painter_->retire(slot.done);
    if (slot.fence) vk.DestroyFence(device, slot.fence, nullptr);
    if (slot.frame) vk.DestroyFramebuffer(device, slot.frame, nullptr);
    if (slot.view) vk.DestroyImageView(device, slot.view, nullptr);
    painter_->destroy(slot.geometry);
    painter_->destroy(slot.pixels);
}

Canvas::~Canvas() {
    const auto until = std::chrono::steady_clock::now() + 1s;
    bool is_free = true;
    for (Slot& slot : slots_) {
        const auto left = std::max(until - std::chrono::steady_clock::now(), 0ns);
        if (is_done(slot, left)) continue;
        is_free = false;
        // Its textures are in use too.
        if (slot.texels) painter_->keep(slot.texels);
    }
    // A GPU that stands still holds them; the driver takes them back with the device.
    if (!is_free) return;
    for (Slot& slot : slots_)
        destroy(slot);
    const OverlayFunctions& vk = painter_->vk();
    if (sets_) vk.DestroyDescriptorPool(painter_->device().device, sets_, nullptr);
    if (pool_) vk.DestroyCommandPool(painter_->device().device, pool_, nullptr);
}

} // namespace wb::layer
