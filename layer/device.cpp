// SPDX-License-Identifier: MIT
#include "layer/dispatch.h"
#include "layer/entry.h"
#include "layer/labels.h"
#include "layer/overlay/overlay_device.h"
#include "layer/overlay/say.h"
#include "layer/process.h"

#include <new>

namespace wb::layer {

/// RADV's table; without one, `out.why` says what is missing.
static void ask_driver(const DeviceData& data, const InstanceData& instance, VkPhysicalDevice physical,
                       DriverDevice& out) {
    // Never through the instance: the loader would make a trampoline for the unknown name (Vulkan-Loader
    // #2029).
    const auto get_table =
        reinterpret_cast<PFN_vkGetDebuggerTableWAVEBREAK>(data.get_proc(data.device, WAVEBREAK_RADV_ENTRY));
    out.handle = data.device;
    out.table = get_table ? get_table(data.device, WAVEBREAK_RADV_TABLE_VERSION) : nullptr;
    if (out.table && out.table->size >= sizeof(wb_radv_table)) return;
    if (out.table) {
        out.why = "the driver is an older Wavebreak RADV than this layer; install both from one build";
        out.table = nullptr;
    } else {
        out.why = get_table
                      ? "the driver's table has another version than this layer; install both from one build"
                      : "its driver is not Wavebreak's RADV, or a layer in between hides it; "
                        "'wavebreak run' chooses the driver";
    }
    if (!instance.get_properties) return;
    VkPhysicalDeviceProperties properties;
    instance.get_properties(physical, &properties);
    out.name = properties.deviceName;
}

static void tell_agent(DeviceData& data, const InstanceData& instance, VkPhysicalDevice physical) {
    Process& process = Process::get();
    if (!process.start_agent()) return;
    DriverDevice driver;
    ask_driver(data, instance, physical, driver);
    driver.label_of = label_of;
    if (!driver.table && data.overlay)
        data.overlay->why_no_commands = "'" + driver.name + "' does not report its commands: " + driver.why;
    if (!driver.table) process.say_once(1, "cannot debug '" + driver.name + "': " + driver.why);
    data.number = process.agent()->add_device(std::move(driver));
}

void say_once(int severity, const std::string& text) {
    Process::get().say_once(severity, text);
}

bool has_agent() {
    return Process::get().agent() != nullptr;
}

VKAPI_ATTR VkResult VKAPI_CALL CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkDevice* device) {
    const InstanceData* instance = instances().find(physical);
    auto* link = find_link<VkLayerDeviceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    if (!instance || !link || !link->u.pLayerInfo) return VK_ERROR_INITIALIZATION_FAILED;
    const PFN_vkGetInstanceProcAddr get_instance_proc = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    const PFN_vkGetDeviceProcAddr get_proc = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    // With the real instance: vkCreateDevice may not be asked for with NULL (Vulkan-Loader #1181).
    const auto create =
        reinterpret_cast<PFN_vkCreateDevice>(get_instance_proc(instance->instance, "vkCreateDevice"));
    if (!create) return VK_ERROR_INITIALIZATION_FAILED;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    const VkResult result = create(physical, info, allocator, device);
    if (result != VK_SUCCESS) return result;

    const auto next = [&](const char* name) { return get_proc(*device, name); };
    const auto destroy = reinterpret_cast<PFN_vkDestroyDevice>(next("vkDestroyDevice"));
    auto* data = new (std::nothrow) DeviceData;
    if (!data) {
        if (destroy) destroy(*device, allocator);
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    data->device = *device;
    data->get_proc = get_proc;
    data->destroy_device = destroy;
    data->begin_command_buffer = reinterpret_cast<PFN_vkBeginCommandBuffer>(next("vkBeginCommandBuffer"));
    data->begin_label =
        reinterpret_cast<PFN_vkCmdBeginDebugUtilsLabelEXT>(next("vkCmdBeginDebugUtilsLabelEXT"));
    data->end_label = reinterpret_cast<PFN_vkCmdEndDebugUtilsLabelEXT>(next("vkCmdEndDebugUtilsLabelEXT"));
    data->insert_label =
        reinterpret_cast<PFN_vkCmdInsertDebugUtilsLabelEXT>(next("vkCmdInsertDebugUtilsLabelEXT"));
    try {
        data->overlay =
            make_overlay_device(*info, {*device, physical, instance->physical, get_proc, nullptr});
    } catch (const std::exception&) {
        if (destroy) destroy(*device, allocator);
        delete data;
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    devices().put(*device, data);
    try {
        tell_agent(*data, *instance, physical);
    } catch (const std::exception& error) {
        Process::get().say_once(2, std::string("the device cannot be debugged: ") + error.what());
    }
    return result;
}

VKAPI_ATTR void VKAPI_CALL DestroyDevice(VkDevice device, const VkAllocationCallbacks* allocator) {
    // A device that is not known was destroyed already: the program's mistake, which must not end here.
    DeviceData* data = device ? devices().take(device) : nullptr;
    if (!data) return;
    if (Agent* agent = Process::get().agent(); agent && data->number) agent->remove_device(data->number);
    destroy_overlay_device(data->overlay);
    data->destroy_device(device, allocator);
    delete data;
}

} // namespace wb::layer
