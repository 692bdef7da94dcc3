// SPDX-License-Identifier: MIT
// CPU time of drawing the panels with 1,000 stopped waves: Dear ImGui's part, without a window or a GPU.
// Usage: ui-frame [WAVES]
#include "overlay/panels.h"
#include "overlay/theme.h"
#include "tests/ui/fake_dispatch.h"

#include <algorithm>
#include <ctime>
#include <fmt/format.h>

using namespace wb::overlay;

static double cpu_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

int main(int argc, char** argv) {
    const uint32_t waves = argc > 1 ? uint32_t(std::atoi(argv[1])) : 1000;
    test::Watched watched(waves, {"break shader.comp:6"});
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {1440, 900};
    io.IniFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    State state;
    load_font(state.settings, 1);
    apply_theme(true, 1);
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    state.wants.heat_map = "a";
    const auto frame = [&] {
        const double before = cpu_ms();
        io.DeltaTime = 1.f / 60;
        ImGui::NewFrame();
        draw(state, *watched.model);
        ImGui::Render();
        return cpu_ms() - before;
    };
    const auto measure = [&](const char* what, Panel main, Panel middle) {
        state.bring_forward = {{Area::Main, main}, {Area::Middle, middle}};
        // A tab is in front from the next frame on, and the model is told then.
        for (int i = 0; i < 3; ++i)
            frame();
        const auto shown = watched.wait([&](const Snapshot& now) {
            return now.waves->rows.size() == waves && (middle != Panel::Lanes || !now.lanes->rows.empty()) &&
                   (main != Panel::HeatMap || now.heat_map->points.size() == size_t(waves) * 64);
        });
        if (!shown) {
            fmt::print("{}: the model has not collected it\n", what);
            return;
        }
        std::vector<double> times;
        for (int i = 0; i < 200; ++i)
            times.push_back(frame());
        std::ranges::sort(times);
        // The count of triangles tells that the panels are there.
        fmt::print("{:<28} least {:6.3f} ms  median {:6.3f} ms  most {:6.3f} ms  {} triangles\n", what,
                   times.front(), times[times.size() / 2], times.back(),
                   ImGui::GetDrawData()->TotalIdxCount / 3);
    };
    frame();
    fmt::print("CPU time of a panel frame, {} stopped waves\n", waves);
    measure("source, variables, waves", Panel::Source, Panel::Waves);
    measure("source, variables, lanes", Panel::Source, Panel::Lanes);
    measure("heat map, variables, waves", Panel::HeatMap, Panel::Waves);
    ImGui::DestroyContext();
}
