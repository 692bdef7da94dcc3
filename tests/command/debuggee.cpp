// SPDX-License-Identifier: MIT
// A Vulkan program to be debugged: dispatches one compute shader on a zeroed buffer and prints the buffer's
// words, a line for each invocation. debuggee SPIRV GROUPS WORDS [REPEAT]: GROUPS workgroups along x, WORDS
// words an invocation, recorded once and submitted REPEAT times. The shader finds the buffer at set 0,
// binding 0; its workgroup has 64 invocations.
#include "tests/command/program.h"

using namespace wb;
using debuggee::failed;

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    debuggee::leave_on_signal();
    auto spirv = debuggee::read_spirv(argv[1]);
    if (!spirv) return failed(spirv.error());
    const unsigned groups = unsigned(std::atoi(argv[2])), words = unsigned(std::atoi(argv[3]));
    const unsigned repeat = argc > 4 ? unsigned(std::atoi(argv[4])) : 1;

    auto device = headless::Device::create({.application = "debuggee", .all_features = true});
    if (!device) return failed(device.error());
    // A test may want to attach before anything happens: opening this pipe waits until it is written to.
    if (const char* path = std::getenv("DEBUGGEE_WAIT")) std::ifstream(path).get();
    auto buffer = headless::make_buffer(**device, size_t(groups) * 64 * words * 4, "results");
    if (!buffer) return failed(buffer.error());
    std::memset(buffer->data, 0, buffer->size);
    auto pipeline = headless::make_pipeline(
        **device, {.spirv = *spirv, .buffers = std::span(&*buffer, 1), .name = "debuggee shader"});
    if (!pipeline) return failed(pipeline.error());
    auto commands = headless::Commands::begin(**device, "debuggee commands");
    if (!commands) return failed(commands.error());
    commands->dispatch(*pipeline, {}, {groups, 1, 1}, "the dispatch");
    commands->barrier();
    if (Status ok = commands->end(); !ok) return failed(ok.error());
    for (unsigned i = 0; i < repeat; ++i)
        if (Status ok = commands->submit_and_wait(); !ok) return failed(ok.error());
    return debuggee::print_words(*buffer, words);
}
