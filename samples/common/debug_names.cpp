// SPDX-License-Identifier: MIT
#include "samples/common/device.h"

namespace wb::headless {

void Device::load_debug_utils() {
    if (!instance_.debug_utils) return;
    const auto load = [&](const char* name) { return vkGetInstanceProcAddr(instance_.handle, name); };
    set_name_ = reinterpret_cast<PFN_vkSetDebugUtilsObjectNameEXT>(load("vkSetDebugUtilsObjectNameEXT"));
    begin_label_ = reinterpret_cast<PFN_vkCmdBeginDebugUtilsLabelEXT>(load("vkCmdBeginDebugUtilsLabelEXT"));
    end_label_ = reinterpret_cast<PFN_vkCmdEndDebugUtilsLabelEXT>(load("vkCmdEndDebugUtilsLabelEXT"));
}

void Device::name(VkObjectType type, uint64_t handle, const char* name) {
    if (!set_name_) return;
    VkDebugUtilsObjectNameInfoEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT};
    info.objectType = type;
    info.objectHandle = handle;
    info.pObjectName = name;
    set_name_(device_, &info);
}

void Device::begin_label(VkCommandBuffer commands, const char* label) {
    if (!begin_label_) return;
    VkDebugUtilsLabelEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT};
    info.pLabelName = label;
    begin_label_(commands, &info);
}

void Device::end_label(VkCommandBuffer commands) {
    if (end_label_) end_label_(commands);
}

} // namespace wb::headless
