// SPDX-License-Identifier: MIT
// Types of NonSemantic.Shader.DebugInfo.100. A variable that an optimiser took away has only these: no
// OpVariable names a SPIR-V type for it.
#include "engine/symbols/module_parser.h"

#include <fmt/format.h>
#include <spirv/unified1/NonSemanticShaderDebugInfo100.h>

namespace wb::engine {

const Type* ModuleParser::debug_type(uint32_t id) const {
    const auto it = debug_types_.find(id);
    return it == debug_types_.end() ? nullptr : it->second;
}

static TypeKind kind_of(uint32_t encoding) {
    switch (encoding) {
    case NonSemanticShaderDebugInfo100Boolean:
        return TypeKind::Bool;
    case NonSemanticShaderDebugInfo100Float:
        return TypeKind::Float;
    case NonSemanticShaderDebugInfo100Signed:
    case NonSemanticShaderDebugInfo100SignedChar:
    case NonSemanticShaderDebugInfo100Unsigned:
    case NonSemanticShaderDebugInfo100UnsignedChar:
        return TypeKind::Int;
    default:
        return TypeKind::Opaque;
    }
}

const Type* ModuleParser::debug_struct(uint32_t id, const Operands& op, size_t first_member) {
    Type& made = new_type(id, TypeKind::Struct);
    made.name = string_of(op[4]);
    if (made.name.empty()) made.name = fmt::format("struct %{}", id);
    for (size_t i = first_member; i < op.size(); ++i)
        if (const auto member = debug_members_.find(op[i]); member != debug_members_.end()) {
            made.members.push_back(member->second);
            if (!made.members.back().type) return nullptr;
        }
    return made.members.empty() ? nullptr : &made;
}

bool ModuleParser::debug_type_declaration(const Operands& op) {
    const uint32_t id = op[1];
    const auto arg = [&](size_t i) { return op[4 + i]; };
    const Type*& made = debug_types_[id];
    switch (op[3]) {
    case NonSemanticShaderDebugInfo100DebugTypeBasic: { // name, size, encoding
        const uint32_t encoding = constant_value(arg(2));
        const TypeKind kind = kind_of(encoding);
        const bool is_signed = encoding == NonSemanticShaderDebugInfo100Signed ||
                               encoding == NonSemanticShaderDebugInfo100SignedChar;
        const uint32_t bits = kind == TypeKind::Bool ? 32 : constant_value(arg(1));
        if (kind != TypeKind::Opaque && bits) made = module_.scalar(kind, bits, is_signed);
        return true;
    }
    case NonSemanticShaderDebugInfo100DebugTypeVector: // base, count
        if (const Type* base = debug_type(arg(0)); base && base->is_scalar())
            made = module_.vector_of(base, constant_value(arg(1)));
        return true;
    case NonSemanticShaderDebugInfo100DebugTypeMatrix: // column, count, column major
        if (const Type* column = debug_type(arg(0)); column && column->kind == TypeKind::Vector) {
            Type& matrix = new_type(id, TypeKind::Matrix);
            matrix.element = column;
            matrix.count = constant_value(arg(1));
            matrix.name = matrix_name(*column, matrix.count);
            made = &matrix;
        }
        return true;
    case NonSemanticShaderDebugInfo100DebugTypeArray: // base, counts, the innermost last
        made = debug_type(arg(0));
        for (size_t i = op.size(); made && i > 5; --i) {
            const uint32_t count = constant_value(op[i - 1]);
            made = count ? module_.array_of(made, count) : nullptr;
        }
        return true;
    case NonSemanticShaderDebugInfo100DebugTypeQualifier: // base, qualifier
        made = debug_type(arg(0));
        return true;
    case NonSemanticShaderDebugInfo100DebugTypedef: // name, base
        made = debug_type(arg(1));
        return true;
    case NonSemanticShaderDebugInfo100DebugTypeMember: { // name, type
        Member member;
        member.name = string_of(arg(0));
        member.type = debug_type(arg(1));
        debug_members_[id] = std::move(member);
        return true;
    }
    case NonSemanticShaderDebugInfo100DebugTypeComposite: // name, tag, source, line, column, parent, linkage
                                                          // name, size, flags, members
        made = debug_struct(id, op, 4 + 9);
        return true;
    default:
        debug_types_.erase(id);
        return false;
    }
}

} // namespace wb::engine
