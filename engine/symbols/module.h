// SPDX-License-Identifier: MIT
// What a SPIR-V module says about itself: types, variables, functions, sources and scopes.
//
// Bad debug information costs the variable or scope it belongs to, never the module: parse() fails only when
// the words are no SPIR-V at all, and everything it had to leave out is listed in `notes`.
#pragma once

#include "common/result.h"
#include "engine/symbols/file_names.h"
#include "engine/symbols/type.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace wb::engine {

inline constexpr uint32_t kNoId = 0xffffffff;

/// OpVariable or OpFunctionParameter; or a DebugLocalVariable, which is all that is left where an optimiser
/// took them away.
struct Variable {
    uint32_t id = 0;
    std::string name;           ///< "" when the module names it not (compiler temporaries).
    const Type* type = nullptr; ///< Of the value, not of the pointer.
    uint32_t storage_class = 0; ///< SpvStorageClass.
    uint32_t function = 0;      ///< Id of the owning function; 0 at module scope.
    uint32_t set = kNoId, binding = kNoId, builtin = kNoId;
    uint32_t scope =
        0; ///< Debug info 100: id of the DebugLexicalBlock or DebugFunction it is declared in; 0 = unknown.
    uint32_t line = 0; ///< Where it is declared; 0 = unknown.
    bool parameter = false,
         temporary = false;   ///< temporary: made by the compiler, hidden from `info locals`.
    bool debug_local = false, ///< A DebugLocalVariable.
        declared = false;     ///< debug_local: an OpVariable stands for it.
};

struct Function {
    uint32_t id = 0;
    std::string name;                ///< "hash", without the argument types that glslang appends.
    uint32_t scope = 0;              ///< DebugFunction, 0 = none.
    std::vector<uint32_t> variables; ///< Parameters first, in order of appearance.
};

/// A source file of the module. `text` empty: the module carries no source.
struct SourceFile {
    std::string name;
    std::string text;
    std::vector<std::string_view> lines; ///< Of text; line n is lines[n - 1].
};

/// DebugFunction, DebugLexicalBlock, …: the nesting of scopes.
struct Scope {
    uint32_t id = 0, parent = 0, line = 0;
    bool is_function = false;
};

/// Splits `file.text` into `file.lines`.
void split_lines(SourceFile& file);

class Module {
public:
    /// `words` need not outlive the call.
    static Result<std::unique_ptr<Module>> parse(std::span<const uint32_t> words);

    const std::vector<uint32_t>& words() const { return words_; }
    const Type* type(uint32_t id) const;
    const Variable* variable(uint32_t id) const;
    const Function* function(uint32_t id) const;
    const Scope* scope(uint32_t id) const;
    const std::map<uint32_t, Variable>& variables() const { return variables_; }
    const std::map<uint32_t, Function>& functions() const { return functions_; }
    const std::deque<SourceFile>& files() const { return files_; }
    /// The file that `name` means (choose_file); null: there is none, or several may be meant.
    const SourceFile* file(std::string_view name) const;
    FileChoice choose_file(std::string_view name) const; ///< Of files().
    uint32_t entry_point(std::string_view name) const;   ///< Function id, 0 = no such entry point.
    const std::vector<std::string>& notes() const { return notes_; }
    bool has_lines() const { return has_lines_; }
    /// Adds a source that the module does not carry itself (its own disassembly).
    void add_file(std::string name, std::string text);

    /// A type that the module need not contain, e.g. the vec3 a swizzle makes. Thread rules: one engine
    /// thread.
    const Type* scalar(TypeKind kind, uint32_t bits, bool is_signed) const;
    const Type* vector_of(const Type* scalar, uint32_t count) const;
    const Type* matrix_of(const Type* column, uint32_t count) const;
    const Type* array_of(const Type* element, uint32_t count) const;
    const Type* pointer_to(const Type* target) const;
    const Type* struct_named(std::string_view name) const; ///< First struct of that name, or null.

private:
    friend class ModuleParser;
    const Type* make(Type type) const;

    std::vector<uint32_t> words_;
    std::map<uint32_t, std::unique_ptr<Type>> types_;
    mutable std::vector<std::unique_ptr<Type>> made_;
    std::map<uint32_t, Variable> variables_;
    std::map<uint32_t, Function> functions_;
    std::map<uint32_t, Scope> scopes_;
    std::map<std::string, uint32_t, std::less<>> entry_points_;
    std::deque<SourceFile> files_; ///< A deque: lines point into the texts.
    std::vector<std::string> notes_;
    bool has_lines_ = false;
};

} // namespace wb::engine
