// SPDX-License-Identifier: MIT
// Splits a line of GLSL, HLSL or SPIR-V text into pieces to be coloured.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace wb::overlay {

enum class Piece : uint8_t { Plain, Keyword, Number, Comment, Text };

struct Colored {
    std::string_view text;
    Piece kind;
};

/// `in_comment`: whether the line begins inside a comment; then whether the next one does.
std::vector<Colored> color_line(std::string_view line, bool& in_comment);

/// What stands at byte `at` as an expression that can be evaluated: a name with the members and indices
/// before it ("pc.grass.data[i]" at "data" is "pc.grass.data"). "" = there is no name.
std::string_view expression_at(std::string_view line, size_t at);

} // namespace wb::overlay
