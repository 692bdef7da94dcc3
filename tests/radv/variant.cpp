// SPDX-License-Identifier: MIT
#include "variant.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace {

void check(VkResult result, const char* what) {
    if (result != VK_SUCCESS)
        throw std::runtime_error(std::string(what) + " failed with VkResult " + std::to_string(result));
}

} // namespace

RadvDevice::RadvDevice() {
    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.apiVersion = VK_API_VERSION_1_3;
    VkInstanceCreateInfo instance_info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    instance_info.pApplicationInfo = &application;
    check(vkCreateInstance(&instance_info, nullptr, &instance_), "vkCreateInstance");

    uint32_t count = 1;
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    vkEnumeratePhysicalDevices(instance_, &count, &physical);
    if (count == 0) throw std::runtime_error("the driver found no device");

    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR executable{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR};
    VkPhysicalDeviceVulkan13Features features13{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                                &executable};
    VkPhysicalDeviceVulkan12Features features12{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                                &features13};
    VkPhysicalDeviceVulkan11Features features11{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
                                                &features12};
    VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &features11};
    vkGetPhysicalDeviceFeatures2(physical, &features);

    float priority = 1;
    VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkDeviceCreateInfo device_info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &features};
    device_info.queueCreateInfoCount = 1;
    device_info.pQueueCreateInfos = &queue;
    const char* extension = VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME;
    device_info.enabledExtensionCount = 1;
    device_info.ppEnabledExtensionNames = &extension;
    check(vkCreateDevice(physical, &device_info, nullptr, &device_), "vkCreateDevice");

    auto entry =
        reinterpret_cast<PFN_vkGetDebuggerTableWAVEBREAK>(vkGetDeviceProcAddr(device_, WAVEBREAK_RADV_ENTRY));
    table_ = entry ? entry(device_, WAVEBREAK_RADV_TABLE_VERSION) : nullptr;
    if (!table_) throw std::runtime_error("the driver has no " WAVEBREAK_RADV_ENTRY "; is WAVEBREAK=1 set?");

    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (uint32_t i = 0; i < 8; i++)
        bindings.push_back({i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_ALL, nullptr});
    VkDescriptorSetLayoutCreateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    set.bindingCount = bindings.size();
    set.pBindings = bindings.data();
    check(vkCreateDescriptorSetLayout(device_, &set, nullptr, &set_layout_), "vkCreateDescriptorSetLayout");
    VkPushConstantRange push{VK_SHADER_STAGE_ALL, 0, 128};
    VkPipelineLayoutCreateInfo layout{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    layout.setLayoutCount = 1;
    layout.pSetLayouts = &set_layout_;
    layout.pushConstantRangeCount = 1;
    layout.pPushConstantRanges = &push;
    check(vkCreatePipelineLayout(device_, &layout, nullptr, &layout_), "vkCreatePipelineLayout");
}

RadvDevice::~RadvDevice() {
    vkDestroyPipelineLayout(device_, layout_, nullptr);
    vkDestroyDescriptorSetLayout(device_, set_layout_, nullptr);
    vkDestroyDevice(device_, nullptr);
    vkDestroyInstance(instance_, nullptr);
}

VkPipeline RadvDevice::make_pipeline(const std::vector<uint32_t>& spirv, uint32_t subgroup_size) {
    VkShaderModuleCreateInfo module_info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    module_info.codeSize = spirv.size() * sizeof(uint32_t);
    module_info.pCode = spirv.data();
    VkShaderModule module = VK_NULL_HANDLE;
    check(vkCreateShaderModule(device_, &module_info, nullptr, &module), "vkCreateShaderModule");

    VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size{
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO};
    size.requiredSubgroupSize = subgroup_size;
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage.pNext = &size;
    info.flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = module;
    info.stage.pName = "main";
    info.layout = layout_;
    VkPipeline pipeline = VK_NULL_HANDLE;
    VkResult result = vkCreateComputePipelines(device_, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline);
    vkDestroyShaderModule(device_, module, nullptr);
    check(result, "vkCreateComputePipelines");
    return pipeline;
}

