// SPDX-License-Identifier: MIT
#include "tests/shaders/runner.h"

#include "tests/shaders/images.h"
#include "tests/shaders/results.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <limits>
#include <time.h>

namespace wb::corpus {
namespace {

struct Buffers {
    std::vector<headless::Buffer> all; ///< by binding
    const Recipe& recipe;
    Images images;

    void reset() {
        images.reset();
        fill_input(recipe.input.kind, all[0].as<uint32_t>());
        std::ranges::fill(all[1].as<uint32_t>(), kUnwritten);
        if (recipe.counters) std::ranges::fill(all[2].as<uint32_t>(), 0);
    }
    std::vector<uint32_t> results() const {
        std::vector<uint32_t> words;
        for (size_t i = 1; i < all.size(); ++i)
            std::ranges::copy(all[i].as<uint32_t>(), std::back_inserter(words));
        images.append_results(words);
        return words;
    }
};

Result<Buffers> make_buffers(headless::Device& device, const Recipe& recipe, const std::string& name) {
    Buffers buffers{{}, recipe, {}};
    const struct {
        const char* what;
        uint32_t words;
    } wanted[] = {
        {"input", recipe.input.count}, {"output", recipe.output.count}, {"counters", recipe.counters}};
    for (const auto& want : wanted) {
        if (!want.words) continue;
        auto buffer =
            headless::make_buffer(device, want.words * sizeof(uint32_t), (name + " " + want.what).c_str());
        if (!buffer) return std::unexpected(buffer.error());
        buffers.all.push_back(*buffer);
    }
    auto images = Images::make(device, recipe.images);
    if (!images) return std::unexpected(images.error());
    buffers.images = std::move(*images);
    return buffers;
}

Status wait_for(const std::string& path) {
    std::ifstream file(path); // A FIFO blocks here until someone writes to it.
    if (!file) return fail("cannot read " + path);
    file.ignore(std::numeric_limits<std::streamsize>::max());
    return {};
}

/// Processor time of all threads of the process.
double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}

} // namespace

Result<std::vector<uint32_t>> read_words(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return fail("cannot read " + path);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    if (bytes.size() % sizeof(uint32_t)) return fail(path + " is not made of 32-bit words");
    std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(words.data()));
    return words;
}

Result<std::vector<uint32_t>> run_shader(headless::Device& device, const Options& options,
                                         const Recipe& recipe, const std::string& name) {
    auto spirv = read_words(options.spirv + "/" + name + options.suffix);
    if (!spirv) return std::unexpected(spirv.error());
    auto buffers = make_buffers(device, recipe, name);
    if (!buffers) return std::unexpected(buffers.error());

    std::vector<uint32_t> push = recipe.push;
    if (recipe.push_addresses)
        for (const headless::Buffer& buffer : std::span(buffers->all).first(2)) {
            push.push_back(uint32_t(buffer.address));
            push.push_back(uint32_t(buffer.address >> 32));
        }
    headless::PipelineInfo info;
    info.spirv = *spirv;
    info.push_constant_bytes = uint32_t(push.size() * sizeof(uint32_t));
    info.buffers = buffers->all;
    info.images = buffers->images.bindings();
    info.first_image = 3;
    info.subgroup_size = options.subgroup_size;
    info.no_optimization = options.no_optimization;
    info.name = name.c_str();
    auto pipeline = headless::make_pipeline(device, info);
    if (!pipeline) return std::unexpected(pipeline.error());

    auto commands = headless::Commands::begin(device, name.c_str());
    if (!commands) return std::unexpected(commands.error());
    buffers->images.upload(commands->handle());
    for (uint32_t i = 0; i < options.dispatches; ++i)
        commands->dispatch(*pipeline, std::as_bytes(std::span(push)), recipe.groups, name.c_str());
    buffers->images.download(commands->handle());
    commands->barrier();
    if (auto ok = commands->end(); !ok) return std::unexpected(ok.error());

    std::vector<uint32_t> first;
    for (uint32_t run = 1; run <= options.repeat; ++run) {
        buffers->reset();
        if (!options.wait_for.empty() && run == options.wait_before)
            if (auto ok = wait_for(options.wait_for); !ok) return std::unexpected(ok.error());
        const double started = cpu_seconds();
        if (auto ok = commands->submit_and_wait(); !ok) return std::unexpected(ok.error());
        if (options.cpu_time) std::printf("%s: %.9f s\n", name.c_str(), cpu_seconds() - started);
        if (options.repeat > 1 && !options.cpu_time) {
            std::printf("%s: submission %u done\n", name.c_str(), run);
            std::fflush(stdout);
        }
        auto words = buffers->results();
        if (run == 1)
            first = std::move(words);
        else if (words != first)
            return fail("submission " + std::to_string(run) + " wrote other results than the first");
    }
    return first;
}

} // namespace wb::corpus
