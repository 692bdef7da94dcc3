// SPDX-License-Identifier: MIT
#include "engine/symbols/module_parser.h"

#include <fmt/format.h>
#define SPV_ENABLE_UTILITY_CODE
#include <spirv/unified1/spirv.hpp11>

namespace wb::engine {

using spv::Decoration;
using spv::Op;

std::string Operands::text(size_t i) const {
    std::string out;
    for (; i < words.size(); ++i)
        for (unsigned byte = 0; byte < 4; ++byte) {
            const char c = char(words[i] >> (8 * byte));
            if (!c) return out;
            out += c;
        }
    return out;
}

Result<std::unique_ptr<Module>> Module::parse(std::span<const uint32_t> words) {
    auto module = std::make_unique<Module>();
    module->words_.assign(words.begin(), words.end());
    ModuleParser parser(*module);
    if (Status status = parser.run(); !status) return std::unexpected(status.error());
    return module;
}

Status ModuleParser::run() {
    const std::span<const uint32_t> words = module_.words_;
    if (words.size() < 5 || words[0] != uint32_t(spv::MagicNumber))
        return fail("not a SPIR-V module: the magic number is missing");
    for (size_t at = 5; at < words.size();) {
        const uint32_t count = words[at] >> 16;
        if (count == 0 || count > words.size() - at) {
            module_.notes_.push_back(
                fmt::format("SPIR-V ends inside an instruction at word {}; what follows is ignored", at));
            break;
        }
        instruction({words[at] & 0xffff, words.subspan(at + 1, count - 1)});
        at += count;
    }
    finish();
    return {};
}

void ModuleParser::instruction(const Operands& op) {
    if (annotation(op) || type_declaration(op)) return;
    switch (Op(op.opcode)) {
    case Op::OpString:
        strings_[op[0]] = op.text(1);
        break;
    case Op::OpSource:
        if (op.size() > 2) {
            last_source_ = op[2];
            source_text(op[2], op.size() > 3 ? op.text(3) : "");
        }
        break;
    case Op::OpSourceContinued:
        if (last_source_) source_text(last_source_, op.text(0));
        break;
    case Op::OpExtInstImport:
        if (op.text(1) == "NonSemantic.Shader.DebugInfo.100") debug_set_ = op[0];
        break;
    case Op::OpEntryPoint:
        module_.entry_points_[op.text(2)] = op[1];
        break;
    case Op::OpConstant:
    case Op::OpSpecConstant:
        constant(op);
        break;
    case Op::OpVariable:
        variable(op, false);
        break;
    case Op::OpFunctionParameter:
        variable(op, true);
        break;
    case Op::OpFunction: {
        current_function_ = op[1];
        Function& function = module_.functions_[op[1]];
        function.id = op[1];
        function.name = name_of(op[1]);
        // glslang appends the argument types: "hash(vu3;".
        if (const size_t bracket = function.name.find('('); bracket != std::string::npos)
            function.name.resize(bracket);
        break;
    }
    case Op::OpFunctionEnd:
        current_function_ = 0;
        break;
    case Op::OpLine:
        module_.has_lines_ = true;
        line_files_.insert(op[0]);
        break;
    case Op::OpExtInst:
        if (op[2] == debug_set_ && debug_set_) debug_instruction(op);
        break;
    default:
        break;
    }
}

bool ModuleParser::annotation(const Operands& op) {
    switch (Op(op.opcode)) {
    case Op::OpName:
        names_[op[0]] = op.text(1);
        return true;
    case Op::OpMemberName:
        member_names_[op[0]][op[1]] = op.text(2);
        return true;
    case Op::OpDecorate:
        decorations_[op[0]].values[op[1]] = op[2];
        return true;
    case Op::OpMemberDecorate:
        decorations_[op[0]].members[op[1]][op[2]] = op[3];
        return true;
    default:
        return false;
    }
}

uint32_t ModuleParser::decoration(uint32_t id, uint32_t which, uint32_t missing) const {
    const auto it = decorations_.find(id);
    if (it == decorations_.end()) return missing;
    const auto value = it->second.values.find(which);
    return value == it->second.values.end() ? missing : value->second;
}

Type& ModuleParser::new_type(uint32_t id, TypeKind kind) {
    auto& slot = module_.types_[id];
    if (!slot) slot = std::make_unique<Type>();
    slot->id = id;
    slot->kind = kind;
    return *slot;
}

bool ModuleParser::type_declaration(const Operands& op) {
    const uint32_t id = op[0];
    const auto opaque = [&](const char* name) {
        new_type(id, TypeKind::Opaque).name = name;
        return true;
    };
    switch (Op(op.opcode)) {
    case Op::OpTypeVoid:
        new_type(id, TypeKind::Void).name = "void";
        return true;
    case Op::OpTypeBool: {
        Type& made = new_type(id, TypeKind::Bool);
        made.bits = 32;
        made.name = "bool";
        return true;
    }
    case Op::OpTypeInt:
    case Op::OpTypeFloat: {
        const bool is_int = Op(op.opcode) == Op::OpTypeInt;
        const TypeKind kind = is_int ? TypeKind::Int : TypeKind::Float;
        Type& made = new_type(id, kind);
        made.bits = op[1];
        made.is_signed = is_int && op[2];
        made.name = module_.scalar(kind, made.bits, made.is_signed)->name;
        return true;
    }
    case Op::OpTypeVector:
    case Op::OpTypeMatrix: {
        const bool is_vector = Op(op.opcode) == Op::OpTypeVector;
        const Type* element = type(op[1]);
        Type& made =
            new_type(id, element ? (is_vector ? TypeKind::Vector : TypeKind::Matrix) : TypeKind::Opaque);
        if (!element) return true;
        made.element = element;
        made.count = op[2];
        if (is_vector) {
            made.name = vector_name(*element, made.count);
        } else {
            made.name = matrix_name(*element, made.count);
        }
        return true;
    }
    case Op::OpTypeArray:
    case Op::OpTypeRuntimeArray: {
        const bool fixed = Op(op.opcode) == Op::OpTypeArray;
        const Type* element = type(op[1]);
        Type& made = new_type(id, !element ? TypeKind::Opaque
                                  : fixed  ? TypeKind::Array
                                           : TypeKind::RuntimeArray);
        if (!element) return true;
        made.element = element;
        made.count = fixed ? constant_value(op[2]) : 0;
        made.stride = decoration(id, uint32_t(Decoration::ArrayStride), 0);
        made.name = fixed ? fmt::format("{}[{}]", element->name, made.count) : element->name + "[]";
        return true;
    }
    case Op::OpTypeStruct: {
        Type& made = new_type(id, TypeKind::Struct);
        made.name = name_of(id);
        if (made.name.empty()) made.name = fmt::format("struct %{}", id);
        const auto names = member_names_.find(id);
        const auto decorated = decorations_.find(id);
        for (uint32_t i = 0; i + 1 < op.size(); ++i) {
            Member member;
            member.type = type(op[i + 1]);
            if (names != member_names_.end() && names->second.count(i)) member.name = names->second.at(i);
            if (member.name.empty()) member.name = fmt::format("_{}", i);
            if (decorated != decorations_.end() && decorated->second.members.count(i)) {
                const auto& values = decorated->second.members.at(i);
                if (const auto it = values.find(uint32_t(Decoration::Offset)); it != values.end())
                    member.offset = it->second;
                if (const auto it = values.find(uint32_t(Decoration::MatrixStride)); it != values.end())
                    member.matrix_stride = it->second;
                member.row_major = values.count(uint32_t(Decoration::RowMajor)) != 0;
            }
            made.members.push_back(std::move(member));
        }
        return true;
    }
    case Op::OpTypeForwardPointer:
        new_type(id, TypeKind::Pointer).storage_class = op[1];
        return true;
    case Op::OpTypePointer: {
        Type& made = new_type(id, TypeKind::Pointer);
        made.bits = 64;
        made.storage_class = op[1];
        made.element = type(op[2]);
        // What a pointer aims at may be declared later (OpTypeForwardPointer); names are made in finish().
        if (!made.element) module_.notes_.push_back(fmt::format("pointer type %{} has no known target", id));
        return true;
    }
    case Op::OpTypeImage:
        return opaque("image");
    case Op::OpTypeSampler:
        return opaque("sampler");
    case Op::OpTypeSampledImage:
        return opaque("sampledImage");
    case Op::OpTypeAccelerationStructureKHR:
        return opaque("accelerationStructure");
    case Op::OpTypeRayQueryKHR:
        return opaque("rayQuery");
    default:
        return false;
    }
}

void ModuleParser::constant(const Operands& op) {
    constants_[op[1]] = op[2];
}

uint32_t ModuleParser::constant_value(uint32_t id) const {
    const auto it = constants_.find(id);
    return it == constants_.end() ? 0 : it->second;
}

void ModuleParser::variable(const Operands& op, bool parameter) {
    const uint32_t type_id = op[0], id = op[1];
    Variable made;
    made.id = id;
    made.name = name_of(id);
    made.parameter = parameter;
    made.function = current_function_;
    made.storage_class = uint32_t(spv::StorageClass::Function);
    const Type* declared = type(type_id);
    if (declared && declared->kind == TypeKind::Pointer) {
        made.storage_class = declared->storage_class;
        // A by-value parameter may itself be a pointer into a buffer; a variable's type is always the pointer
        // to it.
        const bool value =
            parameter && declared->storage_class == uint32_t(spv::StorageClass::PhysicalStorageBuffer);
        made.type = value ? declared : declared->element;
    } else {
        made.type = declared;
    }
    made.set = decoration(id, uint32_t(Decoration::DescriptorSet), kNoId);
    made.binding = decoration(id, uint32_t(Decoration::Binding), kNoId);
    made.builtin = decoration(id, uint32_t(Decoration::BuiltIn), kNoId);
    if (!made.type) {
        module_.notes_.push_back(fmt::format("variable %{} '{}' has no usable type", id, made.name));
        return;
    }
    // glslang passes arguments through variables that are all called "param"; other unnamed ones are the
    // compiler's too.
    made.temporary = made.name.empty() || (!parameter && current_function_ && made.name == "param");
    if (current_function_) module_.functions_[current_function_].variables.push_back(id);
    module_.variables_[id] = std::move(made);
}

std::string ModuleParser::name_of(uint32_t id) const {
    const auto it = names_.find(id);
    return it == names_.end() ? std::string() : it->second;
}

const std::string& ModuleParser::string_of(uint32_t id) const {
    static const std::string none;
    const auto it = strings_.find(id);
    return it == strings_.end() ? none : it->second;
}

void ModuleParser::source_text(uint32_t file_string, std::string text) {
    const std::string& name = string_of(file_string);
    for (SourceFile& file : module_.files_)
        if (file.name == name) {
            file.text += text;
            return;
        }
    module_.files_.push_back({name, std::move(text), {}});
}

void ModuleParser::finish() {
    for (const uint32_t file : line_files_)
        source_text(file, "");
    split_sources();
    for (auto& [id, type] : module_.types_)
        if (type->kind == TypeKind::Pointer) {
            type->bits = 64;
            type->name = (type->element ? type->element->name : std::string("void")) + "*";
        }
    // Members and elements that are pointers were named before their targets were known.
    for (auto& [id, type] : module_.types_)
        if ((type->kind == TypeKind::Array || type->kind == TypeKind::RuntimeArray) && type->element)
            type->name = type->kind == TypeKind::Array
                             ? fmt::format("{}[{}]", type->element->name, type->count)
                             : type->element->name + "[]";
}

void ModuleParser::split_sources() {
    for (SourceFile& file : module_.files_) {
        // glslang puts its options in front of the text, as comments, and resets the line number behind them.
        constexpr std::string_view reset = "#line 1\n";
        if (file.text.starts_with("// OpModuleProcessed"))
            if (const size_t at = file.text.find(reset); at != std::string::npos)
                file.text.erase(0, at + reset.size());
        split_lines(file);
    }
}

} // namespace wb::engine
