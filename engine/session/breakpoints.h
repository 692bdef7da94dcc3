// SPDX-License-Identifier: MIT
// Breakpoints: what the person asked for, and where that is in each shader.
#pragma once

#include "engine/expr/ast.h"
#include "engine/session/hit_condition.h"
#include "engine/session/log_message.h"
#include "engine/session/shaders.h"

#include <optional>
#include <set>

namespace wb::engine {

struct Breakpoint {
    unsigned id = 0;
    std::string file;  ///< as asked; choose_file says which of a shader's files it means
    uint32_t line = 0; ///< as asked
    /// Instead of file and line: the first statement of each function of this name (inlined ones included),
    /// or of the shader's entry point when it is kAnyEntry or the stage's name ("compute").
    std::string function;
    static constexpr std::string_view kAnyEntry = "*";
    /// Instead of them: the statement whose slot, or whose first instruction behind it, is at this GPU
    /// address.
    std::optional<uint64_t> address;
    std::optional<std::array<uint32_t, 3>> invocation; ///< only this global invocation
    std::optional<uint32_t> command;                   ///< only waves of this command (CommandInfo::command)
    std::optional<uint64_t> shader;                    ///< only in this shader
    std::string condition;                             ///< text, "" = none
    std::shared_ptr<Expr> expr;
    bool temporary = false, enabled = true;
    uint64_t hits =
        0; ///< Waves that came to it with its condition met, those that `wanted` let pass included.
    std::optional<HitCondition> wanted; ///< Which of the hits stop; nothing = all.
    uint64_t ignore = 0;                ///< How many of the next hits do not stop.
    std::optional<LogMessage> log;      ///< Printed instead of stopping.

    /// The slots it stands for in one shader. `line` is the line it moved to.
    struct Place {
        uint64_t shader = 0;
        std::vector<uint32_t> offsets;
        uint32_t line = 0;
        std::string file{}; ///< as the shader names it
    };
    std::vector<Place> places; ///< empty: pending
    /// Why it is pending although a shader has the file: which lines have statements. "" = no shader has it.
    std::string problem;
    /// How many slots it stands for in all shaders.
    size_t slot_count() const;
    bool is_at(uint64_t shader, uint32_t offset) const;
    /// "grass.comp:40", "function hash" or "0x8000100", for messages.
    std::string where() const;
};

/// "[FILE:]LINE|[FILE:]FUNCTION|*ADDRESS [if CONDITION]" as in the command `break`. A file's name may have
/// blanks, and may be in quotes. `LINE` alone means the file `current_file`.
Result<Breakpoint> parse_breakpoint(std::string_view text, std::string_view current_file);

/// What stands behind `if` in the command `break`, into `out`: expressions and at most one "invocation X,Y,Z"
/// (also in brackets, and behind ==), joined with && or `and`. What is not understood is an error, also a
/// call of an unknown function.
Status parse_breakpoint_condition(std::string_view text, Breakpoint& out);

/// The first statement of `command`, whenever it is submitted. A command that was submitted once is recorded
/// anew for each frame and never comes again; the breakpoint is then for its shader.
Breakpoint at_entry_of(const protocol::CommandInfo& command);

/// An error when the condition names a variable that the shader's module does not have.
Status check_names(const Breakpoint& breakpoint, const Shader& shader);

/// Finds the slots of `breakpoint` in `shader`. A line without a statement moves to the next one that has. An
/// error (file not in this shader: code -ENOENT; several files it may be; no statement at or after the line:
/// names the nearest lines that have one) leaves it pending here.
Result<Breakpoint::Place> resolve(const Breakpoint& breakpoint, const Shader& shader);

/// Lines of `file` (matched as a breakpoint's) on which a statement of `shader`, which must have a record,
/// begins.
std::set<uint32_t> statement_lines(const Shader& shader, std::string_view file);

/// Of the slots of one line those where a person would expect one stop: in each frame, the first of every run
/// of neighbouring slots. A `for` line so stops at its start and once an iteration.
std::vector<const Slot*> stopping_slots(const DebugRecord& record, uint32_t file, uint32_t line);

} // namespace wb::engine
