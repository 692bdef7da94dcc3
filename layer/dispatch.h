// SPDX-License-Identifier: MIT
// The next layer's functions, found by a handle's dispatch key: the first word of every dispatchable handle,
// the same for an instance and its physical devices, and for a device, its queues and command buffers.
// Handles are never wrapped. Nothing here is ever destroyed, so that programs may call us as late as they
// like.
#pragma once

#include <atomic>
#include <mutex>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

namespace wb::layer {

struct OverlayDevice;

/// What the overlay asks about physical devices and surfaces. Known from the instance's creation on: later
/// the loader may answer with the first layer's functions instead of the next one's.
struct PhysicalFunctions {
    PFN_vkGetPhysicalDeviceQueueFamilyProperties get_families = nullptr;
    PFN_vkGetPhysicalDeviceMemoryProperties get_memory = nullptr;
    PFN_vkGetPhysicalDeviceImageFormatProperties get_format = nullptr;
    PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR get_surface = nullptr; ///< null: no surfaces
};

struct InstanceData {
    VkInstance instance = VK_NULL_HANDLE;
    PFN_vkGetInstanceProcAddr get_proc = nullptr;
    PFN_vkDestroyInstance destroy_instance = nullptr;
    PFN_vkEnumerateDeviceExtensionProperties enumerate_device_extensions = nullptr;
    PFN_vkGetPhysicalDeviceProperties get_properties = nullptr;
    PFN_vkDestroySurfaceKHR destroy_surface = nullptr;
    // With the create infos as untyped pointers, so that no window system's headers are needed.
    PFN_vkVoidFunction create_xcb_surface = nullptr, create_xlib_surface = nullptr,
                       create_wayland_surface = nullptr;
    PhysicalFunctions physical;
};

struct DeviceData {
    VkDevice device = VK_NULL_HANDLE;
    OverlayDevice* overlay = nullptr;
    uint32_t number = 0; ///< the agent's; 0 = the agent does not know it
    PFN_vkGetDeviceProcAddr get_proc = nullptr;
    PFN_vkDestroyDevice destroy_device = nullptr;
    PFN_vkBeginCommandBuffer begin_command_buffer = nullptr;
    PFN_vkCmdBeginDebugUtilsLabelEXT begin_label = nullptr;
    PFN_vkCmdEndDebugUtilsLabelEXT end_label = nullptr;
    PFN_vkCmdInsertDebugUtilsLabelEXT insert_label = nullptr;
};

inline const void* key_of(const void* dispatchable) {
    return *static_cast<const void* const*>(dispatchable);
}

/// Data by dispatch key. Looking up takes no lock; there are as many entries as objects at one time, so it
/// takes as long as looking at one or two words.
template <class Data>
class Registry {
public:
    /// Null: not known. The data lives until it is taken out; Vulkan's rules keep other threads away then.
    Data* find(const void* dispatchable) const {
        if (!dispatchable) return nullptr;
        const void* key = key_of(dispatchable);
        for (Entry* entry = first_.load(std::memory_order_acquire); entry; entry = entry->next)
            if (entry->key.load(std::memory_order_acquire) == key) return entry->data;
        return nullptr;
    }
    void put(const void* dispatchable, Data* data) {
        std::lock_guard guard(lock_);
        const void* key = key_of(dispatchable);
        Entry* place = nullptr;
        for (Entry* entry = first_.load(std::memory_order_relaxed); entry; entry = entry->next) {
            const void* used = entry->key.load(std::memory_order_relaxed);
            if (used == key || (!used && !place)) place = entry;
            if (used == key) break;
        }
        const bool is_new = !place;
        if (is_new) place = new Entry{};
        place->key.store(nullptr, std::memory_order_release);
        place->data = data;
        place->key.store(key, std::memory_order_release);
        if (!is_new) return;
        place->next = first_.load(std::memory_order_relaxed);
        first_.store(place, std::memory_order_release);
    }
    /// Null: not known.
    Data* take(const void* dispatchable) {
        std::lock_guard guard(lock_);
        const void* key = key_of(dispatchable);
        for (Entry* entry = first_.load(std::memory_order_relaxed); entry; entry = entry->next)
            if (entry->key.load(std::memory_order_relaxed) == key) {
                entry->key.store(nullptr, std::memory_order_release);
                return entry->data;
            }
        return nullptr;
    }

private:
    struct Entry {
        std::atomic<const void*> key{nullptr};
        Data* data = nullptr;
        Entry* next = nullptr;
    };
    std::atomic<Entry*> first_{nullptr};
    std::mutex lock_;
};

Registry<InstanceData>& instances();
Registry<DeviceData>& devices();

} // namespace wb::layer
