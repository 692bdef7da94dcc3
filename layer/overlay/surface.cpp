// SPDX-License-Identifier: MIT
#include "layer/overlay/surface.h"

#include "layer/dispatch.h"
#include "layer/entry.h"
#include "layer/overlay/board.h"
#include "layer/overlay/x11_keys.h"

#include <map>

namespace wb::layer {
namespace {

// VkXcbSurfaceCreateInfoKHR and VkXlibSurfaceCreateInfoKHR, without their systems' headers.
struct XcbInfo {
    VkStructureType type;
    const void* next;
    VkFlags flags;
    void* connection;
    uint32_t window;
};
struct XlibInfo {
    VkStructureType type;
    const void* next;
    VkFlags flags;
    void* display;
    unsigned long window;
};

struct Windows {
    std::mutex lock;
    std::map<VkSurfaceKHR, uint32_t> x11; ///< window; 0 = a Wayland surface
};

Windows& windows() {
    static auto* windows = new Windows;
    return *windows;
}

using CreateSurface = VkResult(VKAPI_PTR*)(VkInstance, const void*, const VkAllocationCallbacks*,
                                           VkSurfaceKHR*);

VkResult create(PFN_vkVoidFunction InstanceData::* function, VkInstance instance, const void* info,
                const VkAllocationCallbacks* allocator, VkSurfaceKHR* surface, uint32_t window) {
    const InstanceData* data = instances().find(instance);
    const auto next = data ? reinterpret_cast<CreateSurface>(data->*function) : nullptr;
    if (!next) return VK_ERROR_INITIALIZATION_FAILED;
    const VkResult result = next(instance, info, allocator, surface);
    if (result < 0) return result;
    try {
        std::lock_guard guard(windows().lock);
        windows().x11[*surface] = window;
    } catch (const std::exception&) {
        // No memory: no hotkeys for this window.
    }
    return result;
}

} // namespace

void watch_surface(VkSurfaceKHR surface) {
    uint32_t window = 0;
    {
        std::lock_guard guard(windows().lock);
        const auto it = windows().x11.find(surface);
        if (it == windows().x11.end()) return;
        window = it->second;
    }
    if (window)
        X11Keys::get().watch(window);
    else
        Board::get().set_keys("none: keys are not watched on Wayland; use 'wavebreak capture PID'");
}

VKAPI_ATTR VkResult VKAPI_CALL CreateXcbSurfaceKHR(VkInstance instance, const void* info,
                                                   const VkAllocationCallbacks* allocator,
                                                   VkSurfaceKHR* surface) {
    return create(&InstanceData::create_xcb_surface, instance, info, allocator, surface,
                  static_cast<const XcbInfo*>(info)->window);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateXlibSurfaceKHR(VkInstance instance, const void* info,
                                                    const VkAllocationCallbacks* allocator,
                                                    VkSurfaceKHR* surface) {
    return create(&InstanceData::create_xlib_surface, instance, info, allocator, surface,
                  uint32_t(static_cast<const XlibInfo*>(info)->window));
}

VKAPI_ATTR VkResult VKAPI_CALL CreateWaylandSurfaceKHR(VkInstance instance, const void* info,
                                                       const VkAllocationCallbacks* allocator,
                                                       VkSurfaceKHR* surface) {
    return create(&InstanceData::create_wayland_surface, instance, info, allocator, surface, 0);
}

VKAPI_ATTR void VKAPI_CALL DestroySurfaceKHR(VkInstance instance, VkSurfaceKHR surface,
                                             const VkAllocationCallbacks* allocator) {
    const InstanceData* data = instances().find(instance);
    if (!data) return;
    uint32_t window = 0;
    {
        std::lock_guard guard(windows().lock);
        if (const auto it = windows().x11.find(surface); it != windows().x11.end()) {
            window = it->second;
            windows().x11.erase(it);
        }
    }
    if (window) X11Keys::get().forget(window);
    data->destroy_surface(instance, surface, allocator);
}

} // namespace wb::layer
