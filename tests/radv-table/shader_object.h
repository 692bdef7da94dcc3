// SPDX-License-Identifier: MIT
// What the tests need of VK_EXT_shader_object, which Debian 12's Vulkan headers do not have (Vulkan
// specification, vk.xml).
#pragma once

#include <vulkan/vulkan.h>

#ifndef VK_EXT_shader_object
VK_DEFINE_NON_DISPATCHABLE_HANDLE(VkShaderEXT)
#define VK_EXT_SHADER_OBJECT_EXTENSION_NAME "VK_EXT_shader_object"

inline constexpr auto VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_OBJECT_FEATURES_EXT =
    VkStructureType(1000482000);
inline constexpr auto VK_STRUCTURE_TYPE_SHADER_CREATE_INFO_EXT = VkStructureType(1000482002);

struct VkPhysicalDeviceShaderObjectFeaturesEXT {
    VkStructureType sType;
    void* pNext;
    VkBool32 shaderObject;
};

enum VkShaderCodeTypeEXT { VK_SHADER_CODE_TYPE_BINARY_EXT, VK_SHADER_CODE_TYPE_SPIRV_EXT };

struct VkShaderCreateInfoEXT {
    VkStructureType sType;
    const void* pNext;
    VkFlags flags;
    VkShaderStageFlagBits stage;
    VkShaderStageFlags nextStage;
    VkShaderCodeTypeEXT codeType;
    size_t codeSize;
    const void* pCode;
    const char* pName;
    uint32_t setLayoutCount;
    const VkDescriptorSetLayout* pSetLayouts;
    uint32_t pushConstantRangeCount;
    const VkPushConstantRange* pPushConstantRanges;
    const VkSpecializationInfo* pSpecializationInfo;
};

using PFN_vkCreateShadersEXT = VkResult(VKAPI_PTR*)(VkDevice, uint32_t, const VkShaderCreateInfoEXT*,
                                                    const VkAllocationCallbacks*, VkShaderEXT*);
using PFN_vkDestroyShaderEXT = void(VKAPI_PTR*)(VkDevice, VkShaderEXT, const VkAllocationCallbacks*);
using PFN_vkCmdBindShadersEXT = void(VKAPI_PTR*)(VkCommandBuffer, uint32_t, const VkShaderStageFlagBits*,
                                                 const VkShaderEXT*);
#endif
