// SPDX-License-Identifier: MIT
// A module compiled from GLSL, memory held in a map, and names given by hand.
#pragma once

#include "engine/expr/evaluate.h"
#include "engine/values/format.h"
#include "engine/values/locate.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <unistd.h>

namespace wb::engine::test {

/// Compiles GLSL with glslangValidator ($GLSLANG) and parses the result. `options`: "-g", "-gVS", …
inline std::unique_ptr<Module> compile(const std::string& glsl, const std::string& options = "-g") {
    char folder[] = "/tmp/wavebreak-test-XXXXXX";
    if (!mkdtemp(folder)) return nullptr;
    const std::string base = folder, source = base + "/shader.comp", binary = base + "/shader.spv";
    std::ofstream(source) << glsl;
    const char* tool = std::getenv("GLSLANG");
    const std::string command = "cd " + base + " && " + (tool ? tool : "glslangValidator") +
                                " --target-env vulkan1.2 " + options +
                                " shader.comp -o shader.spv > log.txt 2>&1";
    const int status = std::system(command.c_str());
    std::ifstream in(binary, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), {});
    std::ifstream log(base + "/log.txt");
    EXPECT_EQ(status, 0) << std::string((std::istreambuf_iterator<char>(log)), {});
    std::vector<uint32_t> words(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), words.size() * 4);
    std::system(("rm -r " + base).c_str());
    auto module = Module::parse(words);
    EXPECT_TRUE(module) << (module ? "" : module.error().message);
    return module ? std::move(*module) : nullptr;
}

class FakeAccess : public Access {
public:
    std::map<std::pair<Space, uint64_t>, uint8_t> bytes;
    std::map<std::pair<uint32_t, uint32_t>, Bound> bindings;
    std::map<uint64_t, std::string> objects;
    std::vector<Layout> layouts;

    template <class T>
    void put(Space space, uint64_t address, T value) {
        uint8_t raw[sizeof(T)];
        std::memcpy(raw, &value, sizeof(T));
        for (size_t i = 0; i < sizeof(T); ++i)
            bytes[{space, address + i}] = raw[i];
    }
    Result<std::vector<uint8_t>> read(Space space, uint64_t address, uint64_t size) override {
        std::vector<uint8_t> out;
        for (uint64_t i = 0; i < size; ++i) {
            const auto it = bytes.find({space, address + i});
            if (it == bytes.end()) return fail("nothing is mapped there");
            out.push_back(it->second);
        }
        return out;
    }
    Status write(Space space, uint64_t address, std::span<const uint8_t> data) override {
        for (size_t i = 0; i < data.size(); ++i)
            bytes[{space, address + i}] = data[i];
        return {};
    }
    Result<Bound> descriptor(const Variable& variable, uint32_t element) override {
        const auto it = bindings.find({variable.binding, element});
        if (it == bindings.end()) return fail("nothing is bound there");
        return it->second;
    }
    std::string describe(uint64_t address) override {
        const auto it = objects.find(address);
        return it == objects.end() ? "" : it->second;
    }
    LayoutChild layout_child(uint32_t node, uint64_t index) override {
        const Layout& layout = layouts.at(node);
        if (layout.kind == 4)
            return {layouts.at(layout.first_child + index).offset, uint32_t(layout.first_child + index)};
        return {index * layout.stride, layout.first_child};
    }
};

class FakeNames : public Names {
public:
    explicit FakeNames(const Module& module) : module_(module) {}
    std::map<std::string, Value, std::less<>> values;
    Result<Value> variable(std::string_view name) override {
        const auto it = values.find(name);
        if (it == values.end()) return fail("no variable '" + std::string(name) + "'");
        return it->second;
    }
    Result<Value> register_value(std::string_view name) override {
        return fail("no register " + std::string(name));
    }
    const Module& module() override { return module_; }

private:
    const Module& module_;
};

} // namespace wb::engine::test
