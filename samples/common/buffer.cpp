// SPDX-License-Identifier: MIT
#include "samples/common/buffer.h"

namespace wb::headless {
namespace {

constexpr VkMemoryPropertyFlags kMapped =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;

Result<uint32_t> memory_type(VkPhysicalDevice physical, uint32_t allowed) {
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(physical, &memory);
    for (const VkMemoryPropertyFlags wanted : {kMapped | VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, kMapped})
        for (uint32_t type = 0; type < memory.memoryTypeCount; ++type)
            if ((allowed >> type & 1) && (memory.memoryTypes[type].propertyFlags & wanted) == wanted)
                return type;
    return fail("the device has no host-visible memory for storage buffers");
}

} // namespace

Result<Buffer> make_buffer(Device& device, size_t size, const char* name, bool indirect) {
    Buffer buffer;
    buffer.size = size;
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = size;
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT |
                 VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                 VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
                 VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT;
    if (indirect) info.usage |= VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
    if (auto ok = check(vkCreateBuffer(device.handle(), &info, nullptr, &buffer.handle),
                        std::string("making the buffer ") + name);
        !ok)
        return std::unexpected(ok.error());
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device.handle(), buffer.handle, &needs);
    auto type = memory_type(device.physical(), needs.memoryTypeBits);

    const VkMemoryAllocateFlagsInfo flags{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO, nullptr,
                                          VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT, 0};
    VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, &flags};
    allocate.allocationSize = needs.size;
    allocate.memoryTypeIndex = type.value_or(0);
    VkDeviceMemory memory = VK_NULL_HANDLE;
    Status ok = type ? check(vkAllocateMemory(device.handle(), &allocate, nullptr, &memory),
                             std::string("memory for the buffer ") + name)
                     : std::unexpected(type.error());
    device.own(buffer.handle, memory); // Either may be null: destroying null is allowed.
    if (ok) ok = check(vkBindBufferMemory(device.handle(), buffer.handle, memory, 0), "binding memory");
    void* data = nullptr;
    if (ok) ok = check(vkMapMemory(device.handle(), memory, 0, VK_WHOLE_SIZE, 0, &data), "mapping memory");
    if (!ok) return std::unexpected(ok.error());
    buffer.data = static_cast<std::byte*>(data);

    const VkBufferDeviceAddressInfo where{VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, nullptr,
                                          buffer.handle};
    buffer.address = vkGetBufferDeviceAddress(device.handle(), &where);
    device.name(VK_OBJECT_TYPE_BUFFER, buffer.handle, name);
    device.name(VK_OBJECT_TYPE_DEVICE_MEMORY, memory, name);
    return buffer;
}

} // namespace wb::headless
