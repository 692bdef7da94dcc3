// SPDX-License-Identifier: MIT
#include "samples/grass/options.h"

#include <charconv>
#include <string_view>

namespace wb::grass {
namespace {

/// Reads a whole decimal number off the front of `text`; nothing when there is none.
std::optional<uint32_t> take_number(std::string_view& text) {
    uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(end - text.data());
    return value;
}

Status read_number(std::string_view name, std::string_view text, uint32_t least, uint32_t most,
                   uint32_t& out) {
    const auto value = take_number(text);
    if (!value || !text.empty() || *value < least || *value > most)
        return fail(std::string(name) + " takes a number from " + std::to_string(least) + " to " +
                    std::to_string(most));
    out = *value;
    return {};
}

Status read_cell(std::string_view text, Options& options) {
    const auto x = take_number(text);
    if (x && text.starts_with(',')) {
        text.remove_prefix(1);
        if (const auto y = take_number(text); y && text.empty()) {
            options.expect_changed = glm::uvec2(*x, *y);
            return {};
        }
    }
    return fail("--expect-changed takes an invocation as X,Y");
}

Status read_variant(std::string_view text, Options& options) {
    if (text != "g" && text != "gvs") return fail("--variant takes g or gvs");
    options.non_semantic = text == "gvs";
    return {};
}

} // namespace

const char kUsage[] =
    "usage: grass [--blades N] [--frames N] [--variant g|gvs] [--verify] [--expect-changed X,Y]\n"
    "Makes and culls N × N blades of grass on the GPU, without a window.\n"
    "  --blades N            blades in a row, and rows (1 to 8192; 256)\n"
    "  --frames N            frames, 1/60 s apart (1)\n"
    "  --variant g|gvs       the shader's debug information: OpLine, or NonSemantic.Shader.DebugInfo.100 "
    "(g)\n"
    "  --verify              compare each frame with the same computed on the CPU\n"
    "  --expect-changed X,Y  the same, but the blade of invocation X,Y must differ in the first frame, and "
    "no other\n";

Result<Options> parse_options(int count, char** arguments) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string_view name = arguments[i];
        if (name == "--help" || name == "-h") {
            options.help = true;
            continue;
        }
        if (name == "--verify") {
            options.verify = true;
            continue;
        }
        const std::string_view value = i + 1 < count ? arguments[++i] : "";
        Status ok;
        if (name == "--blades")
            ok = read_number(name, value, 1, 8192, options.blades);
        else if (name == "--frames")
            ok = read_number(name, value, 1, 1'000'000, options.frames);
        else if (name == "--variant")
            ok = read_variant(value, options);
        else if (name == "--expect-changed")
            ok = read_cell(value, options);
        else
            ok = fail("unknown argument " + std::string(name));
        if (!ok) return std::unexpected(ok.error());
    }
    if (options.expect_changed &&
        (options.expect_changed->x >= options.blades || options.expect_changed->y >= options.blades))
        return fail("--expect-changed names an invocation outside the meadow");
    options.verify = options.verify || options.expect_changed;
    return options;
}

} // namespace wb::grass
