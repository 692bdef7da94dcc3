// SPDX-License-Identifier: MIT
#include "samples/common/status.h"

namespace wb::headless {
namespace {

struct Row {
    VkResult result;
    const char* name;
    const char* advice;
};

constexpr Row kRows[] = {
    {VK_SUCCESS, "VK_SUCCESS", ""},
    {VK_NOT_READY, "VK_NOT_READY", ""},
    {VK_TIMEOUT, "VK_TIMEOUT", "the GPU did not finish in time"},
    {VK_INCOMPLETE, "VK_INCOMPLETE", ""},
    {VK_ERROR_OUT_OF_HOST_MEMORY, "VK_ERROR_OUT_OF_HOST_MEMORY", "ask for a smaller size"},
    {VK_ERROR_OUT_OF_DEVICE_MEMORY, "VK_ERROR_OUT_OF_DEVICE_MEMORY", "ask for a smaller size"},
    {VK_ERROR_INITIALIZATION_FAILED, "VK_ERROR_INITIALIZATION_FAILED", "see what the driver wrote above"},
    {VK_ERROR_DEVICE_LOST, "VK_ERROR_DEVICE_LOST",
     "the GPU stopped; see what the driver or the kernel log says"},
    {VK_ERROR_MEMORY_MAP_FAILED, "VK_ERROR_MEMORY_MAP_FAILED", ""},
    {VK_ERROR_LAYER_NOT_PRESENT, "VK_ERROR_LAYER_NOT_PRESENT", "check VK_INSTANCE_LAYERS"},
    {VK_ERROR_EXTENSION_NOT_PRESENT, "VK_ERROR_EXTENSION_NOT_PRESENT", ""},
    {VK_ERROR_FEATURE_NOT_PRESENT, "VK_ERROR_FEATURE_NOT_PRESENT", ""},
    {VK_ERROR_INCOMPATIBLE_DRIVER, "VK_ERROR_INCOMPATIBLE_DRIVER",
     "no Vulkan driver was found; check VK_DRIVER_FILES"},
    {VK_ERROR_TOO_MANY_OBJECTS, "VK_ERROR_TOO_MANY_OBJECTS", ""},
    {VK_ERROR_UNKNOWN, "VK_ERROR_UNKNOWN", "see what the driver wrote above"},
};

const Row* find(VkResult result) {
    for (const Row& row : kRows)
        if (row.result == result) return &row;
    return nullptr;
}

} // namespace

std::string result_name(VkResult result) {
    const Row* row = find(result);
    return row ? row->name : "VkResult " + std::to_string(result);
}

Status check(VkResult result, std::string_view what) {
    if (result == VK_SUCCESS) return {};
    std::string message = std::string(what) + " failed: " + result_name(result);
    if (const Row* row = find(result); row && *row->advice) message += std::string(" (") + row->advice + ")";
    return fail(std::move(message));
}

} // namespace wb::headless
