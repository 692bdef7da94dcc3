// SPDX-License-Identifier: MIT
// NonSemantic.Shader.DebugInfo.100: sources, scopes and declarations. The instruction set's specification
// gives the operand order; operands behind the instruction number are ids, numbers among them ids of
// constants.
#include "engine/symbols/module_parser.h"

#include <spirv/unified1/NonSemanticShaderDebugInfo100.h>

namespace wb::engine {

void ModuleParser::debug_instruction(const Operands& op) {
    if (debug_type_declaration(op)) return;
    const uint32_t id = op[1];
    const auto arg = [&](size_t i) { return op[4 + i]; };
    switch (op[3]) {
    case NonSemanticShaderDebugInfo100DebugSource:
        debug_sources_[id] = string_of(arg(0));
        source_text(arg(0), op.size() > 5 ? string_of(arg(1)) : "");
        break;
    case NonSemanticShaderDebugInfo100DebugSourceContinued:
        if (!module_.files_.empty()) module_.files_.back().text += string_of(arg(0));
        break;
    case NonSemanticShaderDebugInfo100DebugCompilationUnit:
        module_.scopes_[id] = {id, 0, 0, false};
        break;
    case NonSemanticShaderDebugInfo100DebugFunction: // name, type, source, line, column, parent, linkage
                                                     // name, flags, scope line
        module_.scopes_[id] = {id, arg(5), constant_value(arg(3)), true};
        debug_function_names_[id] = string_of(arg(0));
        // Its OpFunction may be gone, inlined everywhere.
        module_.functions_[id] = {id, string_of(arg(0)), id, {}};
        break;
    case NonSemanticShaderDebugInfo100DebugLexicalBlock: // source, line, column, parent
        module_.scopes_[id] = {id, arg(3), constant_value(arg(1)), false};
        break;
    case NonSemanticShaderDebugInfo100DebugFunctionDefinition: // debug function, function
        debug_function_definition(arg(0), arg(1));
        break;
    case NonSemanticShaderDebugInfo100DebugLocalVariable: // name, type, source, line, column, parent, flags[,
                                                          // argument number]
        debug_locals_[id] = {string_of(arg(0)), arg(5), constant_value(arg(3))};
        debug_local(op);
        break;
    case NonSemanticShaderDebugInfo100DebugDeclare: { // local variable, variable, expression
        const auto local = debug_locals_.find(arg(0));
        const auto variable = module_.variables_.find(arg(1));
        if (local == debug_locals_.end() || variable == module_.variables_.end()) break;
        variable->second.scope = local->second.scope;
        variable->second.line = local->second.line;
        Variable& declared = module_.variables_.at(arg(0));
        declared.declared = true;
        variable->second.parameter |= declared.parameter;
        if (!local->second.name.empty()) {
            variable->second.name = local->second.name;
            variable->second.temporary = false;
        }
        break;
    }
    case NonSemanticShaderDebugInfo100DebugGlobalVariable: { // name, type, source, line, column, parent,
                                                             // linkage name, variable, flags
        const auto variable = module_.variables_.find(arg(7));
        if (variable == module_.variables_.end()) break;
        variable->second.line = constant_value(arg(3));
        if (variable->second.name.empty()) variable->second.name = string_of(arg(0));
        variable->second.temporary = variable->second.name.empty();
        break;
    }
    case NonSemanticShaderDebugInfo100DebugLine:
        module_.has_lines_ = true;
        break;
    default:
        break;
    }
}

/// The variable as such: where an optimiser took its OpVariable away, the debug record names it by this id.
void ModuleParser::debug_local(const Operands& op) {
    Variable made;
    made.id = op[1];
    made.name = string_of(op[4]);
    made.type = debug_type(op[5]);
    made.storage_class = 7; // Function
    made.scope = made.function = op[9];
    made.line = constant_value(op[7]);
    made.parameter = op.size() > 11;
    made.debug_local = true;
    made.temporary = made.name.empty();
    module_.variables_[made.id] = std::move(made);
}

void ModuleParser::debug_function_definition(uint32_t debug_function, uint32_t function) {
    const auto it = module_.functions_.find(function);
    if (it == module_.functions_.end()) return;
    it->second.scope = debug_function;
    const auto name = debug_function_names_.find(debug_function);
    if (name != debug_function_names_.end() && !name->second.empty()) it->second.name = name->second;
}

} // namespace wb::engine
