// SPDX-License-Identifier: MIT
#include "overlay/panels/glsl_colors.h"

#include <gtest/gtest.h>

namespace wb::overlay {

TEST(GlslColors, FindsTheExpressionUnderThePointer) {
    const std::string_view line = "    pc.grass.data[index + 1].pos_bend = vec4(height, 2.0, a[i].b, x);";
    const auto at = [&](std::string_view word) { return expression_at(line, line.find(word)); };
    EXPECT_EQ(at("grass"), "pc.grass");
    EXPECT_EQ(at("pos_bend"), "pc.grass.data[index + 1].pos_bend");
    EXPECT_EQ(at("index"), "index");
    EXPECT_EQ(at("height"), "height");
    EXPECT_EQ(at("b, x"), "a[i].b");
    EXPECT_EQ(at("vec4"), "") << "a type";
    EXPECT_EQ(at("2.0"), "") << "a number";
    EXPECT_EQ(at(" = "), "");
    EXPECT_EQ(expression_at("f(x)", 0), "") << "a function";
    EXPECT_EQ(expression_at(").x", 2), "") << "a member of what is no name";
    EXPECT_EQ(expression_at("x", 5), "");
}

TEST(GlslColors, KeepsEveryByte) {
    for (std::string_view line : {"float x = 1.5; // a", "/* a */ uint b;", "#version 460", "\"text", "",
                                  "%5 = OpLoad %v2float %x ; y"}) {
        bool in_comment = false;
        std::string whole;
        for (const Colored& piece : color_line(line, in_comment))
            whole += piece.text;
        EXPECT_EQ(whole, line);
    }
}

TEST(GlslColors, KnowsCommentsOverLines) {
    bool in_comment = false;
    EXPECT_EQ(color_line("int a; /* begins", in_comment).back().kind, Piece::Comment);
    EXPECT_TRUE(in_comment);
    const auto pieces = color_line("ends */ int", in_comment);
    EXPECT_FALSE(in_comment);
    ASSERT_EQ(pieces.size(), 3u);
    EXPECT_EQ(pieces[0].text, "ends */");
    EXPECT_EQ(pieces[2].kind, Piece::Keyword);
}

} // namespace wb::overlay
