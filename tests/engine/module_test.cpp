// SPDX-License-Identifier: MIT
#include "tests/engine/fakes.h"

#include <bit>

namespace wb::engine::test {

constexpr const char* kShader = R"(#version 460
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 16, local_size_y = 4) in;
struct Particle { vec3 position; float mass; uvec2 tag; };
layout(buffer_reference, std430) buffer Particles { Particle data[]; };
layout(push_constant) uniform Push { Particles particles; uint count; mat3 turn; layout(row_major) mat2x3 skew; } pc;
layout(set = 1, binding = 2) buffer Out { float results[]; } out_buffer;
shared float sums[4];
float twice(float x) { float y = x * 2.0; return y; }
void main() {
    uint i = gl_GlobalInvocationID.x;
    float a = twice(float(i));
    out_buffer.results[i] = a + pc.particles.data[i].mass + sums[0];
}
)";

class ModuleFacts : public testing::TestWithParam<const char*> {};

static const Variable* named(const Module& module, std::string_view name) {
    for (const auto& [id, variable] : module.variables())
        if (variable.name == name) return &variable;
    return nullptr;
}

TEST(ModuleFacts, NamesTypesAndSource) {
    auto module = compile(kShader, "-g");
    ASSERT_TRUE(module);
    const Variable* pc = named(*module, "pc");
    ASSERT_TRUE(pc);
    EXPECT_EQ(pc->type->name, "Push");
    ASSERT_EQ(pc->type->members.size(), 4u);
    EXPECT_EQ(pc->type->members[0].type->name, "Particles*");
    EXPECT_EQ(pc->type->members[2].matrix_stride, 16u);
    EXPECT_TRUE(pc->type->members[3].row_major);
    const Variable* out = named(*module, "out_buffer");
    ASSERT_TRUE(out);
    EXPECT_EQ(out->set, 1u);
    EXPECT_EQ(out->binding, 2u);
    ASSERT_EQ(module->files().size(), 1u);
    EXPECT_EQ(module->files()[0].lines.at(8), "float twice(float x) { float y = x * 2.0; return y; }");
    EXPECT_NE(module->entry_point("main"), 0u);
    bool found = false;
    for (const auto& [id, function] : module->functions())
        found |= function.name == "twice" && function.variables.size() >= 2;
    EXPECT_TRUE(found);
}

TEST(ModuleFacts, RayQueriesAreOpaque) {
    auto module = compile(R"(#version 460
#extension GL_EXT_ray_query : require
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(binding = 1) buffer Out { uint hits; };
void main() {
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, 0, 255, vec3(0), 0, vec3(1), 9);
    while (rayQueryProceedEXT(query)) ++hits;
})");
    ASSERT_TRUE(module);
    EXPECT_TRUE(module->notes().empty()) << module->notes().front();
    for (const auto& [name, type] : {std::pair{"scene", "accelerationStructure"}, {"query", "rayQuery"}}) {
        const Variable* variable = named(*module, name);
        ASSERT_TRUE(variable) << name;
        EXPECT_EQ(variable->type->name, type);
        EXPECT_EQ(variable->type->kind, TypeKind::Opaque);
    }
}

TEST(ModuleFacts, PointersAreFollowedThroughMemory) {
    auto module = compile(kShader, "-g");
    ASSERT_TRUE(module);
    FakeAccess access;
    FakeNames names(*module);
    Value pc;
    pc.type = named(*module, "pc")->type;
    pc.in_memory = true;
    pc.place.space = Space::PushConstant;
    names.values["pc"] = pc;
    access.put<uint64_t>(Space::PushConstant, 0, 0xffff'8001'0000'0000ull);
    access.put<uint32_t>(Space::PushConstant, 8, 640);
    access.objects[0xffff'8001'0000'0000ull] = "particles";
    // Particle: vec3 at 0, mass at 12, tag at 16, stride 32 (std430).
    const uint64_t third = 0xffff'8001'0000'0000ull + 3 * 32;
    access.put<float>(Space::Global, third + 0, 10.5f);
    access.put<float>(Space::Global, third + 4, 3.f);
    access.put<float>(Space::Global, third + 8, -1.25f);
    access.put<float>(Space::Global, third + 12, 213.125f);
    access.put<uint32_t>(Space::Global, third + 16, 213);
    access.put<uint32_t>(Space::Global, third + 20, 639);
    const auto show = [&](std::string_view text) {
        auto value = evaluate(text, names, access);
        return value ? to_text(access, *value) : "error: " + value.error().message;
    };
    EXPECT_EQ(show("pc.count"), "640");
    EXPECT_EQ(show("pc.particles"), "0xffff800100000000 <particles>");
    EXPECT_EQ(show("pc.particles.data[3]"),
              "{position = (10.5, 3, -1.25), mass = 213.125, tag = (213, 639)}");
    EXPECT_EQ(show("pc.particles->data[3].position.zx"), "(-1.25, 10.5)");
    EXPECT_EQ(show("pc.particles.data[3].tag@1"), "{(213, 639)}");
    EXPECT_EQ(show("pc.particles.data[4].mass"), "<nothing is mapped there>");
    EXPECT_EQ(show("pc.particles.data"), "<Particle[] of unknown length>");
    // Row-major: mat2x3 has 2 columns of 3; std430 puts its rows (vec2) 8 apart: column c, row r is at 64 + 8
    // r + 4 c.
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 2; ++c)
            access.put<float>(Space::PushConstant, 64 + 8 * r + 4 * c, float(10 * c + r));
    EXPECT_EQ(show("pc.skew"), "((0, 1, 2), (10, 11, 12))");
    EXPECT_EQ(show("pc.skew[1]"), "(10, 11, 12)");
    EXPECT_EQ(show("pc.skew[1].y"), "11");
}

TEST(ModuleFacts, DebugInfo100GivesScopes) {
    auto module = compile(R"(#version 460
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { float f[]; } b;
void main() {
    float a = b.f[0];
    if (a > 1.0) { float inner = a * 2.0; b.f[1] = inner; }
}
)",
                          "-gVS");
    ASSERT_TRUE(module);
    const Variable* inner = named(*module, "inner");
    const Variable* a = named(*module, "a");
    ASSERT_TRUE(inner && a);
    ASSERT_NE(inner->scope, 0u);
    const Scope* block = module->scope(inner->scope);
    ASSERT_TRUE(block);
    EXPECT_FALSE(block->is_function);
    EXPECT_EQ(block->parent, a->scope);
}

TEST(ModuleFacts, BrokenWordsCostNoMoreThanThemselves) {
    auto module = compile(kShader, "-g");
    ASSERT_TRUE(module);
    std::vector<uint32_t> words = module->words();
    EXPECT_FALSE(Module::parse(std::span(words).first(3)));
    auto cut = Module::parse(std::span(words).first(words.size() / 2));
    ASSERT_TRUE(cut);
    // Every single-word corruption must leave a module or an error, never a crash.
    uint32_t state = 12345;
    for (int round = 0; round < 2000; ++round) {
        std::vector<uint32_t> broken = words;
        for (int k = 0; k < 3; ++k) {
            state = state * 1664525 + 1013904223;
            broken[5 + (state >> 8) % (broken.size() - 5)] = state * 2654435761u >> (state >> 28);
        }
        auto result = Module::parse(broken);
        if (result) (*result)->variables();
    }
}

} // namespace wb::engine::test
