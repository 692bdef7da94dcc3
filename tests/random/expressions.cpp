// SPDX-License-Identifier: MIT
#include "tests/random/expressions.h"

#include "tests/random/operations.h"

#include <cstdio>
#include <cstring>

namespace wb::random_shader {
namespace {

/// `text` with the names and numbers of operations.h filled in; the arguments' $0, $1, ... stay.
std::string fill_in(const char* text, Type type, const std::vector<Expression>& arguments) {
    static const char* const kMatrices[] = {"f16mat", "mat", "dmat"};
    const unsigned bits = bits_of(type.base);
    std::string out;
    for (const char* c = text; *c; ++c) {
        if (*c != '$') {
            out += *c;
            continue;
        }
        switch (*++c) {
        case 'T':
            out += name_of(type);
            break;
        case 'S':
            out += name_of({type.base, 1});
            break;
        case 'U':
            out += name_of({unsigned_of(type.base), type.size});
            break;
        case 'I':
            out += name_of({Base::I32, type.size});
            break;
        case 'F':
            out += name_of({Base::F32, type.size});
            break;
        case 'D':
            out += name_of({Base::F64, type.size});
            break;
        case 'Q':
            out += kMatrices[unsigned(type.base) - unsigned(Base::F16)] + std::to_string(type.size);
            break;
        case 'M':
            out += std::to_string(bits - 1);
            break;
        case 'P':
            out += std::to_string((uint64_t(1) << (bits - 1)) - 1) + (bits == 64 ? "ul" : "");
            break;
        case 'L':
            out += std::to_string(arguments.at(0).type.size);
            break;
        default:
            out += '$';
            out += *c;
        }
    }
    return out;
}

bool fits(const Operation& operation, Type type) {
    return contains(operation.results, type.base) && type.size >= operation.least &&
           type.size <= operation.most;
}

} // namespace

Base Expressions::base_of(BaseSet set) {
    if (set & bases_) set &= bases_;
    for (;;) {
        const Base base = Base(random_.below(kBases));
        if (contains(set, base)) return base;
    }
}

Type Expressions::type() {
    static constexpr unsigned kSizes[] = {1, 1, 1, 1, 2, 2, 3, 4};
    return {base_of(kAny), random_.pick(kSizes)};
}

const Variable* Expressions::target(bool arrays) {
    std::vector<const Variable*> fitting;
    for (const Variable& variable : scope)
        if (variable.writable && (arrays || !variable.is_array)) fitting.push_back(&variable);
    return fitting.empty() ? nullptr : random_.pick(fitting);
}

Expression Expressions::constant(Type type) {
    std::string value;
    if (type.base == Base::Bool) {
        value = random_.percent(50) ? "true" : "false";
    } else if (contains(kFloat, type.base)) {
        static const char* const kFloats[] = {"0.5",  "1.0",    "-1.0", "2.0",  "-4.0", "0.15915494",
                                              "3.25", "-100.5", "0.1",  "77.0", "-0.75"};
        value = random_.pick(kFloats);
    } else {
        static constexpr uint64_t kCorners[] = {0,    1,    2,      3,      7,           31,          64,
                                                0x7f, 0x80, 0x7fff, 0xffff, 0x7fff'ffff, 0x8000'0000, ~0ull};
        const uint64_t bits = random_.percent(60) ? random_.pick(kCorners) : random_.next();
        const unsigned width = bits_of(type.base);
        char text[32];
        if (width == 64)
            std::snprintf(text, sizeof text, "0x%llxul", (unsigned long long)bits);
        else
            std::snprintf(text, sizeof text, "0x%xu", unsigned(bits & ((1ull << width) - 1)));
        value = text;
    }
    return {type, name_of(type) + "(" + value + ")", {}};
}

Expression Expressions::leaf(Type type) {
    std::vector<const Variable*> same, wider;
    for (const Variable& variable : scope) {
        if (variable.type == type) same.push_back(&variable);
        if (variable.type.base == type.base && variable.type.size > type.size && !variable.is_array)
            wider.push_back(&variable);
    }
    if (!same.empty() && random_.percent(80)) {
        const Variable& variable = *random_.pick(same);
        if (!variable.is_array) return {type, variable.name, {}};
        return {type, variable.name + "[$0 & " + std::to_string(kArrayElements - 1) + "u]", {make({}, 0)}};
    }
    if (!wider.empty() && random_.percent(70)) {
        const Variable& variable = *random_.pick(wider);
        std::string text = variable.name + ".";
        for (unsigned i = 0; i < type.size; ++i)
            text += "xyzw"[random_.below(variable.type.size)];
        return {type, text, {}};
    }
    return constant(type);
}

Expression Expressions::make(Type type, unsigned depth) {
    if (depth == 0 || random_.percent(12)) return leaf(type);
    if (random_.percent(10)) {
        std::vector<const Callee*> fitting;
        for (const Callee& callee : callees)
            if (callee.result == type) fitting.push_back(&callee);
        if (!fitting.empty()) {
            const Callee& callee = *random_.pick(fitting);
            Expression call{type, callee.name + "(", {}};
            for (const Type& parameter : callee.parameters) {
                call.text += (call.arguments.empty() ? "$" : ", $") + std::to_string(call.arguments.size());
                call.arguments.push_back(make(parameter, depth - 1));
            }
            call.text += ")";
            return call;
        }
    }
    std::vector<const Operation*> fitting;
    for (const Operation& operation : operations())
        if (fits(operation, type)) fitting.push_back(&operation);
    const Operation& operation = *random_.pick(fitting);
    const Type other{operation.others ? base_of(operation.others) : Base::U32, type.size};
    const Type any_size{other.base, 1 + unsigned(random_.below(4))};
    const Type vector{type.base, 2 + unsigned(random_.below(3))};
    Expression made{type, {}, {}};
    for (const char* argument = operation.arguments; *argument; ++argument) {
        Type wanted = type;
        switch (*argument) {
        case 'S':
            wanted = {type.base, 1};
            break;
        case 'U':
            wanted = {unsigned_of(type.base), type.size};
            break;
        case 'B':
            wanted = {Base::Bool, type.size};
            break;
        case 'I':
            wanted = {Base::I32, type.size};
            break;
        case 'b':
            wanted = {Base::Bool, 1};
            break;
        case 'u':
            wanted = {Base::U32, 1};
            break;
        case 'i':
            wanted = {Base::I32, 1};
            break;
        case 'X':
            wanted = other;
            break;
        case 'Z':
            wanted = any_size;
            break;
        case 'V':
            wanted = vector;
            break;
        case 'E':
            wanted = operation.type;
            break;
        default:
            break;
        }
        made.arguments.push_back(make(wanted, depth - 1));
    }
    made.text = fill_in(operation.text, type, made.arguments);
    return made;
}

} // namespace wb::random_shader
