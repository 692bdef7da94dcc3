// SPDX-License-Identifier: MIT
// How a shader of the corpus is run: read from the comments at its beginning (README.md has their meaning).
#pragma once

#include "common/result.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace wb::corpus {

enum class Words { Uint, Float };

struct BufferRecipe {
    Words kind = Words::Uint;
    uint32_t count = 1024; ///< 32-bit words
};

struct Tolerance {
    enum class Kind { Exact, Ulp, Relative } kind = Kind::Exact;
    double amount = 0;
};

/// An image at bindings 3, 4, ...: `// image:`, and the sampler of the last one: `// sampler:`.
struct ImageRecipe {
    bool sampled = false; ///< Else a storage image, whose contents are results too.
    std::string format, view;
    std::array<uint32_t, 3> size{1, 1, 1};
    uint32_t layers = 1, levels = 1, base_level = 0;
    bool linear_tiling = false;
    uint32_t samples = 1;  ///< More: not filled and no result.
    uint32_t elements = 1; ///< More: this and the following ones are an array.
    std::vector<std::pair<std::string, std::string>> sampler; ///< Settings, as in README.md.
};

struct Recipe {
    std::array<uint32_t, 3> groups{};
    BufferRecipe input, output;
    uint32_t counters = 0; ///< words; 0: no such buffer
    std::vector<uint32_t> push;
    bool push_addresses = false; ///< `// push: addresses`
    std::vector<ImageRecipe> images;
    bool robust = false; ///< `// robust`
    Tolerance tolerance;
};

/// Reads the recipe in the GLSL text `source`, up to its first line that is no comment. An error names the
/// bad comment.
Result<Recipe> parse_recipe(const std::string& source);

/// The same for the file at `path`.
Result<Recipe> read_recipe(const std::string& path);

} // namespace wb::corpus
