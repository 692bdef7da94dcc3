// SPDX-License-Identifier: MIT
// A Vulkan program that asks for something the simulated device does not model: refused SPIRV packet makes an
// occlusion query, refused SPIRV instruction samples a compressed image in the shader of SPIRV
// (binding 0: a storage buffer, binding 1: a sampled image). It submits twice and says how each submission
// ended. Exit status 4: the device was lost.
#include "tests/command/program.h"

#include <cstdlib>
#include <string_view>

using namespace wb;
using debuggee::failed;

namespace {

constexpr VkImageSubresourceRange kWhole{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};

/// An image with its memory, view and sampler, which live until the program ends.
struct SampledImage {
    VkImage image = VK_NULL_HANDLE;
    VkImageView view = VK_NULL_HANDLE;
    VkSampler sampler = VK_NULL_HANDLE;
};

Result<SampledImage> make_image(headless::Device& device) {
    SampledImage out;
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = VK_FORMAT_R8G8B8A8_UNORM;
    info.extent = {1024, 1024, 1}; // Small ones are not compressed.
    info.mipLevels = info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    if (auto ok = headless::check(vkCreateImage(device.handle(), &info, nullptr, &out.image), "an image");
        !ok)
        return std::unexpected(ok.error());
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(device.handle(), out.image, &needs);
    VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocate.allocationSize = needs.size;
    while (!(needs.memoryTypeBits >> allocate.memoryTypeIndex & 1))
        ++allocate.memoryTypeIndex;
    VkDeviceMemory memory;
    auto ok = headless::check(vkAllocateMemory(device.handle(), &allocate, nullptr, &memory), "memory");
    if (ok) ok = headless::check(vkBindImageMemory(device.handle(), out.image, memory, 0), "binding memory");
    VkImageViewCreateInfo view{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    view.image = out.image;
    view.viewType = VK_IMAGE_VIEW_TYPE_2D;
    view.format = info.format;
    view.subresourceRange = kWhole;
    if (ok) ok = headless::check(vkCreateImageView(device.handle(), &view, nullptr, &out.view), "a view");
    const VkSamplerCreateInfo sampler{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    if (ok)
        ok = headless::check(vkCreateSampler(device.handle(), &sampler, nullptr, &out.sampler), "a sampler");
    if (!ok) return std::unexpected(ok.error());
    return out;
}

Result<headless::Pipeline> make_pipeline(headless::Device& device, std::span<const uint32_t> spirv,
                                         const headless::Buffer& buffer, const SampledImage& image) {
    headless::Pipeline out;
    const VkDescriptorSetLayoutBinding bindings[] = {
        {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
        {1, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr}};
    VkDescriptorSetLayoutCreateInfo set_info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    set_info.bindingCount = 2;
    set_info.pBindings = bindings;
    VkDescriptorSetLayout set_layout;
    auto ok = headless::check(vkCreateDescriptorSetLayout(device.handle(), &set_info, nullptr, &set_layout),
                              "a set layout");
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1},
                                          {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1}};
    VkDescriptorPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    pool_info.maxSets = 1;
    pool_info.poolSizeCount = 2;
    pool_info.pPoolSizes = sizes;
    VkDescriptorPool pool;
    if (ok)
        ok = headless::check(vkCreateDescriptorPool(device.handle(), &pool_info, nullptr, &pool), "a pool");
    VkDescriptorSetAllocateInfo allocate{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    allocate.descriptorPool = pool;
    allocate.descriptorSetCount = 1;
    allocate.pSetLayouts = &set_layout;
    if (ok) ok = headless::check(vkAllocateDescriptorSets(device.handle(), &allocate, &out.set), "a set");
    VkPipelineLayoutCreateInfo layout{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    layout.setLayoutCount = 1;
    layout.pSetLayouts = &set_layout;
    if (ok)
        ok =
            headless::check(vkCreatePipelineLayout(device.handle(), &layout, nullptr, &out.layout), "layout");
    VkShaderModuleCreateInfo module_info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    module_info.codeSize = spirv.size_bytes();
    module_info.pCode = spirv.data();
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.pName = "main";
    info.layout = out.layout;
    if (ok)
        ok = headless::check(vkCreateShaderModule(device.handle(), &module_info, nullptr, &info.stage.module),
                             "a shader module");
    if (ok)
        ok = headless::check(
            vkCreateComputePipelines(device.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &out.handle),
            "a pipeline");
    if (!ok) return std::unexpected(ok.error());
    const VkDescriptorBufferInfo whole{buffer.handle, 0, VK_WHOLE_SIZE};
    const VkDescriptorImageInfo sampled{image.sampler, image.view, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    VkWriteDescriptorSet writes[2] = {{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET},
                                      {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET}};
    for (uint32_t i = 0; i < 2; ++i) {
        writes[i].dstSet = out.set;
        writes[i].dstBinding = i;
        writes[i].descriptorCount = 1;
        writes[i].descriptorType = bindings[i].descriptorType;
    }
    writes[0].pBufferInfo = &whole;
    writes[1].pImageInfo = &sampled;
    vkUpdateDescriptorSets(device.handle(), 2, writes, 0, nullptr);
    return out;
}

void make_sampled(VkCommandBuffer commands, VkImage image) {
    VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
    barrier.dstAccessMask = VK_ACCESS_SHADER_READ_BIT;
    barrier.newLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    barrier.image = image;
    barrier.subresourceRange = kWhole;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0,
                         0, nullptr, 0, nullptr, 1, &barrier);
}

Status query(headless::Device& device, VkCommandBuffer commands) {
    VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    info.queryType = VK_QUERY_TYPE_OCCLUSION;
    info.queryCount = 1;
    VkQueryPool pool;
    if (auto ok = headless::check(vkCreateQueryPool(device.handle(), &info, nullptr, &pool), "a query pool");
        !ok)
        return ok;
    vkCmdResetQueryPool(commands, pool, 0, 1);
    vkCmdBeginQuery(commands, pool, 0, 0);
    vkCmdEndQuery(commands, pool, 0);
    return {};
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    const bool packet = std::string_view(argv[2]) == "packet";
    // The driver's own choice again, which for the simulated device is to compress no image.
    if (!packet) setenv("RADV_DEBUG", "computemeta", 1);
    auto spirv = debuggee::read_spirv(argv[1]);
    if (!spirv) return failed(spirv.error());
    auto device = headless::Device::create({.application = "refused", .all_features = true});
    if (!device) return failed(device.error());
    auto buffer = headless::make_buffer(**device, 64 * 4, "results");
    if (!buffer) return failed(buffer.error());
    auto image = make_image(**device);
    if (!image) return failed(image.error());
    auto pipeline = make_pipeline(**device, *spirv, *buffer, *image);
    if (!pipeline) return failed(pipeline.error());
    auto commands = headless::Commands::begin(**device, "refused commands");
    if (!commands) return failed(commands.error());
    make_sampled(commands->handle(), image->image);
    if (packet) {
        if (Status ok = query(**device, commands->handle()); !ok) return failed(ok.error());
    } else {
        commands->dispatch(*pipeline, {}, {1, 1, 1}, "the dispatch");
    }
    if (Status ok = commands->end(); !ok) return failed(ok.error());
    for (int i = 1; i <= 2; ++i) {
        const Status ok = commands->submit_and_wait();
        std::printf("submission %d: %s\n", i, ok ? "done" : ok.error().message.c_str());
        std::fflush(stdout);
        if (!ok) std::_Exit(ok.error().message.find("VK_ERROR_DEVICE_LOST") != std::string::npos ? 4 : 1);
    }
    std::_Exit(0); // What is not ours to destroy stays.
}
