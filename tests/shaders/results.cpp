// SPDX-License-Identifier: MIT
#include "tests/shaders/results.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>

namespace wb::corpus {
namespace {

/// PCG's output permutation of a linear congruential step (Jarzynski and Olano, JCGT 9(3), 2020).
uint32_t hash(uint32_t i) {
    const uint32_t state = i * 747796405u + 2891336453u;
    const uint32_t word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
    return word >> 22 ^ word;
}

/// Floats in the order of their values as integers: neighbours differ by 1.
int64_t ordered(uint32_t bits) {
    return bits & 0x80000000u ? -int64_t(bits & 0x7fffffffu) : int64_t(bits);
}

bool close(const Tolerance& tolerance, uint32_t a, uint32_t b) {
    if (a == b) return true;
    const double x = std::bit_cast<float>(a), y = std::bit_cast<float>(b);
    if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
    switch (tolerance.kind) {
    case Tolerance::Kind::Exact:
        return false;
    case Tolerance::Kind::Ulp:
        return double(std::abs(ordered(a) - ordered(b))) <= tolerance.amount;
    case Tolerance::Kind::Relative:
        return std::abs(x - y) <= tolerance.amount * std::max(1.0, std::abs(x));
    }
    return false;
}

std::string show(bool as_float, uint32_t word) {
    char text[64];
    if (as_float)
        std::snprintf(text, sizeof text, "%.9g (%#010x)", std::bit_cast<float>(word), word);
    else
        std::snprintf(text, sizeof text, "%#010x", word);
    return text;
}

} // namespace

void fill_input(Words kind, std::span<uint32_t> words) {
    for (uint32_t i = 0; i < words.size(); ++i) {
        const uint32_t bits = hash(i);
        words[i] = kind == Words::Uint
                       ? bits
                       : std::bit_cast<uint32_t>(float(int32_t(bits >> 8) - (1 << 23)) / float(1 << 21));
    }
}

Status compare_results(const Recipe& recipe, std::span<const uint32_t> a, std::span<const uint32_t> b) {
    const size_t least = size_t(recipe.output.count) + recipe.counters;
    if (a.size() != b.size() || (recipe.images.empty() ? a.size() != least : a.size() < least))
        return fail("the results have " + std::to_string(a.size()) + " and " + std::to_string(b.size()) +
                    " words");
    size_t wrong = 0, first = 0;
    const auto is_float = [&](size_t i) {
        return recipe.output.kind == Words::Float && i < recipe.output.count;
    };
    for (size_t i = a.size(); i-- > 0;) {
        if (is_float(i) ? close(recipe.tolerance, a[i], b[i]) : a[i] == b[i]) continue;
        ++wrong;
        first = i;
    }
    if (!wrong) return {};
    const bool counter = first >= recipe.output.count;
    return fail(std::to_string(wrong) + " words differ; the first is " + (counter ? "counter " : "output ") +
                std::to_string(counter ? first - recipe.output.count : first) + ": " +
                show(is_float(first), a[first]) + " and " + show(is_float(first), b[first]));
}

} // namespace wb::corpus
