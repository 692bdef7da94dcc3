// SPDX-License-Identifier: MIT
// What goes into a shader of the corpus, and how two of its results are compared.
#pragma once

#include "tests/shaders/recipe.h"

#include <span>

namespace wb::corpus {

/// Output words have this value before the shader runs.
inline constexpr uint32_t kUnwritten = 0xcdcdcdcd;

/// Fills `words` with the corpus's input: the same for every shader, device and run.
void fill_input(Words kind, std::span<uint32_t> words);

/// Compares results word by word: the output buffer's, by the recipe's tolerance when they are floats, then
/// the counters. Success or an error that tells how many words differ and shows the first.
Status compare_results(const Recipe& recipe, std::span<const uint32_t> a, std::span<const uint32_t> b);

} // namespace wb::corpus
