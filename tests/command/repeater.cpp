// SPDX-License-Identifier: MIT
// A Vulkan program that runs until it is told to end, to attach to: repeater SPIRV GROUPS WORDS is as
// debuggee, but records and submits the dispatch again and again, on a buffer it clears each time, until its
// standard input has something or ends. It prints "running" after the first submission. With a fourth
// argument "once" it records only once.
#include "tests/command/program.h"

#include <poll.h>

using namespace wb;
using debuggee::failed;

static bool told_to_end() {
    pollfd input{0, POLLIN, 0};
    return poll(&input, 1, 0) > 0;
}

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    debuggee::leave_on_signal();
    auto spirv = debuggee::read_spirv(argv[1]);
    if (!spirv) return failed(spirv.error());
    const unsigned groups = unsigned(std::atoi(argv[2])), words = unsigned(std::atoi(argv[3]));

    auto device = headless::Device::create({.application = "repeater", .all_features = true});
    if (!device) return failed(device.error());
    auto buffer = headless::make_buffer(**device, size_t(groups) * 64 * words * 4, "results");
    if (!buffer) return failed(buffer.error());
    auto pipeline = headless::make_pipeline(
        **device, {.spirv = *spirv, .buffers = std::span(&*buffer, 1), .name = "repeated shader"});
    if (!pipeline) return failed(pipeline.error());
    auto commands = headless::Commands::begin(**device, "repeater commands");
    if (!commands) return failed(commands.error());
    const bool once = argc > 4 && std::string_view(argv[4]) == "once";
    bool first = true;
    do {
        std::memset(buffer->data, 0, buffer->size);
        if (!first && !once)
            if (Status ok = commands->begin_again(); !ok) return failed(ok.error());
        if (first || !once) {
            commands->dispatch(*pipeline, {}, {groups, 1, 1}, "the dispatch");
            commands->barrier();
            if (Status ok = commands->end(); !ok) return failed(ok.error());
        }
        if (Status ok = commands->submit_and_wait(); !ok) return failed(ok.error());
        if (first) std::puts("running"), std::fflush(stdout);
        first = false;
    } while (!told_to_end());
    return debuggee::print_words(*buffer, words);
}
