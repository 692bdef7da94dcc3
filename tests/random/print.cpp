// SPDX-License-Identifier: MIT
#include "tests/random/prelude.h"
#include "tests/random/program.h"

namespace wb::random_shader {
namespace {

const char kExtensions[] = R"(#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_KHR_shader_subgroup_ballot : require
)";

const char kBuffers[] = R"(
layout(set = 0, binding = 0, std430) readonly buffer In32 { uint words[]; } in32;
layout(set = 0, binding = 0, std430) readonly buffer In8 { uint8_t words[]; } in8;
layout(set = 0, binding = 0, std430) readonly buffer In16 { uint16_t words[]; } in16;
layout(set = 0, binding = 0, std430) readonly buffer In64 { uint64_t words[]; } in64;
layout(set = 0, binding = 0, std430) readonly buffer In128 { uvec4 words[]; } in128;
layout(set = 0, binding = 1, std430) buffer Out { uint words[]; } dst;
layout(set = 0, binding = 2, std430) buffer Counters { uint words[]; } counters;
)";

std::string text_of(const Expression& expression) {
    std::string out;
    for (size_t i = 0; i < expression.text.size(); ++i) {
        if (expression.text[i] == '$')
            out += text_of(expression.arguments.at(size_t(expression.text[++i] - '0')));
        else
            out += expression.text[i];
    }
    return out;
}

void print_block(const Block& block, const std::string& indent, std::string& out) {
    for (const Statement& statement : block) {
        out += indent;
        for (size_t i = 0; i < statement.text.size(); ++i) {
            const char c = statement.text[i];
            if (c == '$') {
                out += text_of(statement.expressions.at(size_t(statement.text[++i] - '0')));
            } else if (c == '@') {
                out += "{\n";
                print_block(statement.blocks.at(size_t(statement.text[++i] - '0')), indent + "    ", out);
                out += indent + "}";
            } else {
                out += c;
            }
        }
        out += "\n";
    }
}

} // namespace

std::string print(const Program& program) {
    const unsigned invocations = program.groups * program.group_size;
    std::string out = "// SPDX-License-Identifier: MIT\n// A random shader: seed " +
                      std::to_string(program.seed) + ".\n// groups: " + std::to_string(program.groups) +
                      " 1 1\n// input: uint " + std::to_string(kInputWords) + "\n// output: uint " +
                      std::to_string(invocations * kOutputs) + "\n// counters: " + std::to_string(kCounters) +
                      "\n";
    out += kExtensions;
    out += "layout(local_size_x = " + std::to_string(program.group_size) + ") in;";
    out += kBuffers;
    out += "shared uint lds32[" + std::to_string(program.group_size) + "];\n";
    out += "shared uint64_t lds64[" + std::to_string(program.group_size) + "];\n";
    out += "shared uint16_t lds16[" + std::to_string(program.group_size) + "];\n";
    out += "shared uint lds_atomic[8];\n";
    out += "uint gid = gl_GlobalInvocationID.x, lid = gl_LocalInvocationID.x;\n";
    out += prelude();
    for (const Function& function : program.functions) {
        out += function.head + " {\n";
        print_block(function.body, "    ", out);
        out += "}\n";
    }
    out += "void main() {\n    if (lid < 8u) lds_atomic[lid] = 0u;\n    barrier();\n";
    print_block(program.main, "    ", out);
    return out + "}\n";
}

} // namespace wb::random_shader
