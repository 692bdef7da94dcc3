// SPDX-License-Identifier: MIT
#include "tests/shaders/recipe.h"

#include <bit>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace wb::corpus {
namespace {

Status parse_buffer(std::istringstream& words, BufferRecipe& out) {
    std::string kind;
    if (!(words >> kind >> out.count) || (kind != "uint" && kind != "float") || !out.count)
        return fail("wants `uint N` or `float N`");
    out.kind = kind == "float" ? Words::Float : Words::Uint;
    return {};
}

Status parse_push(std::istringstream& words, Recipe& recipe) {
    std::vector<uint32_t>& out = recipe.push;
    std::string word;
    while (words >> word) {
        if (word == "addresses") {
            recipe.push_addresses = true;
            continue;
        }
        char* end = nullptr;
        const bool is_float = word.find('.') != std::string::npos;
        out.push_back(is_float ? std::bit_cast<uint32_t>(std::strtof(word.c_str(), &end))
                               : uint32_t(std::strtoll(word.c_str(), &end, 0)));
        if (*end) return fail("has no number " + word);
    }
    return {};
}

std::pair<std::string, std::string> setting(const std::string& word) {
    const size_t equals = word.find('=');
    if (equals == std::string::npos) return {word, ""};
    return {word.substr(0, equals), word.substr(equals + 1)};
}

Status parse_image(std::istringstream& words, std::vector<ImageRecipe>& out) {
    ImageRecipe image;
    std::string kind, size;
    if (!(words >> kind >> image.format >> image.view >> size) || (kind != "sampled" && kind != "storage"))
        return fail("wants `sampled|storage FORMAT VIEW WxHxD [layers=N] [levels=N] ...`");
    image.sampled = kind == "sampled";
    const int axes = std::sscanf(size.c_str(), "%ux%ux%u", &image.size[0], &image.size[1], &image.size[2]);
    if (axes < 1) return fail("has no size " + size);
    for (std::string word; words >> word;) {
        const auto [name, value] = setting(word);
        const uint32_t number = uint32_t(std::strtoul(value.c_str(), nullptr, 0));
        if (name == "layers")
            image.layers = number;
        else if (name == "levels")
            image.levels = number;
        else if (name == "base")
            image.base_level = number;
        else if (name == "samples")
            image.samples = number;
        else if (name == "array")
            image.elements = number;
        else if (name == "linear")
            image.linear_tiling = true;
        else
            return fail("has an unknown setting " + word);
    }
    out.push_back(std::move(image));
    return {};
}

Status parse_sampler(std::istringstream& words, std::vector<ImageRecipe>& images) {
    if (images.empty()) return fail("follows no image");
    for (std::string word; words >> word;)
        images.back().sampler.push_back(setting(word));
    return {};
}

Status parse_tolerance(std::istringstream& words, Tolerance& out) {
    std::string kind;
    words >> kind;
    if (kind == "exact") return {};
    out.kind = kind == "ulp" ? Tolerance::Kind::Ulp : Tolerance::Kind::Relative;
    if ((kind != "ulp" && kind != "relative") || !(words >> out.amount))
        return fail("wants `exact`, `ulp N` or `relative X`");
    return {};
}

Status parse_line(const std::string& key, std::istringstream& words, Recipe& recipe) {
    if (key == "groups:") {
        if (!(words >> recipe.groups[0] >> recipe.groups[1] >> recipe.groups[2]))
            return fail("wants three numbers");
        return {};
    }
    if (key == "input:") return parse_buffer(words, recipe.input);
    if (key == "output:") return parse_buffer(words, recipe.output);
    if (key == "counters:") return words >> recipe.counters ? Status{} : fail("wants a number");
    if (key == "image:") return parse_image(words, recipe.images);
    if (key == "sampler:") return parse_sampler(words, recipe.images);
    if (key == "robust") recipe.robust = true;
    if (key == "push:") return parse_push(words, recipe);
    if (key == "tolerance:") return parse_tolerance(words, recipe.tolerance);
    return {}; // `features:`, which is not for running, or prose
}

} // namespace

Result<Recipe> parse_recipe(const std::string& source) {
    Recipe recipe;
    std::istringstream lines(source);
    for (std::string line; std::getline(lines, line) && line.starts_with("//");) {
        std::istringstream words(line.substr(2));
        std::string key;
        words >> key;
        if (auto ok = parse_line(key, words, recipe); !ok)
            return fail("`" + line + "` " + ok.error().message);
    }
    if (!recipe.groups[0] || !recipe.groups[1] || !recipe.groups[2])
        return fail("there is no `// groups: X Y Z`");
    return recipe;
}

Result<Recipe> read_recipe(const std::string& path) {
    std::ifstream file(path);
    if (!file) return fail("cannot read " + path);
    std::ostringstream text;
    text << file.rdbuf();
    auto recipe = parse_recipe(text.str());
    if (!recipe) return fail(path + ": " + recipe.error().message);
    return recipe;
}

} // namespace wb::corpus
