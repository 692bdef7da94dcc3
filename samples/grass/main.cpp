// SPDX-License-Identifier: MIT
// The grass sample's compute pass, without a window. Exit status: 0, or 1 when something failed or did not
// verify, or 2 for a wrong command line.
#include "samples/grass/options.h"
#include "samples/grass/scene.h"

#include <chrono>
#include <cstdio>

namespace {

using namespace wb;

int failed(const Error& error) {
    std::fprintf(stderr, "grass: %s\n", error.message.c_str());
    return 1;
}

/// Compares the frame with the model and says what came out.
bool verify_frame(const grass::Options& options, const grass::Settings& settings, uint32_t frame, float time,
                  const grass::Meadow& meadow) {
    const auto changed = frame == 0 ? options.expect_changed : std::nullopt;
    const grass::Verdict verdict = grass::verify(settings, time, meadow, changed);
    for (const std::string& difference : verdict.differences)
        std::printf("frame %u: %s\n", frame, difference.c_str());
    if (!verdict.good())
        std::printf("frame %u: wrong: %zu of %zu blades are not as computed\n", frame, verdict.wrong_blades,
                    meadow.blades.size());
    else if (changed)
        std::printf("frame %u: right: blade (%u, %u) is changed, and no other\n", frame, changed->x,
                    changed->y);
    else
        std::printf("frame %u: right: all %zu blades, %zu within %g m of a border\n", frame,
                    meadow.blades.size(), verdict.at_border, double(grass::kBorder));
    return verdict.good();
}

int run(const grass::Options& options) {
    auto device = headless::Device::create({.application = "grass"});
    if (!device) return failed(device.error());
    const grass::Settings settings = grass::default_settings(options.blades);
    auto scene = grass::Scene::create(**device, settings, options.non_semantic);
    if (!scene) return failed(scene.error());
    std::printf("%s: %u × %u blades\n", (*device)->properties().deviceName, options.blades, options.blades);

    bool good = true;
    for (uint32_t frame = 0; frame < options.frames; ++frame) {
        const float time = float(frame) / 60;
        const auto start = std::chrono::steady_clock::now();
        if (auto ok = scene->frame(time); !ok) return failed(ok.error());
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        const grass::Meadow meadow = scene->meadow();
        std::printf("frame %u: %.3f ms, visible: %zu with high detail, %zu with low\n", frame, took.count(),
                    meadow.visible[0].size(), meadow.visible[1].size());
        if (options.verify) good = verify_frame(options, settings, frame, time, meadow) && good;
    }
    return good ? 0 : 1;
}

} // namespace

int main(int count, char** arguments) {
    const auto options = grass::parse_options(count, arguments);
    if (!options) {
        std::fprintf(stderr, "grass: %s\n%s", options.error().message.c_str(), grass::kUsage);
        return 2;
    }
    if (options->help) {
        std::fputs(grass::kUsage, stdout);
        return 0;
    }
    return run(*options);
}
