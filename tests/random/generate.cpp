// SPDX-License-Identifier: MIT
#include "tests/random/generate.h"

#include "tests/random/expressions.h"

namespace wb::random_shader {
namespace {

class Generator {
public:
    explicit Generator(uint64_t seed) : random_(seed), expressions_(random_, choose_bases()) {
        program_.seed = seed;
    }

    Program make() {
        program_.group_size = random_.percent(70) ? 64 : 128;
        for (size_t count = random_.below(4); count-- > 0;)
            add_function();
        expressions_.scope = {{{Base::U32, 1}, "gid", false}, {{Base::U32, 1}, "lid", false}};
        in_main_ = true;
        for (size_t phases = 1 + random_.below(4); phases-- > 0;) {
            add_statements(program_.main, 2 + random_.below(6), 2);
            add_exchange(program_.main);
        }
        for (const Variable& variable : expressions_.scope)
            if (variable.writable) add_trace(program_.main, variable);
        return std::move(program_);
    }

private:
    BaseSet choose_bases() {
        BaseSet bases = only(Base::U32) | kBool;
        for (size_t more = 1 + random_.below(4); more-- > 0;)
            bases |= BaseSet(1u << random_.below(kBases));
        return bases;
    }

    std::string new_name(const char* prefix) { return prefix + std::to_string(next_name_++); }
    Expression expression(Type type, unsigned least = 1) {
        return expressions_.make(type, least + unsigned(random_.below(4)));
    }
    Expression condition() { return expression({Base::Bool, 1}); }
    Expression word() { return expression({Base::U32, 1}); }

    void add_declaration(Block& block) {
        const Type type = expressions_.type();
        const std::string name = new_name("v");
        const bool is_array = random_.percent(12);
        if (is_array) {
            Statement statement{name_of(type) + " " + name + "[8] = " + name_of(type) + "[8](", {}, {}};
            for (unsigned i = 0; i < kArrayElements; ++i) {
                statement.text += (i ? ", $" : "$") + std::to_string(i);
                statement.expressions.push_back(expressions_.make(type, 1));
            }
            statement.text += ");";
            block.push_back(std::move(statement));
        } else {
            block.push_back({name_of(type) + " " + name + " = $0;", {expression(type)}, {}});
        }
        expressions_.scope.push_back({type, name, true, is_array});
    }

    void add_assignment(Block& block) {
        const Variable* variable = expressions_.target(true);
        if (!variable) return add_declaration(block);
        const Variable to = *variable;
        if (to.is_array)
            block.push_back({to.name + "[$0 & 7u] = $1;", {word(), expression(to.type)}, {}});
        else if (to.type.size > 1 && random_.percent(40))
            block.push_back({to.name + "[$0 % " + std::to_string(to.type.size) + "u] = $1;",
                             {word(), expression({to.type.base, 1})},
                             {}});
        else
            block.push_back({to.name + " = $0;", {expression(to.type)}, {}});
    }

    /// Folds a variable into one of the invocation's outputs.
    void add_trace(Block& block, const Variable& variable) {
        const std::string at = "dst.words[gid * 8u + " + std::to_string(random_.below(kOutputs)) + "u]";
        const std::string value = variable.name + (variable.is_array ? "[$0 & 7u]" : "");
        Statement statement{at + " = " + at + " * 31u + fold(" + value + ");", {}, {}};
        if (variable.is_array) statement.expressions.push_back(word());
        block.push_back(std::move(statement));
    }

    /// Atomics whose order does not show: each word has one operation, and no result is used.
    void add_atomic(Block& block) {
        static const char* const kOperations[] = {"Add", "Or", "Xor", "Max"};
        const std::string place = random_.percent(50) ? "counters.words[" : "lds_atomic[";
        const size_t slot = random_.below(kCounters);
        block.push_back(
            {"atomic" + std::string(kOperations[slot % 4]) + "(" + place + std::to_string(slot) + "u], $0);",
             {word()},
             {}});
    }

    Block inner(unsigned depth, bool in_loop) {
        const size_t kept = expressions_.scope.size();
        const bool was_in_loop = in_loop_;
        in_loop_ = in_loop_ || in_loop;
        Block block;
        add_statements(block, 1 + random_.below(3), depth);
        if (block.empty()) add_assignment(block); // GLSL wants a statement behind the last label of a switch.
        if (in_loop_ && random_.percent(30))
            block.push_back(
                {random_.percent(50) ? "if ($0) break;" : "if ($0) continue;", {condition()}, {}});
        in_loop_ = was_in_loop;
        expressions_.scope.resize(kept);
        return block;
    }

    void add_loop(Block& block, unsigned depth) {
        const std::string counter = new_name("k");
        const Expression trips = word();
        expressions_.scope.push_back({{Base::U32, 1}, counter, false});
        Block body = inner(depth, true);
        expressions_.scope.pop_back();
        static const char* const kLoops[] = {
            "for (uint # = 0u; # < ($0 & 7u); ++#) @0",
            "for (uint # = 5u; # > 0u; --#) @0",
            "{ uint # = 0u; while (#++ < ($0 & 7u)) @0 }",
            "{ uint # = 0u; do @0 while (++# < ($0 & 3u)); }",
        };
        std::string text = random_.pick(kLoops);
        for (size_t at; (at = text.find('#')) != std::string::npos;)
            text.replace(at, 1, counter);
        block.push_back({text, {trips}, {std::move(body)}});
    }

