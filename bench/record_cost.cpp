// SPDX-License-Identifier: MIT
// record-cost [REPEATS]: records 10,000 pairs of push constants and dispatch REPEATS times and prints the
// shortest time in nanoseconds. Nothing is submitted. bench/layer-cost runs it with and without the layer.
#include "samples/common/commands.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "multiply.comp.h" // Made from tests/e2e/multiply.comp; needs <cstdint>.

namespace {

using namespace wb;

Result<long long> shortest(headless::Device& device, int repeats) {
    auto buffer = headless::make_buffer(device, 4096, "bench");
    if (!buffer) return std::unexpected(buffer.error());
    headless::PipelineInfo info;
    info.spirv = multiply_comp;
    info.push_constant_bytes = 4;
    info.buffers = std::span(&*buffer, 1);
    auto pipeline = headless::make_pipeline(device, info);
    if (!pipeline) return std::unexpected(pipeline.error());

    const VkCommandPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, nullptr, 0,
                                            device.family()};
    VkCommandPool pool;
    if (vkCreateCommandPool(device.handle(), &pool_info, nullptr, &pool) != VK_SUCCESS)
        return fail("no command pool");
    const VkCommandBufferAllocateInfo allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, nullptr, pool,
                                               VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
    VkCommandBuffer commands;
    if (vkAllocateCommandBuffers(device.handle(), &allocate, &commands) != VK_SUCCESS)
        return fail("no command buffer");
    long long best = -1;
    for (int i = 0; i < repeats; ++i) {
        vkResetCommandPool(device.handle(), pool, 0);
        const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, nullptr, 0,
                                             nullptr};
        vkBeginCommandBuffer(commands, &begin);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline->handle);
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline->layout, 0, 1,
                                &pipeline->set, 0, nullptr);
        const auto start = std::chrono::steady_clock::now();
        for (uint32_t pair = 0; pair < 10'000; ++pair) {
            vkCmdPushConstants(commands, pipeline->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof pair,
                               &pair);
            vkCmdDispatch(commands, 1, 1, 1);
        }
        const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - start;
        vkEndCommandBuffer(commands);
        if (best < 0 || took.count() < best) best = took.count();
    }
    vkDestroyCommandPool(device.handle(), pool, nullptr);
    return best;
}

} // namespace

int main(int argc, char** argv) {
    auto device = headless::Device::create({.application = "record-cost"});
    if (!device) {
        std::fprintf(stderr, "record-cost: %s\n", device.error().message.c_str());
        return 1;
    }
    const auto best = shortest(**device, argc > 1 ? std::atoi(argv[1]) : 5);
    if (!best) {
        std::fprintf(stderr, "record-cost: %s\n", best.error().message.c_str());
        return 1;
    }
    std::printf("%lld\n", *best);
    return 0;
}
