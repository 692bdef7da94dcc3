// SPDX-License-Identifier: MIT
#include "gpu.h"

#include <cstdio>
#include <cstdlib>
#include <iterator>

namespace wb::test {

void check(VkResult result, const char* what) {
    if (result == VK_SUCCESS) return;
    std::fprintf(stderr, "%s failed: %d\n", what, result);
    std::exit(1);
}

Gpu::Gpu() {
    make_instance();
    make_device();

    const VkCommandPoolCreateInfo pool_info{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                            .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                            .queueFamilyIndex = family};
    check(vkCreateCommandPool(device, &pool_info, nullptr, &command_pool), "vkCreateCommandPool");

    const VkDescriptorPoolSize sizes[] = {
        {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 64},        {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 16},
        {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, 8}, {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, 8},
        {VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, 256},
    };
    const VkDescriptorPoolInlineUniformBlockCreateInfo inline_info{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO,
        .maxInlineUniformBlockBindings = 4};
    const VkDescriptorPoolCreateInfo descriptor_info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                                     .pNext = &inline_info,
                                                     .maxSets = 16,
                                                     .poolSizeCount = std::size(sizes),
                                                     .pPoolSizes = sizes};
    check(vkCreateDescriptorPool(device, &descriptor_info, nullptr, &descriptor_pool_),
          "vkCreateDescriptorPool");
}

Gpu::~Gpu() {
    vkDeviceWaitIdle(device);
    for (auto step = cleanup_.rbegin(); step != cleanup_.rend(); ++step)
        (*step)();
    vkDestroyDescriptorPool(device, descriptor_pool_, nullptr);
    vkDestroyCommandPool(device, command_pool, nullptr);
    vkDestroyDevice(device, nullptr);
    vkDestroyInstance(instance, nullptr);
}

void Gpu::make_instance() {
    const char* extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
    const VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                        .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo info{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                    .pApplicationInfo = &application,
                                    .enabledExtensionCount = std::size(extensions),
                                    .ppEnabledExtensionNames = extensions};
    check(vkCreateInstance(&info, nullptr, &instance), "vkCreateInstance");
    uint32_t count = 1;
    const VkResult result = vkEnumeratePhysicalDevices(instance, &count, &physical);
    if (count == 0) check(VK_ERROR_INITIALIZATION_FAILED, "finding a device");
    if (result != VK_INCOMPLETE) check(result, "vkEnumeratePhysicalDevices");
}

void Gpu::make_device() {
    // RADV's second family is compute only; its first can do everything.
    family = 1;
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue_info{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                             .queueFamilyIndex = family,
                                             .queueCount = 1,
                                             .pQueuePriorities = &priority};
    VkPhysicalDeviceShaderModuleIdentifierFeaturesEXT identifiers{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_MODULE_IDENTIFIER_FEATURES_EXT,
        .shaderModuleIdentifier = VK_TRUE};
    VkPhysicalDeviceShaderObjectFeaturesEXT objects{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_OBJECT_FEATURES_EXT,
        .pNext = &identifiers,
        .shaderObject = VK_TRUE};
    VkPhysicalDeviceVulkan13Features features13{.sType =
                                                    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                                .pNext = &objects,
                                                .inlineUniformBlock = VK_TRUE,
                                                .pipelineCreationCacheControl = VK_TRUE,
                                                .subgroupSizeControl = VK_TRUE};
    VkPhysicalDeviceVulkan12Features features12{.sType =
                                                    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                                .pNext = &features13,
                                                .timelineSemaphore = VK_TRUE,
                                                .bufferDeviceAddress = VK_TRUE};
    VkPhysicalDeviceFeatures2 features{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                       .pNext = &features12};
    features.features.shaderInt64 = VK_TRUE;
    features.features.shaderFloat64 = VK_TRUE;
    const char* extensions[] = {VK_EXT_SHADER_MODULE_IDENTIFIER_EXTENSION_NAME,
                                VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME, VK_EXT_SHADER_OBJECT_EXTENSION_NAME};
    const VkDeviceCreateInfo info{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                  .pNext = &features,
                                  .queueCreateInfoCount = 1,
                                  .pQueueCreateInfos = &queue_info,
                                  .enabledExtensionCount = std::size(extensions),
                                  .ppEnabledExtensionNames = extensions};
    check(vkCreateDevice(physical, &info, nullptr, &device), "vkCreateDevice");
    vkGetDeviceQueue(device, family, 0, &queue);
    const auto get_table = load<PFN_vkGetDebuggerTableWAVEBREAK>(WAVEBREAK_RADV_ENTRY);
    table = get_table ? get_table(device, WAVEBREAK_RADV_TABLE_VERSION) : nullptr;
}

