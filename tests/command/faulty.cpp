// SPDX-License-Identifier: MIT
// A Vulkan program that gives its shader a bad pointer: faulty SPIRV CASE SUBGROUP. CASE: read, write (1 MiB
// past the end of the buffer 'victim' of 1000 bytes), null, freed (20 bytes into a destroyed buffer 'gone')
// or endless. Prints the words of the buffer 'results' unless the device is lost, which is an error.
#include "tests/command/program.h"

using namespace wb;
using debuggee::failed;

struct Push {
    VkDeviceAddress words;
    uint32_t index, mode;
};

/// The address of a buffer of 4096 bytes that has been destroyed, and its memory freed.
static Result<VkDeviceAddress> freed_buffer(headless::Device& device) {
    const VkBufferCreateInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                  .size = 4096,
                                  .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                           VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    const VkMemoryAllocateFlagsInfo flags{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO, nullptr,
                                          VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT, 0};
    VkBuffer buffer = VK_NULL_HANDLE;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    VkMemoryRequirements needs;
    if (vkCreateBuffer(device.handle(), &info, nullptr, &buffer) != VK_SUCCESS) return fail("no buffer");
    vkGetBufferMemoryRequirements(device.handle(), buffer, &needs);
    const VkMemoryAllocateInfo allocate{
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &flags, .allocationSize = needs.size};
    if (vkAllocateMemory(device.handle(), &allocate, nullptr, &memory) != VK_SUCCESS)
        return fail("no memory");
    if (vkBindBufferMemory(device.handle(), buffer, memory, 0) != VK_SUCCESS) return fail("no binding");
    device.name(VK_OBJECT_TYPE_BUFFER, buffer, "gone");
    const VkBufferDeviceAddressInfo where{VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, nullptr, buffer};
    const VkDeviceAddress address = vkGetBufferDeviceAddress(device.handle(), &where);
    vkDestroyBuffer(device.handle(), buffer, nullptr);
    vkFreeMemory(device.handle(), memory, nullptr);
    return address;
}

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    auto spirv = debuggee::read_spirv(argv[1]);
    if (!spirv) return failed(spirv.error());
    const std::string what = argv[2];
    auto device = headless::Device::create({.application = "faulty", .all_features = true});
    if (!device) return failed(device.error());
    auto results = headless::make_buffer(**device, 128 * 4, "results");
    auto victim = headless::make_buffer(**device, 1000, "victim");
    if (!results || !victim) return failed((results ? victim : results).error());
    std::memset(results->data, 0, results->size);
    auto pipeline = headless::make_pipeline(**device, {.spirv = *spirv,
                                                       .push_constant_bytes = sizeof(Push),
                                                       .buffers = std::span(&*results, 1),
                                                       .subgroup_size = uint32_t(std::atoi(argv[3])),
                                                       .name = "bad pointer"});
    if (!pipeline) return failed(pipeline.error());
    auto commands = headless::Commands::begin(**device, "faulty commands");
    if (!commands) return failed(commands.error());
    Push push{victim->address, (1000 + (1 << 20)) / 4, 0};
    if (what == "write") push.mode = 1;
    if (what == "null") push = {0, 5, 0};
    if (what == "endless") push = {0, 0, 2};
    if (what == "freed") {
        auto address = freed_buffer(**device);
        if (!address) return failed(address.error());
        push = {*address, 5, 0};
    }
    commands->dispatch(*pipeline, std::as_bytes(std::span(&push, 1)), {2, 1, 1}, "the bad dispatch");
    commands->barrier();
    if (Status ok = commands->end(); !ok) return failed(ok.error());
    if (Status ok = commands->submit_and_wait(); !ok) return failed(ok.error());
    return debuggee::print_words(*results, 1);
}
