// SPDX-License-Identifier: MIT
// The command language over a fake program.
#pragma once

#include "engine/commands/interpreter.h"
#include "tests/engine/fake_program.h"

namespace wb::engine::test {

constexpr const char* kSource = R"(#version 460
layout(local_size_x = 64) in;
layout(binding = 0) buffer B { uint f[]; } b;
uint twice(uint x) {
    uint y = x * 2u;
    return y;
}
void main() {
    uint i = gl_GlobalInvocationID.x;
    uint a = twice(i);
    for (int k = 0; k < 2; ++k)
        a += 1u;
    b.f[i] = a;
}
)";

class SessionTest : public testing::Test {
protected:
    void SetUp() override {
        auto owned = std::make_unique<FakeProgram>();
        program = owned.get();
        auto module = compile(kSource, "-g");
        ASSERT_TRUE(module);
        program->spirv = module->words();
        const auto function = [&](std::string_view name) {
            for (const auto& [id, f] : module->functions())
                if (f.name == name) return id;
            return 0u;
        };
        const auto variable = [&](std::string_view name) {
            for (const auto& [id, v] : module->variables())
                if (v.name == name) return id;
            return 0u;
        };
        protocol::Record& r = program->record;
        r.shader = 7;
        r.code_va = 0x1000;
        r.code_size = 0x200;
        r.workgroup_size = {64, 1, 1};
        r.files = {"shader.comp"};
        r.frames = {{function("main"), kNoId, kNoId, 0, 0, 0}, {function("twice"), 0, 0, 10, 0, 0}};
        r.variables = {
            {variable("i"), 0, 0, kNoId}, {variable("a"), 0, 0, kNoId}, {variable("x"), 1, 1, kNoId}};
        // code offset, file, line, column, spirv, scope, frame, flags, first location, count
        const auto slot = [&](uint32_t offset, uint32_t line, uint32_t frame, uint32_t flags = 2) {
            r.slots.push_back({offset, 0, line, 0, 0, 0, frame, flags, 0, 2});
        };
        slot(0x00, 0, 0, 1);  // 0: entry
        slot(0x10, 9, 0);     // 1: uint i
        slot(0x20, 10, 0);    // 2: uint a = twice(i)
        slot(0x30, 5, 1);     // 3: in twice
        slot(0x40, 6, 1);     // 4
        slot(0x50, 11, 0);    // 5: for: init
        slot(0x60, 11, 0);    // 6: for: test
        slot(0x70, 12, 0);    // 7: body
        slot(0x80, 11, 0);    // 8: for: increment
        slot(0x90, 13, 0);    // 9: b.f[i] = a
        slot(0xa0, 0, 0, 16); // 10: exit
        // variable, leaf, kind, bits, byte, lane, flags, reg, layout, constant: i in v1, a in v2
        r.locations = {{0, 0, 3, 32, 0, 0, 1, 1, kNoId, 0}, {1, 0, 3, 32, 0, 0, 1, 2, kNoId, 0}};
        program->vgprs.assign(4 * 64, 0);
        for (uint32_t lane = 0; lane < 64; ++lane) {
            program->vgprs[64 + lane] = lane;
            program->vgprs[128 + lane] = 1000 + lane;
        }
        session = std::make_unique<Session>(std::move(owned));
        session->notify = [&](int, const std::string& text) { notes.push_back(text); };
        interpreter = std::make_unique<Interpreter>(*session);
        interpreter->started = true;
        ASSERT_TRUE(session->learn());
    }
    void add_wave(uint32_t group, std::vector<uint64_t> exec = {}) {
        FakeWave wave;
        wave.group = {group, 0, 0};
        wave.path = {0, 1, 2, 3, 4, 5, 6, 7, 8, 6, 7, 8, 6, 9};
        wave.exec = std::move(exec);
        program->waves.push_back(wave);
    }
    std::string run(std::string_view line) {
        const Outcome outcome = interpreter->execute(line);
        return (outcome.ok ? "" : "error: ") + outcome.text;
    }
    uint32_t line() {
        WaveView* view = session->focus_wave();
        return view && view->statement() ? view->statement()->line : 0;
    }
    FakeProgram* program = nullptr;
    std::unique_ptr<Session> session;
    std::unique_ptr<Interpreter> interpreter;
    std::vector<std::string> notes;
};

} // namespace wb::engine::test
