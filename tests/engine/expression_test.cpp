// SPDX-License-Identifier: MIT
#include "tests/engine/fakes.h"

#include <bit>

namespace wb::engine::test {

class Expression : public testing::Test {
protected:
    void SetUp() override {
        module = compile("#version 460\nlayout(local_size_x=1) in; void main() {}\n");
        ASSERT_TRUE(module);
        names = std::make_unique<FakeNames>(*module);
        const Type* f = module->scalar(TypeKind::Float, 32, false);
        Value v;
        v.type = module->vector_of(f, 3);
        for (float x : {1.5f, -2.f, 4.25f})
            v.leaves.push_back({std::bit_cast<uint32_t>(x), Leaf::State::Ok, {}});
        names->values["v"] = v;
        names->values["i"] = scalar_value(module->scalar(TypeKind::Int, 32, true), 0xffff'fff9u);
        names->values["u"] = scalar_value(module->scalar(TypeKind::Int, 32, false), 7);
        Value unset = scalar_value(f, 0);
        unset.leaves[0].state = Leaf::State::Undefined;
        names->values["unset"] = unset;
    }
    std::string show(std::string_view text, char letter = 0) {
        auto value = evaluate(text, *names, access);
        return value ? to_text(access, *value, {letter}) : "error: " + value.error().message;
    }
    std::unique_ptr<Module> module;
    std::unique_ptr<FakeNames> names;
    FakeAccess access;
};

TEST_F(Expression, ArithmeticFollowsGlsl) {
    EXPECT_EQ(show("1 + 2 * 3"), "7");
    EXPECT_EQ(show("(1 + 2) * 3"), "9");
    EXPECT_EQ(show("7 / 2"), "3");
    EXPECT_EQ(show("-7 / 2"), "-3");
    EXPECT_EQ(show("7 / 2.0"), "3.5");
    EXPECT_EQ(show("i % 4"), "-3");
    EXPECT_EQ(show("i >> 1"), "-4");
    EXPECT_EQ(show("i + u"), "0"); // int meets uint: uint, wrapped
    EXPECT_EQ(show("i < 0"), "true");
    EXPECT_EQ(show("i < 0u"), "false"); // compared as uint
    EXPECT_EQ(show("0x7fffffff + 1"), "-2147483648");
    EXPECT_EQ(show("0xffffffffu + 1u"), "0");
    EXPECT_EQ(show("1 << 31"), "-2147483648");
    EXPECT_EQ(show("u == 7 && i != 7 ? 10 : 20"), "10");
    EXPECT_EQ(show("~u", 'x'), "0xfffffff8");
    EXPECT_EQ(show("1 / 0"), "error: division by zero");
    EXPECT_EQ(show("max(-1, 5u)"), "4294967295"); // both as uint, as they were compared
    EXPECT_EQ(show("min(u, 2.5)"), "2.5");
}

TEST_F(Expression, NumbersAreWrittenAsInGlsl) {
    EXPECT_EQ(show("-2147483648"), "-2147483648");
    EXPECT_EQ(show("i > -2147483648"), "true");
    EXPECT_EQ(show("-9223372036854775808"), "-9223372036854775808");
    EXPECT_EQ(show("-2147483649"), "-2147483649");
    EXPECT_EQ(show("-0x80000000"), "2147483648"); // as in C, a hexadecimal number may be unsigned
    EXPECT_EQ(show("-5u"), "4294967291");
    EXPECT_EQ(show("010"), "8");
    EXPECT_EQ(show("0"), "0");
    EXPECT_EQ(show("010.5"), "10.5");
    EXPECT_EQ(show("09"), "error: '09' is no number, or does not fit 64 bits");
    EXPECT_EQ(show("1.5u"), "error: '1.5u' is no number");
}

TEST_F(Expression, VectorsAndSwizzles) {
    EXPECT_EQ(show("v"), "(1.5, -2, 4.25)");
    EXPECT_EQ(show("v.y"), "-2");
    EXPECT_EQ(show("v.zx"), "(4.25, 1.5)");
    EXPECT_EQ(show("v.bgr"), "(4.25, -2, 1.5)");
    EXPECT_EQ(show("v[2]"), "4.25");
    EXPECT_EQ(show("v * 2"), "(3, -4, 8.5)");
    EXPECT_EQ(show("-v"), "(-1.5, 2, -4.25)");
    EXPECT_EQ(show("v == v.xyz"), "true");
    EXPECT_EQ(show("vec2(1, 2).yx"), "(2, 1)");
    EXPECT_EQ(show("vec4(v.xy, 0, 1)"), "(1.5, -2, 0, 1)");
    EXPECT_EQ(show("dot(v, vec3(2, 1, 0))"), "1");
    EXPECT_EQ(show("v.length()"), "3");
    EXPECT_EQ(show("mat2x3(1).length()"), "2");
    EXPECT_EQ(show("u.length()"), "error: uint has no length");
    EXPECT_EQ(show("v.length(1)"), "error: '1' at column 10 does not fit here");
    EXPECT_EQ(show("v.w"), "error: vec3 has no member 'w'");
    EXPECT_EQ(show("v[3]"), "error: index 3 is outside vec3 (0 to 2)");
}

TEST_F(Expression, Matrices) {
    EXPECT_EQ(show("mat2(1)"), "((1, 0), (0, 1))");
    EXPECT_EQ(show("mat2(1, 2, 3, 4)"), "((1, 2), (3, 4))");
    EXPECT_EQ(show("mat2(vec2(1, 2), 3, 4)"), "((1, 2), (3, 4))");
    EXPECT_EQ(show("mat3(mat2(2))"), "((2, 0, 0), (0, 2, 0), (0, 0, 1))");
    EXPECT_EQ(show("mat2(mat3(2))"), "((2, 0), (0, 2))");
    EXPECT_EQ(show("mat2x3(1, 2, 3, 4, 5, 6)[1]"), "(4, 5, 6)");
    EXPECT_EQ(show("transpose(mat2x3(1, 2, 3, 4, 5, 6))"), "((1, 4), (2, 5), (3, 6))");
    EXPECT_EQ(show("mat2(1, 2, 3, 4) * vec2(1, 1)"), "(4, 6)");
    EXPECT_EQ(show("mat2x3(1, 2, 3, 4, 5, 6) * mat2(1)"), "((1, 2, 3), (4, 5, 6))");
    EXPECT_EQ(show("mat2(1) == mat2(1, 0, 0, 1)"), "true");
    EXPECT_EQ(show("dmat2(3)[1][1]"), "3");
    EXPECT_EQ(show("mat2(1, 2, 3)"), "error: mat2 needs 4 values, not 3");
    EXPECT_EQ(show("vec2(1, 2, 3)"), "error: vec2 takes 2 values: one is too many here");
    EXPECT_EQ(show("vec2(v)"), "(1.5, -2)");
    EXPECT_EQ(show("mat5(1)").substr(0, 6), "error:");
}

TEST_F(Expression, FunctionsConvertAndWorkByComponent) {
    EXPECT_EQ(show("sqrt(16)"), "4");
    EXPECT_EQ(show("abs(i)"), "7");
    EXPECT_EQ(show("abs(v)"), "(1.5, 2, 4.25)");
    EXPECT_EQ(show("sign(v)"), "(1, -1, 1)");
    EXPECT_EQ(show("sign(i)"), "-1");
    EXPECT_EQ(show("floor(v)"), "(1, -2, 4)");
    EXPECT_EQ(show("ceil(v)"), "(2, -2, 5)");
    EXPECT_EQ(show("fract(v.z)"), "0.25");
    EXPECT_EQ(show("min(v, 0)"), "(0, -2, 0)");
    EXPECT_EQ(show("max(v, vec3(2))"), "(2, 2, 4.25)");
    EXPECT_EQ(show("clamp(u, 1, 5)"), "5");
    EXPECT_EQ(show("clamp(i, -3, 3)"), "-3");
    EXPECT_EQ(show("clamp(v, 0.0, 2.0)"), "(1.5, 0, 2)");
    EXPECT_EQ(show("mod(-1.0, 3)"), "2");
    EXPECT_EQ(show("mod(v, 2)"), "(1.5, 0, 0.25)");
    EXPECT_EQ(show("pow(2, 10)"), "1024");
    EXPECT_EQ(show("mix(1.0, 3.0, 0.25)"), "1.5");
    EXPECT_EQ(show("mix(v, vec3(0), lessThan(v, vec3(0)))"), "(1.5, 0, 4.25)");
    EXPECT_EQ(show("step(2, v)"), "(0, 0, 1)");
    EXPECT_EQ(show("smoothstep(0, 1, 0.5)"), "0.5");
    EXPECT_EQ(show("dot(vec2(1, 2), vec2(3, 4))"), "11");
    EXPECT_EQ(show("length(ivec2(3, 4))"), "5");
    EXPECT_EQ(show("distance(vec2(0), vec2(3, 4))"), "5");
    EXPECT_EQ(show("normalize(vec2(3, 4))"), "(0.6, 0.8)");
    EXPECT_EQ(show("cross(vec3(1, 0, 0), vec3(0, 1, 0))"), "(0, 0, 1)");
    EXPECT_EQ(show("any(greaterThan(v, vec3(4)))"), "true");
    EXPECT_EQ(show("all(lessThan(v, vec3(4)))"), "false");
    EXPECT_EQ(show("not(equal(ivec2(1, 2), ivec2(1, 3)))"), "(false, true)");
    EXPECT_EQ(show("isnan(0.0 / 0)"), "true");
    EXPECT_EQ(show("atan(1.0, 1.0) == atan(1.0)"), "true");
    EXPECT_EQ(show("sqrt(true)"), "error: sqrt does not work on bool");
    EXPECT_EQ(show("floor(mat2(1))"), "error: floor does not work on mat2");
    EXPECT_EQ(show("min(1)"), "error: min takes 2 arguments, not 1");
    EXPECT_EQ(show("dot(v, vec2(1))"), "error: the arguments of dot differ in size");
    EXPECT_EQ(
        show("hash(1)"),
        "error: 'hash' is neither a type nor a function the debugger knows; it cannot call the shader's own");
}

TEST_F(Expression, CastsAndFormats) {
    EXPECT_EQ(show("(int)v.z"), "4");
    EXPECT_EQ(show("uint(-1)"), "4294967295");
    EXPECT_EQ(show("float(u) / 2"), "3.5");
    EXPECT_EQ(show("floatBitsToUint(1.0)", 'x'), "0x3f800000");
    EXPECT_EQ(show("uintBitsToFloat(0x3f800000u)"), "1");
    EXPECT_EQ(show("u", 't'), "111");
    EXPECT_EQ(show("int(3000000000.0)"), "2147483647");
    EXPECT_EQ(show("v.x", 'x'), "0x3fc00000");
    EXPECT_EQ(show("1 == 1", 'd'), "1");
    EXPECT_EQ(show("1 == 2", 'd'), "0");
    EXPECT_EQ(show("i", 'd'), "-7");
    EXPECT_EQ(show("v.y", 'd'), "-2");
    // What does not fit is the nearest that does.
    EXPECT_EQ(show("v.y", 'u'), "0");
    EXPECT_EQ(show("1e30", 'u'), "18446744073709551615");
    EXPECT_EQ(show("1e30", 'd'), "9223372036854775807");
    EXPECT_EQ(show("-1e30", 'd'), "-9223372036854775808");
    EXPECT_EQ(show("uint8_t(-1.0)"), "0");
    EXPECT_EQ(show("uint64_t(1e30)"), "18446744073709551615");
}

TEST_F(Expression, MistakesAreNamed) {
    EXPECT_EQ(show("nobody"), "error: no variable 'nobody'");
    EXPECT_EQ(show("1 +"), "error: the expression ends too early");
    EXPECT_EQ(show("1 2"), "error: '2' at column 3 does not fit here");
    EXPECT_EQ(show("v + vec2(1)"), "error: vec3 and vec2 differ in size");
    EXPECT_EQ(show("1.5 & 2"), "error: '&' needs integers, not float and int");
    EXPECT_EQ(show("unset"), "<no value yet>");
    EXPECT_EQ(show("v[1.7]"), "error: an index must be an integer");
    EXPECT_EQ(show("v[1 == 1]"), "error: an index must be an integer");
    EXPECT_EQ(show("unset + 1"), "error: a value used here has not been set yet");
    EXPECT_EQ(show(std::string(5000, '(')), "error: the expression is nested too deeply");
    EXPECT_EQ(show("v[0xffffffffffffffffu]"), "error: index 18446744073709551615 is outside vec3 (0 to 2)");
    EXPECT_EQ(show("v[-1]"), "error: index -1 is negative");
    const std::string assigns =
        "error: '=' at column 3 would change something: '==' compares, and the command "
        "'set var NAME = VALUE' changes a variable";
    EXPECT_EQ(show("u = 3"), assigns);
    EXPECT_EQ(show("u += 3").substr(0, 16), "error: '=' at co");
    EXPECT_EQ(show("0x"), "error: '0x' is no number, or does not fit 64 bits");
}

} // namespace wb::engine::test
