// SPDX-License-Identifier: MIT
// Runs one shader of the corpus on a device.
#pragma once

#include "samples/common/commands.h"
#include "tests/shaders/options.h"
#include "tests/shaders/recipe.h"

namespace wb::corpus {

/// The words of the file at `path`; an error when it cannot be read or is no multiple of 4 bytes long.
Result<std::vector<uint32_t>> read_words(const std::string& path);

/// Runs `name` as its recipe and `options` say; gives the output's words, then the counters'.
Result<std::vector<uint32_t>> run_shader(headless::Device& device, const Options& options,
                                         const Recipe& recipe, const std::string& name);

} // namespace wb::corpus
