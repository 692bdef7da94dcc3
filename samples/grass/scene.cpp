// SPDX-License-Identifier: MIT
#include "samples/grass/scene.h"

#include <algorithm>
#include <cstring>

#include "grass_g.h" // Made from grass.comp; need <cstdint>.
#include "grass_gvs.h"

namespace wb::grass {
namespace {

constexpr uint32_t kGroup = 16; // grass.comp's local size in x and y

// The strips that the graphics pass draws: two vertices a segment and the tip.
constexpr uint32_t kHighDetailVertices = 15, kLowDetailVertices = 7;

constexpr VkDrawIndirectCommand kDraws[2] = {{kHighDetailVertices, 0, 0, 0}, {kLowDetailVertices, 0, 0, 0}};

} // namespace

Result<Scene> Scene::create(headless::Device& device, const Settings& settings, bool non_semantic) {
    Scene scene(device, settings);
    const size_t count = size_t(settings.blades.x) * settings.blades.y;
    struct Wanted {
        headless::Buffer* buffer;
        size_t size;
        const char* name;
        bool indirect;
    };
    const Wanted wanted[] = {
        {&scene.blades_, count * sizeof(Blade), "blades", false},
        {&scene.draws_, sizeof kDraws, "draw commands", true},
        {&scene.visible_high_, count * sizeof(uint32_t), "visible blades, high detail", false},
        {&scene.visible_low_, count * sizeof(uint32_t), "visible blades, low detail", false},
        {&scene.settings_buffer_, sizeof(Settings), "settings", false},
    };
    for (const Wanted& want : wanted) {
        auto buffer = headless::make_buffer(device, want.size, want.name, want.indirect);
        if (!buffer) return std::unexpected(buffer.error());
        *want.buffer = *buffer;
    }
    std::memcpy(scene.settings_buffer_.data, &settings, sizeof settings);

    headless::PipelineInfo info;
    info.spirv = non_semantic ? std::span<const uint32_t>(grass_gvs) : std::span<const uint32_t>(grass_g);
    info.push_constant_bytes = sizeof(PushConstants);
    info.name = "grass: make and cull blades";
    auto pipeline = headless::make_pipeline(device, info);
    if (!pipeline) return std::unexpected(pipeline.error());
    scene.pipeline_ = *pipeline;
    return scene;
}

Status Scene::frame(float time) {
    auto commands = headless::Commands::begin(*device_, "grass frame");
    if (!commands) return std::unexpected(commands.error());
    const PushConstants constants{blades_.address,
                                  draws_.address,
                                  visible_high_.address,
                                  visible_low_.address,
                                  settings_buffer_.address,
                                  time,
                                  0};
    const auto groups = [](uint32_t blades) { return (blades + kGroup - 1) / kGroup; };
    commands->update(draws_, std::as_bytes(std::span(kDraws)));
    commands->dispatch(pipeline_, std::as_bytes(std::span(&constants, 1)),
                       {groups(settings_.blades.x), groups(settings_.blades.y), 1}, "make and cull blades");
    commands->barrier();
    if (auto ok = commands->end(); !ok) return ok;
    return commands->submit_and_wait();
}

Meadow Scene::meadow() const {
    const auto draws = draws_.as<VkDrawIndirectCommand>();
    const auto list = [](const headless::Buffer& buffer, uint32_t length) -> std::span<const uint32_t> {
        const auto all = buffer.as<uint32_t>();
        return all.first(std::min<size_t>(length, all.size()));
    };
    return {blades_.as<const Blade>(),
            {list(visible_high_, draws[0].instanceCount), list(visible_low_, draws[1].instanceCount)}};
}

} // namespace wb::grass
