// SPDX-License-Identifier: MIT
// A dispatch without a GPU for the model and its panels: a shader of one line that all waves stop at.
#pragma once

#include "overlay/model/model.h"
#include "tests/engine/fake_program.h"

#include <condition_variable>
#include <mutex>

namespace wb::overlay::test {

inline constexpr const char* kSource = R"(#version 460
layout(local_size_x = 64) in;
layout(binding = 0) buffer B { uint f[]; } b;
void main() {
    uint i = gl_GlobalInvocationID.x;
    uint a = i * 2u;
    a += 1u;
    b.f[i] = a;
}
)";

/// `waves` waves of one workgroup each, which go over the lines 5 to 8 of "shader.comp".
inline std::unique_ptr<engine::test::FakeProgram> fake_dispatch(uint32_t waves) {
    using engine::kNoId;
    auto program = std::make_unique<engine::test::FakeProgram>();
    const auto module = engine::test::compile(kSource, "-g");
    if (!module) return nullptr;
    program->spirv = module->words();
    uint32_t main = 0;
    for (const auto& [id, function] : module->functions())
        if (function.name == "main") main = id;
    const auto variable = [&](std::string_view name) {
        for (const auto& [id, each] : module->variables())
            if (each.name == name) return id;
        return 0u;
    };
    protocol::Record& record = program->record;
    record.shader = 7;
    record.code_va = 0x1000;
    record.code_size = 0x100;
    record.workgroup_size = {64, 1, 1};
    record.files = {"shader.comp"};
    record.frames = {{main, kNoId, kNoId, 0, 0, 0}};
    record.variables = {{variable("i"), 0, 0, kNoId}, {variable("a"), 0, 0, kNoId}};
    // code offset, file, line, column, spirv, scope, frame, flags, first location, count
    record.slots.push_back({0, 0, 0, 0, 0, 0, 0, 1, 0, 2});
    for (uint32_t line = 5; line <= 8; ++line)
        record.slots.push_back({(line - 4) * 0x10, 0, line, 0, 0, 0, 0, 2, 0, 2});
    // variable, leaf, kind, bits, byte, lane, flags, reg, layout, constant: i in v1, a in v2
    record.locations = {{0, 0, 3, 32, 0, 0, 1, 1, kNoId, 0}, {1, 0, 3, 32, 0, 0, 1, 2, kNoId, 0}};
    program->vgprs.assign(4 * 64, 0);
    for (uint32_t lane = 0; lane < 64; ++lane) {
        program->vgprs[64 + lane] = lane;
        program->vgprs[128 + lane] = 1000 + lane;
    }
    for (uint32_t i = 0; i < waves; ++i) {
        engine::test::FakeWave wave;
        wave.group = {i, 0, 0};
        wave.path = {0, 1, 2, 3, 4};
        program->waves.push_back(wave);
    }
    return program;
}

/// A model over it, which runs `first` at once, and a way to wait for what its snapshots show.
class Watched {
public:
    Watched(uint32_t waves, std::vector<std::string> first) {
        ModelOptions options;
        options.transport = fake_dispatch(waves);
        options.first = std::move(first);
        options.changed = [this] {
            const std::lock_guard lock(mutex_);
            ++changes_;
            changed_.notify_all();
        };
        model = std::make_unique<Model>(std::move(options));
    }
    /// The first snapshot from now on for which `condition` holds; null when none came in a minute.
    template <class Condition>
    std::shared_ptr<const Snapshot> wait(Condition condition) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
        std::unique_lock lock(mutex_);
        while (true) {
            const uint64_t seen = changes_;
            lock.unlock();
            auto now = model->snapshot();
            if (condition(*now)) return now;
            lock.lock();
            if (!changed_.wait_until(lock, end, [&] { return changes_ != seen; })) return nullptr;
        }
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    uint64_t changes_ = 0;

public:
    std::unique_ptr<Model> model; ///< Destroyed first: it calls back until then.
};

/// Everything that is collected at a stop.
inline Wants all_panels() {
    Wants out;
    for (const PanelInfo& info : kPanelTable)
        out.visible.insert(info.panel);
    out.open = {"Locals", "Arguments"};
    return out;
}

} // namespace wb::overlay::test