    void add_control(Block& block, unsigned depth) {
        switch (random_.below(4)) {
        case 0:
            block.push_back({"if ($0) @0", {condition()}, {inner(depth, false)}});
            break;
        case 1:
            block.push_back(
                {"if ($0) @0 else @1", {condition()}, {inner(depth, false), inner(depth, false)}});
            break;
        case 2: {
            // A `continue` would leave the switch's fall-through to the loop around it; both are fine.
            Statement statement{random_.percent(50)
                                    ? "switch (int($0 & 3u)) { case 0: @0 break; case 1: @1 case 2: @2 "
                                      "break; default: @3 }"
                                    : "switch (int($0 % 6u)) { case 1: @0 case 5: @1 break; default: @2 "
                                      "break; case 3: @3 break; }",
                                {word()},
                                {}};
            for (int i = 0; i < 4; ++i)
                statement.blocks.push_back(inner(depth, false));
            block.push_back(std::move(statement));
            break;
        }
        default:
            if (!in_loop_ || random_.percent(30))
                add_loop(block, depth);
            else
                block.push_back({"if ($0) @0", {condition()}, {inner(depth, false)}});
        }
    }

    void add_statements(Block& block, size_t count, unsigned depth) {
        while (count-- > 0) {
            const size_t kind = random_.below(100);
            if (kind < 30)
                add_declaration(block);
            else if (kind < 60)
                add_assignment(block);
            else if (kind < 65 && in_main_ && expressions_.scope.size() > 2)
                add_trace(block, random_.pick(expressions_.scope));
            else if (kind < 70)
                add_atomic(block);
            else if (depth > 0)
                add_control(block, depth - 1);
        }
    }

    void add_function() {
        const bool gives_back = random_.percent(30);
        const Type result = expressions_.type();
        const std::string name = new_name("f");
        std::vector<Type> parameters;
        std::string head;
        expressions_.scope.clear();
        for (size_t count = 1 + random_.below(3); count-- > 0;) {
            const Type type = expressions_.type();
            const std::string parameter = new_name("p");
            head += (head.empty() ? "" : ", ") + name_of(type) + " " + parameter;
            parameters.push_back(type);
            expressions_.scope.push_back({type, parameter, true});
        }
        Function function{name_of(result) + " " + name + "(" + head + ")", {}};
        add_statements(function.body, 1 + random_.below(4), 1);
        if (gives_back)
            function.body.push_back({"if ($0) return $1;", {condition(), expression(result)}, {}});
        add_statements(function.body, random_.below(3), 1);
        function.body.push_back({"return $0;", {expression(result)}, {}});
        program_.functions.push_back(std::move(function));
        expressions_.callees.push_back({result, name, std::move(parameters)});
    }

    /// In uniform flow: LDS of the whole group between two barriers, or an operation of groups of at most
    /// eight lanes, which is the same in subgroups of any size.
    void add_exchange(Block& block) {
        static const struct {
            Base base;
            const char* text;
        } kExchanges[] = {
            {Base::U32, "uint # = 0u; lds32[lid] = $0; barrier(); # = lds32[$1 & 63u]; barrier();"},
            {Base::U64, "uint64_t # = 0ul; lds64[lid] = $0; barrier(); # = lds64[$1 & 63u]; barrier();"},
            {Base::U16,
             "uint16_t # = uint16_t(0); lds16[lid] = $0; barrier(); # = lds16[$1 & 63u]; barrier();"},
            // Functions that the expressions call may do atomics: not between the barriers.
            {Base::U32, "uint # = $0, i# = $1; barrier(); # += lds_atomic[i# & 7u]; barrier();"},
            {Base::U32, "uint # = subgroupShuffleXor($0, 1u);"},
            {Base::U32, "uint # = subgroupShuffleXor($0, 6u);"},
            {Base::U32, "uint # = subgroupClusteredAdd($0, 8u);"},
            {Base::U32, "uint # = subgroupClusteredXor($0, 4u);"},
            {Base::U32, "uint # = subgroupClusteredMin($0, 2u);"},
            {Base::I32, "int # = subgroupClusteredMax($0, 8u);"},
            {Base::U16, "uint16_t # = uint16_t(subgroupClusteredOr(uint($0), 4u));"},
            {Base::U32, "uint # = subgroupQuadSwapHorizontal($0);"},
            {Base::U32, "uint # = subgroupQuadSwapDiagonal($0);"},
            {Base::U32, "uint # = subgroupQuadBroadcast($0, 2u);"},
            {Base::U64, "uint64_t # = subgroupQuadSwapVertical(unpack32($0).x);"},
            {Base::F32, "float # = subgroupShuffleXor($0, 3u);"},
        };
        const auto& exchange = random_.pick(kExchanges);
        const std::string name = new_name("x");
        std::string text = exchange.text;
        for (size_t at; (at = text.find('#')) != std::string::npos;)
            text.replace(at, 1, name);
        block.push_back({text, {expression({exchange.base, 1}), word()}, {}});
        expressions_.scope.push_back({{exchange.base, 1}, name});
    }

    Random random_;
    Expressions expressions_;
    Program program_;
    unsigned next_name_ = 0;
    bool in_loop_ = false, in_main_ = false;
};

} // namespace

Program generate(uint64_t seed) {
    return Generator(seed).make();
}

} // namespace wb::random_shader
