// SPDX-License-Identifier: MIT
// wait-cost [CALLS]: nanoseconds that vkGetFenceStatus and vkWaitForFences take on a signalled fence, the
// shortest of 20 rounds of CALLS calls each. With WAVEBREAK=1 a successful wait also asks the kernel for the
// device's loss: the difference is what that costs.
#include "samples/common/device.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace {

template <class Call>
double shortest(int calls, Call call) {
    double best = 1e30;
    for (int round = 0; round < 20; ++round) {
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < calls; ++i)
            if (call() != VK_SUCCESS) return -1;
        const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
        best = std::min(best, took.count() / calls);
    }
    return best;
}

} // namespace

int main(int argc, char** argv) {
    const int calls = argc > 1 ? std::atoi(argv[1]) : 5000;
    auto device = wb::headless::Device::create({.application = "wait-cost"});
    if (!device) {
        std::fprintf(stderr, "wait-cost: %s\n", device.error().message.c_str());
        return 1;
    }
    const VkDevice handle = (*device)->handle();
    const VkFenceCreateInfo info{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, nullptr, VK_FENCE_CREATE_SIGNALED_BIT};
    VkFence fence = VK_NULL_HANDLE;
    if (calls < 1 || vkCreateFence(handle, &info, nullptr, &fence) != VK_SUCCESS) return 1;
    const double status = shortest(calls, [&] { return vkGetFenceStatus(handle, fence); });
    const double wait =
        shortest(calls, [&] { return vkWaitForFences(handle, 1, &fence, VK_TRUE, UINT64_MAX); });
    vkDestroyFence(handle, fence, nullptr);
    if (status < 0 || wait < 0) return 1;
    std::printf("vkGetFenceStatus %.0f ns, vkWaitForFences %.0f ns\n", status, wait);
    return 0;
}
