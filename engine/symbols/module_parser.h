// SPDX-License-Identifier: MIT
// Reads a SPIR-V module into a Module. Internal to engine/symbols.
#pragma once

#include "engine/symbols/module.h"

#include <map>
#include <set>

namespace wb::engine {

/// One instruction's operands, bounds-checked: words beyond the end read as 0.
struct Operands {
    uint32_t opcode = 0;
    std::span<const uint32_t> words; ///< Without the first word.
    uint32_t operator[](size_t i) const { return i < words.size() ? words[i] : 0; }
    size_t size() const { return words.size(); }
    /// The literal string that starts at operand `i`.
    std::string text(size_t i) const;
};

class ModuleParser {
public:
    explicit ModuleParser(Module& module) : module_(module) {}
    Status run();

private:
    struct Decorations {
        std::map<uint32_t, uint32_t> values; ///< Decoration → first literal.
        std::map<uint32_t, std::map<uint32_t, uint32_t>> members;
    };

    void instruction(const Operands& op);
    bool annotation(const Operands& op);
    bool type_declaration(const Operands& op);
    void constant(const Operands& op);
    void variable(const Operands& op, bool parameter);
    void debug_instruction(const Operands& op);
    bool debug_type_declaration(const Operands& op);
    const Type* debug_type(uint32_t id) const;
    const Type* debug_struct(uint32_t id, const Operands& op, size_t first_member);
    void debug_local(const Operands& op);
    void debug_function_definition(uint32_t debug_function, uint32_t function);
    void finish();
    void split_sources();

    Type& new_type(uint32_t id, TypeKind kind);
    const Type* type(uint32_t id) const { return module_.type(id); }
    uint32_t constant_value(uint32_t id) const;
    std::string name_of(uint32_t id) const;
    const std::string& string_of(uint32_t id) const;
    uint32_t decoration(uint32_t id, uint32_t which, uint32_t missing) const;
    void source_text(uint32_t file_string, std::string text);

    Module& module_;
    std::map<uint32_t, std::string> names_, strings_;
    std::map<uint32_t, std::map<uint32_t, std::string>> member_names_;
    std::map<uint32_t, Decorations> decorations_;
    std::map<uint32_t, uint32_t> constants_;
    std::map<uint32_t, std::string> debug_sources_; ///< DebugSource id → file name.
    struct DebugLocal {
        std::string name;
        uint32_t scope, line;
    };
    std::map<uint32_t, DebugLocal> debug_locals_;
    std::map<uint32_t, const Type*> debug_types_; ///< DebugType* id → type; null: none that is shown.
    std::map<uint32_t, Member> debug_members_;
    std::map<uint32_t, std::string> debug_function_names_;
    std::set<uint32_t> line_files_;
    uint32_t debug_set_ = 0; ///< Id of the NonSemantic.Shader.DebugInfo.100 import.
    uint32_t current_function_ = 0, last_source_ = 0;
};

/// "vec3" for a float vector of 3, and so on.
std::string vector_name(const Type& component, uint32_t count);
/// "mat4", "dmat2x3", and so on, for `count` such columns.
std::string matrix_name(const Type& column, uint32_t count);

} // namespace wb::engine
