// SPDX-License-Identifier: MIT
#include "samples/grass/verify.h"

#include "samples/grass/model.h"

#include <cmath>
#include <cstdio>

namespace wb::grass {
namespace {

constexpr size_t kShown = 10;

struct Component {
    const char* name;
    float tolerance; ///< times max(1, |value|)
};

// Rounding and contraction cost a few units in the last place of the largest term. The phase contains
// sin(time), for which Vulkan grants an absolute error of 2^-11, times the wind frequency's range and a uv of
// up to 2.
constexpr Component kComponents[8] = {
    {"x", 1e-4f},      {"y", 0},         {"z", 1e-4f},     {"bend", 1e-5f},
    {"height", 1e-4f}, {"width", 1e-4f}, {"pitch", 1e-5f}, {"animation", 4e-3f}};

float component(const Blade& blade, int i) {
    return i < 4 ? blade.pos_bend[i] : blade.size_pitch_animation[i - 4];
}

template <class... Arguments>
std::string format(const char* pattern, Arguments... arguments) {
    char text[200];
    std::snprintf(text, sizeof text, pattern, arguments...);
    return text;
}

class Comparison {
public:
    Comparison(const Settings& settings, float time, const Meadow& meadow)
        : settings_(settings), time_(time), meadow_(meadow), lists_(meadow.blades.size(), 0) {}

    void read_lists();
    void compare(uint32_t x, uint32_t y, bool changed);
    Verdict verdict;

private:
    void wrong(std::string text) {
        if (verdict.differences.size() < kShown) verdict.differences.push_back(std::move(text));
    }

    const Settings& settings_;
    float time_;
    const Meadow& meadow_;
    std::vector<uint8_t> lists_; ///< per blade: bit L for visible list L
};

void Comparison::read_lists() {
    for (int level = 0; level < 2; ++level) {
        for (const uint32_t index : meadow_.visible[level]) {
            if (index >= lists_.size())
                wrong(format("visible list %d names blade %u, of %zu", level, index, lists_.size()));
            else if (lists_[index] & 1 << level)
                wrong(format("visible list %d names blade %u twice", level, index));
            else
                lists_[index] |= 1 << level;
        }
    }
}

void Comparison::compare(uint32_t x, uint32_t y, bool changed) {
    const uint32_t index = y * settings_.blades.x + x;
    const Expected expected = expected_blade(settings_, time_, x, y);
    bool values_differ = false;
    for (int i = 0; i < 8; ++i) {
        const float got = component(meadow_.blades[index], i), want = component(expected.blade, i);
        if (std::abs(got - want) <= kComponents[i].tolerance * std::max(1.0f, std::abs(want)))
            continue; // NaN fails
        values_differ = true;
        if (!changed)
            wrong(format("blade (%u, %u): %s is %.9g, expected %.9g", x, y, kComponents[i].name, got, want));
    }
    if (changed && !values_differ)
        wrong(format("blade (%u, %u) was to be changed, but is as computed", x, y));

    const uint8_t want = expected.visible ? 1 << expected.level : 0;
    const bool list_differs = lists_[index] != want;
    const bool border =
        expected.culling_margin < kBorder || (expected.visible && expected.level_margin < kBorder);
    if (list_differs && border && lists_[index] != 3)
        ++verdict.at_border;
    else if (list_differs && !changed)
        wrong(format("blade (%u, %u) is in visible lists %s, expected %s", x, y,
                     lists_[index] & 1    ? "high"
                     : lists_[index] == 2 ? "low"
                                          : "none",
                     want == 1   ? "high"
                     : want == 2 ? "low"
                                 : "none"));
    if (values_differ || (list_differs && !border)) ++verdict.wrong_blades;
}

} // namespace

Verdict verify(const Settings& settings, float time, const Meadow& meadow,
               std::optional<glm::uvec2> changed) {
    Comparison comparison(settings, time, meadow);
    comparison.read_lists();
    for (uint32_t y = 0; y < settings.blades.y; ++y)
        for (uint32_t x = 0; x < settings.blades.x; ++x)
            comparison.compare(x, y, changed && changed->x == x && changed->y == y);
    return comparison.verdict;
}

} // namespace wb::grass
