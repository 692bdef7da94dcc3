// SPDX-License-Identifier: MIT
// A Vulkan program to be debugged: dispatches one compute shader on a zeroed buffer and prints the buffer's
// words, a line for each invocation. debuggee SPIRV GROUPS WORDS [REPEAT]: GROUPS workgroups along x, WORDS
// words an invocation, recorded once and submitted REPEAT times. The shader finds the buffer at set 0,
// binding 0; its workgroup has 64 invocations.
#include "samples/common/commands.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

using namespace wb;

static int failed(const Error& error) {
    std::fprintf(stderr, "debuggee: %s\n", error.message.c_str());
    return 1;
}

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    if (bytes.size() < 20) return failed({std::string("cannot read SPIR-V from ") + argv[1]});
    std::vector<uint32_t> spirv(bytes.size() / 4);
    std::copy(bytes.begin(), bytes.begin() + long(spirv.size() * 4), reinterpret_cast<char*>(spirv.data()));
    const unsigned groups = unsigned(std::atoi(argv[2])), words = unsigned(std::atoi(argv[3]));
    const unsigned repeat = argc > 4 ? unsigned(std::atoi(argv[4])) : 1;

    auto device = headless::Device::create({.application = "debuggee", .all_features = true});
    if (!device) return failed(device.error());
    // A test may want to attach before anything happens: opening this pipe waits until it is written to.
    if (const char* path = std::getenv("DEBUGGEE_WAIT")) std::ifstream(path).get();
    auto buffer = headless::make_buffer(**device, size_t(groups) * 64 * words * 4, "results");
    if (!buffer) return failed(buffer.error());
    auto pipeline = headless::make_pipeline(
        **device, {.spirv = spirv, .buffers = std::span(&*buffer, 1), .name = "debuggee shader"});
    if (!pipeline) return failed(pipeline.error());
    auto commands = headless::Commands::begin(**device, "debuggee commands");
    if (!commands) return failed(commands.error());
    commands->dispatch(*pipeline, {}, {groups, 1, 1}, "the dispatch");
    commands->barrier();
    if (Status ok = commands->end(); !ok) return failed(ok.error());
    for (unsigned i = 0; i < repeat; ++i)
        if (Status ok = commands->submit_and_wait(); !ok) return failed(ok.error());
    // Messages of layer and driver share the standard streams; the words can be asked for in a file of their
    // own.
    if (const char* path = std::getenv("DEBUGGEE_OUTPUT"))
        if (!std::freopen(path, "w", stdout)) return 1;
    const auto results = buffer->as<uint32_t>();
    for (size_t i = 0; i < results.size(); ++i)
        std::printf("%u%c", results[i], (i + 1) % words ? ' ' : '\n');
    return 0;
}
