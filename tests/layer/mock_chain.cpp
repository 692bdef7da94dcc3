// SPDX-License-Identifier: MIT
#include "tests/layer/mock_chain.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

namespace wb::test {

Next& next() {
    static Next next;
    return next;
}

namespace {

const void* pending_dispatch;
std::set<const void*> live_devices, live_instances;

/// Handles that the program destroyed. Tests use them once more, as faulty programs do: the memory stays, so
/// that what is tested is the layer's answer and not the allocator's.
std::vector<std::unique_ptr<Handle>> destroyed;

/// The structs of an application's chain, without the loader's.
std::vector<const void*> app_chain(const void* first) {
    std::vector<const void*> out;
    for (auto* info = static_cast<const VkBaseInStructure*>(first); info; info = info->pNext)
        if (info->sType != VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO &&
            info->sType != VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO)
            out.push_back(info);
    return out;
}

VKAPI_ATTR VkResult VKAPI_CALL create_instance_next(const VkInstanceCreateInfo* info,
                                                    const VkAllocationCallbacks* allocator, VkInstance* out) {
    ++next().calls["vkCreateInstance"];
    next().instance_info = *info;
    next().instance_chain = app_chain(info->pNext);
    next().allocator = allocator;
    if (next().create_result != VK_SUCCESS) return next().create_result;
    auto* handle = new Handle{pending_dispatch};
    live_instances.insert(handle);
    *out = reinterpret_cast<VkInstance>(handle);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_instance_next(VkInstance instance, const VkAllocationCallbacks*) {
    ++next().calls["vkDestroyInstance"];
    if (!live_instances.erase(instance)) next().violations.push_back("an unknown instance is destroyed");
    destroyed.emplace_back(reinterpret_cast<Handle*>(instance));
}

VKAPI_ATTR VkResult VKAPI_CALL create_device_next(VkPhysicalDevice, const VkDeviceCreateInfo* info,
                                                  const VkAllocationCallbacks* allocator, VkDevice* out) {
    ++next().calls["vkCreateDevice"];
    next().device_info = *info;
    next().device_chain = app_chain(info->pNext);
    next().allocator = allocator;
    if (next().create_result != VK_SUCCESS) return next().create_result;
    if (next().radv) {
        *out = next().radv->handle();
        live_devices.insert(*out);
        return VK_SUCCESS;
    }
    auto* handle = new Handle{pending_dispatch};
    live_devices.insert(handle);
    *out = reinterpret_cast<VkDevice>(handle);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL destroy_device_next(VkDevice device, const VkAllocationCallbacks*) {
    ++next().calls["vkDestroyDevice"];
    if (!live_devices.erase(device)) next().violations.push_back("an unknown device is destroyed");
    if (next().radv && device == next().radv->handle()) return;
    destroyed.emplace_back(reinterpret_cast<Handle*>(device));
}

VKAPI_ATTR void VKAPI_CALL get_properties_next(VkPhysicalDevice, VkPhysicalDeviceProperties* out) {
    ++next().calls["vkGetPhysicalDeviceProperties"];
    *out = {};
    std::strcpy(out->deviceName, "mock GPU");
}

VKAPI_ATTR VkResult VKAPI_CALL enumerate_extensions_next(VkPhysicalDevice, const char*, uint32_t* count,
                                                         VkExtensionProperties*) {
    ++next().calls["vkEnumerateDeviceExtensionProperties"];
    *count = 5;
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL begin_next(VkCommandBuffer, const VkCommandBufferBeginInfo*) {
    ++next().calls["vkBeginCommandBuffer"];
    return VK_SUCCESS;
}
VKAPI_ATTR void VKAPI_CALL label_next(VkCommandBuffer, const VkDebugUtilsLabelEXT*) {
    ++next().calls["label"];
}
VKAPI_ATTR void VKAPI_CALL end_label_next(VkCommandBuffer) {
    ++next().calls["end label"];
}
VKAPI_ATTR void VKAPI_CALL dispatch_next(VkCommandBuffer, uint32_t, uint32_t, uint32_t) {
    ++next().calls["vkCmdDispatch"];
}

VKAPI_ATTR VkResult VKAPI_CALL present_next(VkQueue, const VkPresentInfoKHR* info) {
    ++next().calls["vkQueuePresentKHR"];
    next().presented = info;
    return VK_SUBOPTIMAL_KHR;
}

VKAPI_ATTR const wb_radv_table* VKAPI_CALL get_table_next(VkDevice, uint32_t version) {
    return version == next().table_version ? next().radv->driver().table : nullptr;
}

template <class Function>
PFN_vkVoidFunction as_void(Function function) {
    return reinterpret_cast<PFN_vkVoidFunction>(function);
}

PFN_vkVoidFunction device_function_next(const std::string& name) {
    const std::map<std::string, PFN_vkVoidFunction> functions = {
        {"vkDestroyDevice", as_void(destroy_device_next)},
        {"vkBeginCommandBuffer", as_void(begin_next)},
        {"vkCmdBeginDebugUtilsLabelEXT", as_void(label_next)},
        {"vkCmdInsertDebugUtilsLabelEXT", as_void(label_next)},
        {"vkCmdEndDebugUtilsLabelEXT", as_void(end_label_next)},
        {"vkCmdDispatch", as_void(dispatch_next)},
        {"vkQueuePresentKHR", as_void(present_next)}};
    if (next().missing.contains(name)) return nullptr;
    if (name == WAVEBREAK_RADV_ENTRY && next().radv) return as_void(get_table_next);
    const auto it = functions.find(name);
    return it == functions.end() ? nullptr : it->second;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_proc_next(VkDevice device, const char* name) {
    ++next().asked;
    if (!device || !live_devices.contains(device)) {
        next().violations.push_back(std::string("vkGetDeviceProcAddr without a device for ") + name);
        return nullptr;
    }
    if (std::string(name) == "vkGetDeviceProcAddr") return as_void(get_device_proc_next);
    return device_function_next(name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_instance_proc_next(VkInstance instance, const char* text) {
    ++next().asked;
    const std::string name = text;
    if (name == "vkCreateInstance" && !instance) return as_void(create_instance_next);
    if (!instance || !live_instances.contains(instance)) {
        next().violations.push_back("vkGetInstanceProcAddr without an instance for " + name);
        return nullptr;
    }
    if (name == WAVEBREAK_RADV_ENTRY) next().violations.push_back("a private name is asked of the instance");
    if (next().missing.contains(name)) return nullptr;
    const std::map<std::string, PFN_vkVoidFunction> functions = {
        {"vkGetInstanceProcAddr", as_void(get_instance_proc_next)},
        {"vkGetDeviceProcAddr", as_void(get_device_proc_next)},
        {"vkCreateInstance", as_void(create_instance_next)},
        {"vkDestroyInstance", as_void(destroy_instance_next)},
        {"vkCreateDevice", as_void(create_device_next)},
        {"vkGetPhysicalDeviceProperties", as_void(get_properties_next)},
        {"vkEnumerateDeviceExtensionProperties", as_void(enumerate_extensions_next)}};
    const auto it = functions.find(name);
    return it == functions.end() ? device_function_next(name) : it->second;
}

} // namespace

PFN_vkGetInstanceProcAddr ChainTest::get_instance_proc;
PFN_vkGetDeviceProcAddr ChainTest::get_device_proc;

/// A folder of our own for the agent's socket, and none with a trap handler: the agent starts with the first
/// device.
static void set_environment() {
    static char folder[] = "/tmp/wb-layer-XXXXXX";
    static const bool is_first = mkdtemp(folder) != nullptr;
    if (!is_first) return;
    setenv("XDG_RUNTIME_DIR", folder, 1);
    setenv("WAVEBREAK_SHARE", folder, 1);
    unsetenv("WAVEBREAK_SOCKET");
}

void ChainTest::SetUpTestSuite() {
    set_environment();
    const char* path = std::getenv("WAVEBREAK_LAYER");
    ASSERT_NE(path, nullptr) << "WAVEBREAK_LAYER must name the layer's library";
    void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    const auto negotiate = reinterpret_cast<PFN_vkNegotiateLoaderLayerInterfaceVersion>(
        dlsym(library, "vkNegotiateLoaderLayerInterfaceVersion"));
    ASSERT_NE(negotiate, nullptr);
    EXPECT_EQ(dlsym(library, "vkGetInstanceProcAddr"), nullptr) << "only the negotiation is exported";
    VkNegotiateLayerInterface interface{
        LAYER_NEGOTIATE_INTERFACE_STRUCT, nullptr, 2, nullptr, nullptr, nullptr};
    ASSERT_EQ(negotiate(&interface), VK_SUCCESS);
    EXPECT_EQ(interface.loaderLayerInterfaceVersion, 2u);
    EXPECT_EQ(interface.pfnGetPhysicalDeviceProcAddr, nullptr);
    get_instance_proc = interface.pfnGetInstanceProcAddr;
    get_device_proc = interface.pfnGetDeviceProcAddr;
    // The loader unloads layers and may load them again: a layer with threads must stay.
    dlclose(library);
    EXPECT_NE(dlopen(path, RTLD_NOW | RTLD_NOLOAD), nullptr);
}

void ChainTest::SetUp() {
    next() = {};
}

VkResult ChainTest::create_instance(VkInstance* out, const void* dispatch, const void* chain,
                                    const VkApplicationInfo* app) {
    VkLayerInstanceLink link{nullptr, get_instance_proc_next, nullptr};
    VkLayerInstanceCreateInfo layer{};
    layer.sType = VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO;
    layer.pNext = chain;
    layer.function = VK_LAYER_LINK_INFO;
    layer.u.pLayerInfo = &link;
    // Another of the loader's structs comes first, to be passed over.
    VkLayerInstanceCreateInfo other{};
    other.sType = VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO;
    other.pNext = &layer;
    other.function = VK_LOADER_DATA_CALLBACK;
    static const char* extensions[] = {"VK_KHR_surface"};
    VkInstanceCreateInfo info{
        VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, &other, 0, app, 0, nullptr, 1, extensions};
    pending_dispatch = dispatch;
    const auto create = instance_function<PFN_vkCreateInstance>(nullptr, "vkCreateInstance");
    const VkResult result = create(&info, nullptr, out);
    EXPECT_EQ(layer.u.pLayerInfo, nullptr) << "the link was not advanced for the next layer";
    return result;
}

VkResult ChainTest::create_device(VkInstance instance, VkDevice* out, const void* dispatch,
                                  const void* chain) {
    VkLayerDeviceLink link{nullptr, get_instance_proc_next, get_device_proc_next};
    VkLayerDeviceCreateInfo layer{};
    layer.sType = VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO;
    layer.pNext = chain;
    layer.function = VK_LAYER_LINK_INFO;
    layer.u.pLayerInfo = &link;
    VkDeviceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.pNext = &layer;
    // A physical device has its instance's dispatch pointer.
    Handle physical{reinterpret_cast<Handle*>(instance)->dispatch};
    pending_dispatch = dispatch;
    const auto create = instance_function<PFN_vkCreateDevice>(instance, "vkCreateDevice");
    return create(reinterpret_cast<VkPhysicalDevice>(&physical), &info, nullptr, out);
}

void ChainTest::destroy(VkInstance instance) {
    instance_function<PFN_vkDestroyInstance>(instance, "vkDestroyInstance")(instance, nullptr);
}
void ChainTest::destroy(VkDevice device) {
    device_function<PFN_vkDestroyDevice>(device, "vkDestroyDevice")(device, nullptr);
}

} // namespace wb::test