Buffer Gpu::buffer(VkDeviceSize size, VkBufferUsageFlags usage) {
    Buffer buffer{.size = size};
    const VkBufferCreateInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                  .size = size,
                                  .usage = usage | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    check(vkCreateBuffer(device, &info, nullptr, &buffer.handle), "vkCreateBuffer");
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device, buffer.handle, &needs);
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(physical, &memory);
    uint32_t type = 0;
    const VkMemoryPropertyFlags wanted =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    while (!(needs.memoryTypeBits & (1u << type)) ||
           (memory.memoryTypes[type].propertyFlags & wanted) != wanted)
        type++;
    const VkMemoryAllocateFlagsInfo flags{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                          .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    const VkMemoryAllocateInfo allocation{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                          .pNext = &flags,
                                          .allocationSize = needs.size,
                                          .memoryTypeIndex = type};
    check(vkAllocateMemory(device, &allocation, nullptr, &buffer.memory), "vkAllocateMemory");
    check(vkBindBufferMemory(device, buffer.handle, buffer.memory, 0), "vkBindBufferMemory");
    void* mapped;
    check(vkMapMemory(device, buffer.memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
    buffer.words = static_cast<uint32_t*>(mapped);
    const VkBufferDeviceAddressInfo address{.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                            .buffer = buffer.handle};
    buffer.address = vkGetBufferDeviceAddress(device, &address);
    cleanup_.push_back([this, buffer] {
        vkDestroyBuffer(device, buffer.handle, nullptr);
        vkFreeMemory(device, buffer.memory, nullptr);
    });
    return buffer;
}

void Gpu::name(VkObjectType type, uint64_t handle, const char* text) {
    const VkDebugUtilsObjectNameInfoEXT info{.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
                                             .objectType = type,
                                             .objectHandle = handle,
                                             .pObjectName = text};
    check(load<PFN_vkSetDebugUtilsObjectNameEXT>("vkSetDebugUtilsObjectNameEXT")(device, &info),
          "naming an object");
}

VkDescriptorSetLayout Gpu::set_layout(std::span<const VkDescriptorSetLayoutBinding> bindings,
                                      VkDescriptorSetLayoutCreateFlags flags) {
    const VkDescriptorSetLayoutCreateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                               .flags = flags,
                                               .bindingCount = static_cast<uint32_t>(bindings.size()),
                                               .pBindings = bindings.data()};
    VkDescriptorSetLayout layout;
    check(vkCreateDescriptorSetLayout(device, &info, nullptr, &layout), "vkCreateDescriptorSetLayout");
    cleanup_.push_back([this, layout] { vkDestroyDescriptorSetLayout(device, layout, nullptr); });
    return layout;
}

VkPipelineLayout Gpu::layout(std::span<const VkDescriptorSetLayout> sets, uint32_t push_bytes) {
    const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, push_bytes};
    const VkPipelineLayoutCreateInfo info{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                          .setLayoutCount = static_cast<uint32_t>(sets.size()),
                                          .pSetLayouts = sets.data(),
                                          .pushConstantRangeCount = push_bytes ? 1u : 0u,
                                          .pPushConstantRanges = &range};
    VkPipelineLayout layout;
    check(vkCreatePipelineLayout(device, &info, nullptr, &layout), "vkCreatePipelineLayout");
    cleanup_.push_back([this, layout] { vkDestroyPipelineLayout(device, layout, nullptr); });
    return layout;
}

VkDescriptorSet Gpu::descriptor_set(VkDescriptorSetLayout layout) {
    const VkDescriptorSetAllocateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                           .descriptorPool = descriptor_pool_,
                                           .descriptorSetCount = 1,
                                           .pSetLayouts = &layout};
    VkDescriptorSet set;
    check(vkAllocateDescriptorSets(device, &info, &set), "vkAllocateDescriptorSets");
    return set;
}

VkShaderModule Gpu::module(std::span<const uint32_t> spirv) {
    const VkShaderModuleCreateInfo info{.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                        .codeSize = spirv.size_bytes(),
                                        .pCode = spirv.data()};
    VkShaderModule module;
    check(vkCreateShaderModule(device, &info, nullptr, &module), "vkCreateShaderModule");
    return module;
}

VkPipeline Gpu::pipeline(VkPipelineLayout layout, VkShaderModule module,
                         const VkSpecializationInfo* specialisation, VkPipelineCache cache,
                         uint32_t subgroup_size) {
    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
        .requiredSubgroupSize = subgroup_size};
    const VkComputePipelineCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .pNext = subgroup_size ? &size : nullptr,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module,
                  .pName = "main",
                  .pSpecializationInfo = specialisation},
        .layout = layout,
    };
    VkPipeline pipeline;
    check(vkCreateComputePipelines(device, cache, 1, &info, nullptr, &pipeline), "vkCreateComputePipelines");
    return pipeline;
}

VkCommandBuffer Gpu::command_buffer(VkCommandBufferLevel level) {
    const VkCommandBufferAllocateInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                           .commandPool = command_pool,
                                           .level = level,
                                           .commandBufferCount = 1};
    VkCommandBuffer commands;
    check(vkAllocateCommandBuffers(device, &info, &commands), "vkAllocateCommandBuffers");
    return commands;
}

void Gpu::begin(VkCommandBuffer commands, VkCommandBufferUsageFlags flags) {
    const VkCommandBufferInheritanceInfo inheritance{.sType =
                                                         VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    const VkCommandBufferBeginInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                        .flags = flags,
                                        .pInheritanceInfo = &inheritance};
    check(vkBeginCommandBuffer(commands, &info), "vkBeginCommandBuffer");
}

void Gpu::submit_and_wait(VkCommandBuffer commands) {
    const VkSubmitInfo info{
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    check(vkQueueSubmit(queue, 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
    check(vkQueueWaitIdle(queue), "vkQueueWaitIdle");
}

} // namespace wb::test
