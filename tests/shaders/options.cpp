// SPDX-License-Identifier: MIT
#include "tests/shaders/options.h"

#include <cstdlib>
#include <string_view>

namespace wb::corpus {

const char kUsage[] =
    "usage: run_corpus --source DIR --spirv DIR [--suffix .g.spv] [--out DIR] [OPTION ...] NAME ...\n"
    "       run_corpus --source DIR --compare DIR DIR NAME ...\n"
    "Runs shaders of the corpus on the first Vulkan device and writes what they wrote to NAME.out; or "
    "compares two such folders.\n"
    "  --repeat N         submit the recorded commands N times; each run must write the same\n"
    "  --dispatches N     record the dispatch N times\n"
    "  --cpu-time         print the processor time of each submission\n"
    "  --wait-for FILE    read FILE, such as a FIFO, to its end before the first submission\n"
    "  --wait-before N    ... or before submission N, counted from 1\n"
    "  --subgroup-size N  ask for this subgroup size\n"
    "  --no-optimization  ask the driver not to optimize\n";

Result<Options> parse_options(int count, char** arguments) {
    Options options;
    int i = 1;
    const auto value = [&]() -> std::string { return i + 1 < count ? arguments[++i] : ""; };
    const auto number = [&]() { return uint32_t(std::strtoul(value().c_str(), nullptr, 10)); };
    for (; i < count; ++i) {
        const std::string_view name = arguments[i];
        if (name == "--source")
            options.source = value();
        else if (name == "--spirv")
            options.spirv = value();
        else if (name == "--suffix")
            options.suffix = value();
        else if (name == "--out")
            options.out = value();
        else if (name == "--compare") {
            options.compare[0] = value();
            options.compare[1] = value();
        } else if (name == "--repeat")
            options.repeat = number();
        else if (name == "--dispatches")
            options.dispatches = number();
        else if (name == "--cpu-time")
            options.cpu_time = true;
        else if (name == "--wait-for")
            options.wait_for = value();
        else if (name == "--wait-before")
            options.wait_before = number();
        else if (name == "--subgroup-size")
            options.subgroup_size = number();
        else if (name == "--no-optimization")
            options.no_optimization = true;
        else if (name == "--help")
            options.help = true;
        else if (name.starts_with("-"))
            return fail("unknown argument " + std::string(name));
        else
            options.names.emplace_back(name);
    }
    if (options.help) return options;
    if (options.names.empty()) return fail("no shader is named");
    if (options.source.empty()) return fail("--source is missing");
    if (options.compare[0].empty() && options.spirv.empty()) return fail("--spirv is missing");
    if (!options.repeat || !options.wait_before) return fail("--repeat and --wait-before count from 1");
    return options;
}

} // namespace wb::corpus
