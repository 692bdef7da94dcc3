// SPDX-License-Identifier: MIT
#include "layer/entry.h"

#include "layer/dispatch.h"

#include <algorithm>
#include <cstring>

namespace wb::layer {
namespace {

enum class Level { Instance, Device };
struct Hook {
    const char* name;
    Level level;
    PFN_vkVoidFunction function;
};

#define WB_HOOK(level, name) {"vk" #name, Level::level, reinterpret_cast<PFN_vkVoidFunction>(name)}
// All there is: whatever is not here goes straight to the next layer. Commands are numbered by the driver, so
// that no vkCmd… of the hot path needs a hook.
const Hook kHooks[] = {
    WB_HOOK(Instance, GetInstanceProcAddr),
    WB_HOOK(Instance, CreateInstance),
    WB_HOOK(Instance, DestroyInstance),
    WB_HOOK(Instance, EnumerateInstanceLayerProperties),
    WB_HOOK(Instance, EnumerateInstanceExtensionProperties),
    WB_HOOK(Instance, EnumerateDeviceLayerProperties),
    WB_HOOK(Instance, EnumerateDeviceExtensionProperties),
    WB_HOOK(Instance, CreateDevice),
    WB_HOOK(Instance, CreateXcbSurfaceKHR),
    WB_HOOK(Instance, CreateXlibSurfaceKHR),
    WB_HOOK(Instance, CreateWaylandSurfaceKHR),
    WB_HOOK(Instance, DestroySurfaceKHR),
    WB_HOOK(Device, GetDeviceProcAddr),
    WB_HOOK(Device, DestroyDevice),
    WB_HOOK(Device, GetDeviceQueue),
    WB_HOOK(Device, GetDeviceQueue2),
    WB_HOOK(Device, CreateSwapchainKHR),
    WB_HOOK(Device, DestroySwapchainKHR),
    WB_HOOK(Device, QueuePresentKHR),
    WB_HOOK(Device, BeginCommandBuffer),
    WB_HOOK(Device, CmdBeginDebugUtilsLabelEXT),
    WB_HOOK(Device, CmdEndDebugUtilsLabelEXT),
    WB_HOOK(Device, CmdInsertDebugUtilsLabelEXT),
};
#undef WB_HOOK

const Hook* find_hook(const char* name) {
    for (const Hook& hook : kHooks)
        if (std::strcmp(hook.name, name) == 0) return &hook;
    return nullptr;
}

/// What may be asked for without an instance; the next layer cannot be asked then.
bool is_global(const char* name) {
    static constexpr const char* kGlobal[] = {"vkGetInstanceProcAddr", "vkCreateInstance",
                                              "vkEnumerateInstanceLayerProperties",
                                              "vkEnumerateInstanceExtensionProperties"};
    return std::ranges::any_of(kGlobal, [&](const char* global) { return std::strcmp(global, name) == 0; });
}

} // namespace

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetInstanceProcAddr(VkInstance instance, const char* name) {
    if (!name) return nullptr;
    const Hook* hook = find_hook(name);
    if (hook && is_global(name)) return hook->function;
    const InstanceData* data = instances().find(instance);
    if (!data) return nullptr;
    const PFN_vkVoidFunction next = data->get_proc(data->instance, name);
    return next && hook ? hook->function : next;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetDeviceProcAddr(VkDevice device, const char* name) {
    if (!name) return nullptr;
    const DeviceData* data = devices().find(device);
    if (!data) return nullptr;
    const Hook* hook = find_hook(name);
    if (hook && hook->function == reinterpret_cast<PFN_vkVoidFunction>(GetDeviceProcAddr))
        return hook->function;
    const PFN_vkVoidFunction next = data->get_proc(data->device, name);
    return next && hook && hook->level == Level::Device ? hook->function : next;
}

} // namespace wb::layer

extern "C" __attribute__((visibility("default"))) VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* interface) {
    if (!interface || interface->sType != LAYER_NEGOTIATE_INTERFACE_STRUCT ||
        interface->loaderLayerInterfaceVersion < 2)
        return VK_ERROR_INITIALIZATION_FAILED;
    interface->loaderLayerInterfaceVersion = 2;
    interface->pfnGetInstanceProcAddr = wb::layer::GetInstanceProcAddr;
    interface->pfnGetDeviceProcAddr = wb::layer::GetDeviceProcAddr;
    interface->pfnGetPhysicalDeviceProcAddr = nullptr;
    return VK_SUCCESS;
}
