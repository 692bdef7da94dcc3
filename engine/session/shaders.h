// SPDX-License-Identifier: MIT
// The program's shaders: their symbols and debug records, fetched when they are first needed.
#pragma once

#include "engine/session/agent.h"
#include "engine/symbols/debug_record.h"

#include <map>

namespace wb::engine {

/// One shader of one device. `module` and `record` are null until loaded; `why` says what is missing.
struct Shader {
    uint32_t device = 0;
    protocol::ShaderInfo info;
    std::unique_ptr<Module> module;
    std::unique_ptr<DebugRecord> record;
    std::string why;
    bool loaded = false, is_spirv_text = false;

    /// It has no line information: the disassembly of its SPIR-V, the last of the record's files, serves as
    /// source.
    bool uses_disassembly() const { return is_spirv_text; }
    /// "grass.comp (main)" or the debug name: how the shader is called in messages.
    std::string title() const;
    /// Name of the file a slot is in, "" = none.
    std::string_view file_of(const Slot& slot) const;
    /// Source line `line` of `file`, "" when the module has no source.
    std::string_view source_line(std::string_view file, uint32_t line) const;
};

class Shaders {
public:
    explicit Shaders(Agent& agent) : agent_(agent) {}
    /// Notes a shader the agent reported. Loading is separate, since it compiles the debug variant.
    Shader& add(uint32_t device, const protocol::ShaderInfo& info);
    void remove(uint64_t shader);
    /// Fetches SPIR-V and debug record. Failing is kept in Shader::why; true when both are there. `interrupt`
    /// becoming true gives up on the record, for which the driver may have to compile; a later call tries
    /// again.
    bool load(Shader& shader, const std::atomic<bool>* interrupt = nullptr);
    /// The loaded shader whose variant contains code address `pc`, or null.
    Shader* at_pc(uint64_t pc);
    Shader* find(uint64_t shader);
    std::map<uint64_t, std::unique_ptr<Shader>>& all() { return shaders_; }

private:
    Agent& agent_;
    std::map<uint64_t, std::unique_ptr<Shader>> shaders_;
};

} // namespace wb::engine
