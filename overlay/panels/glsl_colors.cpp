// SPDX-License-Identifier: MIT
#include "overlay/panels/glsl_colors.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace wb::overlay {

static constexpr std::array<std::string_view, 62> kKeywords = {
    "bool",    "break",     "buffer",   "bvec2",    "bvec3",     "bvec4",    "case",    "const",   "continue",
    "default", "discard",   "do",       "double",   "else",      "false",    "float",   "for",     "if",
    "in",      "inout",     "int",      "ivec2",    "ivec3",     "ivec4",    "layout",  "mat2",    "mat3",
    "mat4",    "out",       "readonly", "return",   "sampler2D", "shared",   "struct",  "switch",  "true",
    "uint",    "uniform",   "uvec2",    "uvec3",    "uvec4",     "vec2",     "vec3",    "vec4",    "void",
    "while",   "writeonly", "coherent", "restrict", "float16_t", "uint64_t", "int64_t", "uint8_t", "image2D",
    "float2",  "float3",    "float4",   "uint2",    "uint3",     "uint4",    "static",  "cbuffer"};

static bool in_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

static Piece kind_of(std::string_view word) {
    if (std::isdigit(static_cast<unsigned char>(word[0]))) return Piece::Number;
    return std::ranges::find(kKeywords, word) != kKeywords.end() ? Piece::Keyword : Piece::Plain;
}

std::vector<Colored> color_line(std::string_view line, bool& in_comment) {
    std::vector<Colored> out;
    const auto add = [&](size_t length, Piece kind) {
        if (!length) return;
        // Neighbours of one colour are drawn at once.
        if (!out.empty() && out.back().kind == kind)
            out.back().text = {out.back().text.data(), out.back().text.size() + length};
        else
            out.push_back({line.substr(0, length), kind});
        line.remove_prefix(length);
    };
    while (!line.empty()) {
        if (in_comment) {
            const size_t end = line.find("*/");
            in_comment = end == std::string_view::npos;
            add(in_comment ? line.size() : end + 2, Piece::Comment);
        } else if (line.starts_with("//") || line.starts_with(';')) {
            // ';' alone begins a comment in SPIR-V text, where it stands at a line's start.
            add(line.starts_with(';') && !out.empty() ? 1 : line.size(),
                line.starts_with(';') && !out.empty() ? Piece::Plain : Piece::Comment);
        } else if (line.starts_with("/*")) {
            in_comment = true;
            add(2, Piece::Comment);
        } else if (line.starts_with('"')) {
            const size_t end = line.find('"', 1);
            add(end == std::string_view::npos ? line.size() : end + 1, Piece::Text);
        } else if (line.starts_with('#')) {
            add(std::min(line.find(' '), line.size()), Piece::Keyword);
        } else if (in_name(line[0])) {
            size_t length = 1;
            const bool number = std::isdigit(static_cast<unsigned char>(line[0]));
            while (length < line.size() && (in_name(line[length]) || (number && line[length] == '.')))
                ++length;
            add(length, kind_of(line.substr(0, length)));
        } else {
            add(1, Piece::Plain);
        }
    }
    return out;
}

/// Start of the bracketed index that ends right before `at`, or `at`.
static size_t before_index(std::string_view line, size_t at) {
    int depth = 0;
    for (size_t i = at; i > 0; --i) {
        if (line[i - 1] == ']') ++depth;
        if (line[i - 1] == '[' && --depth == 0) return i - 1;
        if (depth == 0) return at;
    }
    return at;
}

std::string_view expression_at(std::string_view line, size_t at) {
    if (at >= line.size() || !in_name(line[at])) return {};
    size_t first = at, end = at;
    while (end < line.size() && in_name(line[end]))
        ++end;
    while (true) {
        while (first > 0 && in_name(line[first - 1]))
            --first;
        if (first == 0 || line[first - 1] != '.') break;
        const size_t before = before_index(line, first - 1);
        if (before == 0 || !in_name(line[before - 1])) return {};
        first = before;
    }
    if (std::isdigit(static_cast<unsigned char>(line[first]))) return {};
    const std::string_view name = line.substr(first, end - first);
    if (kind_of(name) == Piece::Keyword) return {};
    // A function's name has no value.
    const size_t next = line.find_first_not_of(' ', end);
    return next != std::string_view::npos && line[next] == '(' ? std::string_view() : name;
}

} // namespace wb::overlay
