// SPDX-License-Identifier: MIT
// The sample's command line.
#pragma once

#include "common/result.h"

#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>

namespace wb::grass {

struct Options {
    uint32_t blades = 256; ///< in a row, and rows
    uint32_t frames = 1;
    bool verify = false;
    bool non_semantic = false;                ///< the shader's build with NonSemantic.Shader.DebugInfo.100
    std::optional<glm::uvec2> expect_changed; ///< implies verify
    bool help = false;
};

extern const char kUsage[];

/// Reads the arguments after the program's name; an error names the bad one.
Result<Options> parse_options(int count, char** arguments);

} // namespace wb::grass
