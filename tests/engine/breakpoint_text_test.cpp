// SPDX-License-Identifier: MIT
// How breakpoints, their conditions and their files are written.
#include "engine/session/breakpoints.h"

#include <gtest/gtest.h>

namespace wb::engine::test {

using Ids = std::array<uint32_t, 3>;

static Breakpoint with(const std::string& condition) {
    auto parsed = parse_breakpoint("f.comp:44 if " + condition, "");
    EXPECT_TRUE(parsed) << condition << ": " << (parsed ? "" : parsed.error().message);
    return parsed ? std::move(*parsed) : Breakpoint();
}
static std::string mistake(const std::string& text) {
    auto parsed = parse_breakpoint(text, "now.comp");
    EXPECT_FALSE(parsed) << text;
    return parsed ? "" : parsed.error().message;
}

TEST(BreakpointText, AnInvocationIsWrittenInManyWays) {
    for (const char* text : {"invocation 5,0,0", "invocation 5", "invocation(5,0,0)", "invocation (5, 0, 0)",
                             "invocation == (5,0,0)", "invocation == uvec3(5u, 0u, 0u)", "invocation==5,0,0",
                             "(invocation 5,0,0)", "((invocation(5,0,0) ))"}) {
        const Breakpoint breakpoint = with(text);
        EXPECT_EQ(breakpoint.invocation, (Ids{5, 0, 0})) << text;
        EXPECT_EQ(breakpoint.condition, "") << text;
    }
}

TEST(BreakpointText, AnInvocationIsJoinedAnywhere) {
    for (const auto& [text, rest] : std::initializer_list<std::pair<const char*, const char*>>{
             {"invocation 5,0,0 && i > 3", "i > 3"},
             {"i > 3 && invocation 5,0,0", "i > 3"},
             {"i > 3 and invocation(5,0,0)", "i > 3"},
             {"invocation 5,0,0 if i > 3", "i > 3"},
             {"(i > 3 && invocation 5,0,0) and i < 9", "i > 3 && i < 9"},
             {"i > 3 && invocation 5,0,0 && (i < 9 || i == 20)", "i > 3 && (i < 9 || i == 20)"},
             {"invocation 5,0,0 and i > 3 || i == 0", "i > 3 || i == 0"},
             {"i > 3 and i < 9 || i == 20 and invocation 5,0,0", "i > 3 && (i < 9 || i == 20)"}}) {
        const Breakpoint breakpoint = with(text);
        EXPECT_EQ(breakpoint.invocation, (Ids{5, 0, 0})) << text;
        EXPECT_EQ(breakpoint.condition, rest) << text;
    }
    EXPECT_EQ(with("band > 3 and i < 4").condition, "band > 3 && i < 4");
    EXPECT_EQ(with("a[i && 1] || b").condition, "a[i && 1] || b");
    EXPECT_FALSE(with("block.invocation == 3").invocation); // a member
}

TEST(BreakpointText, WhatIsNotUnderstoodIsAnError) {
    for (const char* text :
         {"invocation", "invocation x", "invocation 5,0,0 || i > 3", "i > 3 || invocation(5,0,0)",
          "!(invocation 5,0,0)", "invocation != 5,0,0", "invocation.x > 3",
          "invocation 1,0,0 && invocation 2,0,0", "invocation 5,0,0,0", "invocation (5,0,0",
          "invocation 5,0,0 i > 3", "invocation 5,0,0 &&", "and invocation 5", "", "i >", "i > 3 and"})
        EXPECT_NE(mistake(std::string("f.comp:44 if ") + text), "") << text;
    EXPECT_NE(mistake("44 if i = 3").find("'==' compares"), std::string::npos);
    EXPECT_NE(mistake("44 if hash(i) == 3").find("'hash' is neither a type nor a function"),
              std::string::npos);
    EXPECT_NE(mistake("44 if invocation.x > 3").find("gl_GlobalInvocationID.x"), std::string::npos);
    EXPECT_NE(mistake("44 if i > 3 || invocation 5,0,0").find("gl_GlobalInvocationID =="), std::string::npos);
    EXPECT_TRUE(with("Blade(1, 2) == blade").expr); // may be a struct of a shader to come
}

TEST(BreakpointText, PlacesAreFilesLinesFunctionsAndAddresses) {
    const auto place = [](std::string_view text) {
        auto parsed = parse_breakpoint(text, "now.comp");
        EXPECT_TRUE(parsed) << text << ": " << (parsed ? "" : parsed.error().message);
        return parsed ? parsed->file + "|" + std::to_string(parsed->line) + "|" + parsed->function + "|" +
                            parsed->condition
                      : "";
    };
    EXPECT_EQ(place("44"), "now.comp|44||");
    EXPECT_EQ(place("f.comp:44"), "f.comp|44||");
    EXPECT_EQ(place("my file.comp:44 if i > 3"), "my file.comp|44||i > 3");
    EXPECT_EQ(place("\"my file.comp\":44"), "my file.comp|44||");
    EXPECT_EQ(place("\"my file.comp\":44 if i > 3"), "my file.comp|44||i > 3");
    EXPECT_EQ(place("\"my file.comp:44\" if i > 3"), "my file.comp|44||i > 3");
    EXPECT_EQ(place("'what if.comp':3"), "what if.comp|3||");
    EXPECT_EQ(place("f.comp:44\tif\ti > 3"), "f.comp|44||i > 3");
    EXPECT_EQ(place("f.comp:44 if(i > 3)"), "f.comp|44||(i > 3)");
    EXPECT_EQ(place("\t f.comp:44 \t"), "f.comp|44||");
    EXPECT_EQ(place("hash"), "|0|hash|");
    EXPECT_EQ(place("hash if x > 3"), "|0|hash|x > 3");
    EXPECT_EQ(place("f.comp:hash"), "f.comp|0|hash|");
    EXPECT_EQ(parse_breakpoint("*0x1040", "")->address, 0x1040u);
    for (const char* text : {"", "f.comp", "f.comp:", "f.comp:0", "f.comp:4x", ":44", "if i > 3",
                             "\"f.comp:44", "\"f.comp\"", "*x"})
        EXPECT_NE(mistake(text), "") << text;
    EXPECT_EQ(mistake("44 invocation 5"), "'invocation 5' does not fit here; a condition begins with 'if'");
}

TEST(FileNames, MoreSharedFoldersDecide) {
    const auto choose = [](std::vector<std::string_view> known, std::string_view asked) {
        const FileChoice choice = choose_file(known, asked);
        return choice.index ? std::string(known[*choice.index]) : "none: " + choice.ambiguous;
    };
    EXPECT_EQ(choose({"a/part.comp", "part.comp"}, "part.comp"), "part.comp");
    EXPECT_EQ(choose({"a/part.comp", "b/part.comp"}, "b/part.comp"), "b/part.comp");
    EXPECT_EQ(choose({"a/part.comp", "b/part.comp"}, "/home/b/part.comp"), "b/part.comp");
    EXPECT_EQ(choose({"a/part.comp", "b/part.comp"}, "part.comp"), "none: a/part.comp or b/part.comp");
    EXPECT_EQ(choose({"a/part.comp", "b/part.comp"}, "c/part.comp"), "none: a/part.comp or b/part.comp");
    EXPECT_EQ(choose({"a/part.comp"}, "c/part.comp"), "a/part.comp");
    EXPECT_EQ(choose({"../src/a/part.comp", "b/part.comp"}, "/home/src/a/part.comp"), "../src/a/part.comp");
    EXPECT_EQ(choose({"a/part.comp"}, "other.comp"), "none: ");
    EXPECT_TRUE(file_fits("a/part.comp", "part.comp"));
    EXPECT_TRUE(file_fits("../a/part.comp", "/home/a/part.comp"));
    EXPECT_TRUE(file_fits("part.comp", "/home/part.comp"));
    EXPECT_FALSE(file_fits("a/part.comp", "b/part.comp"));
    EXPECT_FALSE(file_fits("part.comp", "apart.comp"));
}

} // namespace wb::engine::test