void RadvDevice::destroy_pipeline(VkPipeline pipeline) {
    vkDestroyPipeline(device_, pipeline, nullptr);
}

uint64_t RadvDevice::last_shader() const {
    uint64_t id = 0;
    table_->enumerate_shaders(
        device_,
        [](void* user, const wb_shader_info* shader) {
            auto* last = static_cast<uint64_t*>(user);
            *last = std::max(*last, shader->id);
        },
        &id);
    return id;
}

uint64_t RadvDevice::code_size(VkPipeline pipeline) const {
    auto get = reinterpret_cast<PFN_vkGetPipelineExecutableStatisticsKHR>(
        vkGetDeviceProcAddr(device_, "vkGetPipelineExecutableStatisticsKHR"));
    VkPipelineExecutableInfoKHR executable{VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR};
    executable.pipeline = pipeline;
    uint32_t count = 0;
    check(get(device_, &executable, &count, nullptr), "vkGetPipelineExecutableStatisticsKHR");
    std::vector<VkPipelineExecutableStatisticKHR> statistics(
        count, {VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR});
    check(get(device_, &executable, &count, statistics.data()), "vkGetPipelineExecutableStatisticsKHR");
    for (const auto& statistic : statistics) {
        if (std::string(statistic.name) == "Code size") return statistic.value.u64;
    }
    throw std::runtime_error("the driver does not tell the code size");
}

Variant::Variant(RadvDevice& device, const std::vector<uint32_t>& spirv, uint32_t subgroup_size,
                 uint32_t flags)
    : device_(device), pipeline_(device.make_pipeline(spirv, subgroup_size)), names_(spirv_names(spirv)) {
    const wb_radv_table& table = device.table();
    uint64_t shader = device.last_shader();
    check(table.set_shader_debug(device.device(), shader, 1, flags), "set_shader_debug");
    check(table.get_record(device.device(), shader, &record_), "get_record");
    const uint32_t* words = nullptr;
    size_t count = 0;
    check(table.get_code(device.device(), shader, &words, &count), "get_code");
    code_.assign(words, words + count);
}

std::vector<uint32_t> Variant::normal_code() const {
    const uint32_t* words = nullptr;
    size_t count = 0;
    check(device_.table().get_normal_code(device_.device(), pipeline_, VK_SHADER_STAGE_COMPUTE_BIT, &words,
                                          &count),
          "get_normal_code");
    return {words, words + count};
}

Variant::~Variant() {
    if (record_) device_.table().release_record(device_.device(), record_);
    device_.destroy_pipeline(pipeline_);
}

std::vector<wb_location> Variant::locations(const wb_slot& slot, const std::string& name) const {
    std::vector<wb_location> found;
    for (uint32_t i = 0; i < slot.location_count; i++) {
        const wb_location& location = record_->locations[slot.first_location + i];
        auto known = names_.find(record_->variables[location.variable].spirv_id);
        if (known != names_.end() && known->second == name) found.push_back(location);
    }
    return found;
}

std::vector<std::string> Variant::names(const wb_slot& slot) const {
    std::vector<std::string> found;
    for (uint32_t i = 0; i < slot.location_count; i++) {
        const wb_location& location = record_->locations[slot.first_location + i];
        auto known = names_.find(record_->variables[location.variable].spirv_id);
        if (known != names_.end() && location.kind != WB_LOC_UNDEFINED && location.kind != WB_LOC_UNAVAILABLE)
            found.push_back(known->second);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

std::vector<uint32_t> read_words(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
    std::copy_n(bytes.data(), words.size() * sizeof(uint32_t), reinterpret_cast<char*>(words.data()));
    return words;
}

std::map<uint32_t, std::string> spirv_names(const std::vector<uint32_t>& spirv) {
    constexpr uint32_t op_name = 5;
    constexpr size_t header_words = 5;
    std::map<uint32_t, std::string> names;
    for (size_t at = header_words; at < spirv.size() && spirv[at] >> 16; at += spirv[at] >> 16) {
        if ((spirv[at] & 0xffff) == op_name)
            names[spirv[at + 1]] = reinterpret_cast<const char*>(&spirv[at + 2]);
    }
    return names;
}
