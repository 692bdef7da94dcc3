// SPDX-License-Identifier: MIT
// run_corpus: runs shaders of the corpus, or compares what two runs wrote. Exit status: 0, or 1 when
// something failed or differs, or 2 for a wrong command line.
#include "tests/shaders/results.h"
#include "tests/shaders/runner.h"

#include <cstdio>
#include <fstream>

namespace {

using namespace wb;
using namespace wb::corpus;

Status write_words(const std::string& path, const std::vector<uint32_t>& words) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(words.data()), std::streamsize(words.size() * sizeof(uint32_t)));
    file.close();
    return file ? Status{} : fail("cannot write " + path);
}

Status compare(const Options& options, const Recipe& recipe, const std::string& name) {
    auto a = read_words(options.compare[0] + "/" + name + ".out");
    if (!a) return std::unexpected(a.error());
    auto b = read_words(options.compare[1] + "/" + name + ".out");
    if (!b) return std::unexpected(b.error());
    return compare_results(recipe, *a, *b);
}

/// A device of its own per shader would cost more than the shader: all without images share one, all with
/// images another, and all with robust access a third.
struct Devices {
    std::unique_ptr<headless::Device> made[3];

    Result<headless::Device*> get(bool for_images, bool robust) {
        auto& device = made[robust ? 2 : for_images];
        if (!device) {
            auto created = headless::Device::create({.application = "run_corpus",
                                                     .all_features = true,
                                                     .without_graphics = for_images,
                                                     .robust = robust});
            if (!created) return std::unexpected(created.error());
            device = std::move(*created);
        }
        return device.get();
    }
};

Status run(Devices& devices, const Options& options, const Recipe& recipe, const std::string& name) {
    auto device = devices.get(!recipe.images.empty(), recipe.robust);
    if (!device) return std::unexpected(device.error());
    auto words = run_shader(**device, options, recipe, name);
    if (!words) return std::unexpected(words.error());
    return options.out.empty() ? Status{} : write_words(options.out + "/" + name + ".out", *words);
}

} // namespace

int main(int count, char** arguments) {
    const auto options = parse_options(count, arguments);
    if (!options || options->help) {
        if (!options) std::fprintf(stderr, "run_corpus: %s\n", options.error().message.c_str());
        std::fputs(kUsage, options ? stdout : stderr);
        return options ? 0 : 2;
    }
    const bool comparing = !options->compare[0].empty();
    Devices devices;
    bool good = true;
    for (const std::string& name : options->names) {
        const auto recipe = read_recipe(options->source + "/" + name + ".comp");
        const Status ok = !recipe     ? std::unexpected(recipe.error())
                          : comparing ? compare(*options, *recipe, name)
                                      : run(devices, *options, *recipe, name);
        std::printf("%s: %s\n", name.c_str(), ok ? "ok" : ok.error().message.c_str());
        std::fflush(stdout);
        good = good && ok;
    }
    return good ? 0 : 1;
}
