// SPDX-License-Identifier: MIT
// The layer's manners in the chain. Numbers in brackets are known faults of other layers that this guards
// against.
#include "tests/layer/mock_chain.h"

#include <cstring>
#include <random>

namespace wb::test {

static const int kKeyA = 0, kKeyB = 0, kKeyC = 0, kKeyD = 0; // only their addresses count

static PFN_vkVoidFunction ask(PFN_vkGetInstanceProcAddr get, VkInstance instance, const char* name) {
    return get(instance, name);
}

TEST_F(ChainTest, AnswersWithoutAnInstance) { // Vulkan-Loader #1537, VVL #11354
    EXPECT_NE(ask(get_instance_proc, nullptr, "vkCreateInstance"), nullptr);
    EXPECT_EQ(ask(get_instance_proc, nullptr, "vkGetInstanceProcAddr"),
              reinterpret_cast<PFN_vkVoidFunction>(get_instance_proc));
    EXPECT_NE(ask(get_instance_proc, nullptr, "vkEnumerateInstanceLayerProperties"), nullptr);
    EXPECT_NE(ask(get_instance_proc, nullptr, "vkEnumerateInstanceExtensionProperties"), nullptr);
    for (const char* name :
         {"vkEnumerateInstanceVersion", "vkCreateDevice", "vkFoo", "", "vkDestroyInstance"})
        EXPECT_EQ(ask(get_instance_proc, nullptr, name), nullptr) << name;
    EXPECT_EQ(ask(get_instance_proc, nullptr, nullptr), nullptr);
    EXPECT_EQ(get_device_proc(nullptr, "vkDestroyDevice"), nullptr);
    EXPECT_TRUE(next().calls.empty());
}

TEST_F(ChainTest, AnswersWithAnInstance) { // vkBasalt #133, Vulkan-Loader #1721, #927
    VkInstance instance;
    ASSERT_EQ(create_instance(&instance, &kKeyA), VK_SUCCESS);
    EXPECT_EQ(ask(get_instance_proc, instance, "vkGetInstanceProcAddr"),
              reinterpret_cast<PFN_vkVoidFunction>(get_instance_proc));
    EXPECT_EQ(ask(get_instance_proc, instance, "vkCreateInstance"),
              ask(get_instance_proc, nullptr, "vkCreateInstance"));
    EXPECT_EQ(ask(get_instance_proc, instance, "vkGetDeviceProcAddr"),
              reinterpret_cast<PFN_vkVoidFunction>(get_device_proc));
    EXPECT_EQ(ask(get_instance_proc, instance, "vkFoo"), nullptr);
    EXPECT_EQ(ask(get_instance_proc, instance, nullptr), nullptr);
    std::mt19937 random(1);
    for (int i = 0; i < 1000; ++i) {
        std::string name = i % 2 ? "vk" : "";
        for (unsigned n = random() % 40; n; --n)
            name += char(1 + random() % 255);
        EXPECT_EQ(ask(get_instance_proc, instance, name.c_str()), nullptr);
    }
    destroy(instance);
    EXPECT_EQ(next().violations, std::vector<std::string>());
}

TEST_F(ChainTest, NeverInventsAFunctionThatTheNextLayerLacks) {
    VkInstance instance;
    VkDevice device;
    ASSERT_EQ(create_instance(&instance, &kKeyA), VK_SUCCESS);
    ASSERT_EQ(create_device(instance, &device, &kKeyB), VK_SUCCESS);
    next().missing = {"vkCmdBeginDebugUtilsLabelEXT", "vkCreateDevice", "vkBeginCommandBuffer"};
    for (const std::string& name : next().missing) {
        EXPECT_EQ(get_device_proc(device, name.c_str()), nullptr) << name;
        EXPECT_EQ(get_instance_proc(instance, name.c_str()), nullptr) << name;
    }
    next().missing.clear();
    EXPECT_EQ(get_device_proc(device, "vkCreateDevice"), nullptr) << "an instance function from a device";
    destroy(device);
    destroy(instance);
}

TEST_F(ChainTest, HotCommandsGoStraightToTheNextLayer) {
    VkInstance instance;
    VkDevice device;
    ASSERT_EQ(create_instance(&instance, &kKeyA), VK_SUCCESS);
    ASSERT_EQ(create_device(instance, &device, &kKeyB), VK_SUCCESS);
    // The pointer is the next layer's own: calling it cannot cost anything.
    const auto dispatch = device_function<PFN_vkCmdDispatch>(device, "vkCmdDispatch");
    Handle buffer{&kKeyB};
    dispatch(reinterpret_cast<VkCommandBuffer>(&buffer), 1, 1, 1);
    EXPECT_EQ(next().calls["vkCmdDispatch"], 1);
    EXPECT_EQ(reinterpret_cast<PFN_vkVoidFunction>(dispatch), get_instance_proc(instance, "vkCmdDispatch"));
    destroy(device);
    destroy(instance);
}

TEST_F(ChainTest, CreateInfosArriveAsTheyWere) { // OBS #7738, gfxreconstruct #902, #488
    struct Unknown {
        VkStructureType type;
        const void* next;
        uint64_t data[4];
    };
    Unknown second{VkStructureType(0x7eadbeef), nullptr, {5, 6, 7, 8}};
    Unknown first{VkStructureType(0x7eadbee0), &second, {1, 2, 3, 4}};
    // Copied with what lies between the members, which is compared too.
    Unknown copies[2];
    std::memcpy(&copies[0], &first, sizeof first);
    std::memcpy(&copies[1], &second, sizeof second);
    const VkApplicationInfo app{
        VK_STRUCTURE_TYPE_APPLICATION_INFO, nullptr, "app", 1, "engine", 2, VK_API_VERSION_1_0};
    VkApplicationInfo app_copy;
    std::memcpy(&app_copy, &app, sizeof app);
    VkInstance instance;
    VkDevice device;
    ASSERT_EQ(create_instance(&instance, &kKeyA, &first, &app), VK_SUCCESS);
    EXPECT_EQ(next().instance_info.pApplicationInfo, &app);
    EXPECT_EQ(std::memcmp(&app, &app_copy, sizeof app), 0);
    EXPECT_EQ(next().instance_info.enabledExtensionCount, 1u);
    EXPECT_EQ(next().instance_chain, (std::vector<const void*>{&first, &second}));
    ASSERT_EQ(create_device(instance, &device, &kKeyB, &first), VK_SUCCESS);
    EXPECT_EQ(next().device_chain, (std::vector<const void*>{&first, &second}));
    EXPECT_EQ(next().device_info.enabledExtensionCount, 0u);
    EXPECT_EQ(std::memcmp(&first, &copies[0], sizeof first), 0);
    EXPECT_EQ(std::memcmp(&second, &copies[1], sizeof second), 0);
    destroy(device);
    destroy(instance);
    EXPECT_EQ(next().violations, std::vector<std::string>());
}

TEST_F(ChainTest, FailureLeavesHandlesAlone) { // LLP_21, LLP_22
    next().create_result = VK_ERROR_INCOMPATIBLE_DRIVER;
    auto* const marker = reinterpret_cast<VkInstance>(uintptr_t(0x55));
    VkInstance instance = marker;
    EXPECT_EQ(create_instance(&instance, &kKeyA), VK_ERROR_INCOMPATIBLE_DRIVER);
    EXPECT_EQ(instance, marker);
    next().create_result = VK_SUCCESS;
    ASSERT_EQ(create_instance(&instance, &kKeyA), VK_SUCCESS);
    next().create_result = VK_ERROR_OUT_OF_DEVICE_MEMORY;
    auto* const device_marker = reinterpret_cast<VkDevice>(uintptr_t(0x66));
    VkDevice device = device_marker;
    EXPECT_EQ(create_device(instance, &device, &kKeyB), VK_ERROR_OUT_OF_DEVICE_MEMORY);
    EXPECT_EQ(device, device_marker);
    destroy(instance);
}

TEST_F(ChainTest, CreateInfosWithoutALinkAreRefused) {
    const auto create = instance_function<PFN_vkCreateInstance>(nullptr, "vkCreateInstance");
    const VkInstanceCreateInfo info{
        VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, nullptr, 0, nullptr, 0, nullptr, 0, nullptr};
    VkInstance instance;
    EXPECT_EQ(create(&info, nullptr, &instance), VK_ERROR_INITIALIZATION_FAILED);
}

TEST_F(ChainTest,
       TwoInstancesAndTwoDevicesStayApart) { // Vulkan-Loader #928, VulkanTools #1422, steam-for-linux #9120
    VkInstance one, two;
    VkDevice a, b;
    ASSERT_EQ(create_instance(&one, &kKeyA), VK_SUCCESS);
    ASSERT_EQ(create_instance(&two, &kKeyB), VK_SUCCESS);
    ASSERT_EQ(create_device(one, &a, &kKeyC), VK_SUCCESS);
    ASSERT_EQ(create_device(two, &b, &kKeyD), VK_SUCCESS);
    destroy(one);
    EXPECT_EQ(get_instance_proc(one, "vkDestroyInstance"), nullptr);
    EXPECT_NE(get_instance_proc(two, "vkDestroyInstance"), nullptr);
    destroy(a);
    const auto begin = device_function<PFN_vkBeginCommandBuffer>(b, "vkBeginCommandBuffer");
    Handle buffer{&kKeyD};
    EXPECT_EQ(begin(reinterpret_cast<VkCommandBuffer>(&buffer), nullptr), VK_SUCCESS);
    EXPECT_EQ(next().calls["vkBeginCommandBuffer"], 1);
    destroy(b);
    destroy(two);
    EXPECT_EQ(next().violations, std::vector<std::string>());
    EXPECT_EQ(next().calls["vkDestroyDevice"], 2);
}

TEST_F(ChainTest, DestroyedTwiceOrNeverKnownIsHarmless) { // Fossilize #141
    VkInstance instance;
    VkDevice device;
    ASSERT_EQ(create_instance(&instance, &kKeyA), VK_SUCCESS);
    ASSERT_EQ(create_device(instance, &device, &kKeyB), VK_SUCCESS);
    const auto destroy_device = device_function<PFN_vkDestroyDevice>(device, "vkDestroyDevice");
    const auto destroy_instance = instance_function<PFN_vkDestroyInstance>(instance, "vkDestroyInstance");
    destroy_device(nullptr, nullptr);
    destroy_instance(nullptr, nullptr);
    destroy_device(device, nullptr);
    static Handle unknown{&unknown};
    destroy_device(reinterpret_cast<VkDevice>(&unknown), nullptr);
    destroy_instance(instance, nullptr);
    destroy_instance(reinterpret_cast<VkInstance>(&unknown), nullptr);
    EXPECT_EQ(next().violations, std::vector<std::string>());
    EXPECT_EQ(next().calls["vkDestroyDevice"], 1);
}

TEST_F(ChainTest, CreatedAndDestroyedAThousandTimes) { // MangoHud #1401, #1761
    for (int i = 0; i < 1000; ++i) {
        VkInstance instance;
        VkDevice device;
        ASSERT_EQ(create_instance(&instance, i % 2 ? &kKeyA : &kKeyC), VK_SUCCESS);
        ASSERT_EQ(create_device(instance, &device, i % 3 ? &kKeyB : &kKeyD), VK_SUCCESS);
        destroy(device);
        destroy(instance);
    }
    EXPECT_EQ(next().violations, std::vector<std::string>());
}

TEST_F(ChainTest, EnumeratesItselfAndForwardsTheRest) { // LLP_15, LLP_16
    VkInstance instance;
    ASSERT_EQ(create_instance(&instance, &kKeyA), VK_SUCCESS);
    uint32_t count = 0;
    const auto layers = instance_function<PFN_vkEnumerateInstanceLayerProperties>(
        nullptr, "vkEnumerateInstanceLayerProperties");
    ASSERT_EQ(layers(&count, nullptr), VK_SUCCESS);
    ASSERT_EQ(count, 1u);
    VkLayerProperties properties;
    ASSERT_EQ(layers(&count, &properties), VK_SUCCESS);
    EXPECT_STREQ(properties.layerName, "VK_LAYER_WAVEBREAK_debugger");
    const auto extensions = instance_function<PFN_vkEnumerateDeviceExtensionProperties>(
        instance, "vkEnumerateDeviceExtensionProperties");
    Handle physical{&kKeyA};
    const auto handle = reinterpret_cast<VkPhysicalDevice>(&physical);
    EXPECT_EQ(extensions(handle, "VK_LAYER_WAVEBREAK_debugger", &count, nullptr), VK_SUCCESS);
    EXPECT_EQ(count, 0u);
    EXPECT_EQ(extensions(handle, nullptr, &count, nullptr), VK_SUCCESS);
    EXPECT_EQ(count, 5u);
    EXPECT_EQ(next().calls["vkEnumerateDeviceExtensionProperties"], 1);
    destroy(instance);
}

TEST_F(ChainTest, ADriverThatIsNotOursGetsNoCallsOfOurOwn) {
    VkInstance instance;
    VkDevice device;
    ASSERT_EQ(create_instance(&instance, &kKeyA), VK_SUCCESS);
    ASSERT_EQ(create_device(instance, &device, &kKeyB), VK_SUCCESS);
    destroy(device);
    destroy(instance);
    const std::map<std::string, int> expected = {{"vkCreateDevice", 1},
                                                 {"vkCreateInstance", 1},
                                                 {"vkDestroyDevice", 1},
                                                 {"vkDestroyInstance", 1},
                                                 // Its name is said to the engine.
                                                 {"vkGetPhysicalDeviceProperties", 1}};
    EXPECT_EQ(next().calls, expected);
    EXPECT_EQ(next().violations, std::vector<std::string>());
}

} // namespace wb::test
