// SPDX-License-Identifier: MIT
// The words of the command language: what they take and refuse, and what a tool gets of them.
#include "tests/engine/session_fixture.h"

#include <thread>

namespace wb::engine::test {

class Commands : public SessionTest {
protected:
    void stop_at(std::string_view place) {
        add_wave(0);
        run(std::string("tbreak ") + std::string(place));
        const std::string stop = run("continue");
        ASSERT_NE(session->focus_wave(), nullptr) << stop;
    }
    nlohmann::json data(std::string_view line) {
        const Outcome outcome = interpreter->execute(line);
        EXPECT_TRUE(outcome.ok) << outcome.text;
        return outcome.data;
    }
    void expect_refused(std::string_view line, std::string_view part) {
        const Outcome outcome = interpreter->execute(line);
        EXPECT_FALSE(outcome.ok) << line;
        EXPECT_NE(outcome.text.find(part), std::string::npos) << line << ": " << outcome.text;
    }
};

TEST_F(Commands, FunctionsHaveBreakpoints) {
    add_wave(0);
    EXPECT_EQ(run("break twice"), "Breakpoint 1 at function twice (shader.comp:5).");
    EXPECT_EQ(program->armed, (std::set<uint32_t>{0x30}));
    EXPECT_EQ(run("break shader.comp:main"), "Breakpoint 2 at function main of shader.comp (shader.comp:9).");
    EXPECT_EQ(run("break nobody"),
              "Breakpoint 3 at function nobody is pending: no shader of the program has it yet.");
    EXPECT_NE(run("continue").find("Breakpoint 2, main ()"), std::string::npos);
    EXPECT_NE(run("continue").find("Breakpoint 1, twice ("), std::string::npos);
    EXPECT_EQ(run("break"), "Breakpoint 4 at shader.comp:5.");
    EXPECT_NE(run("list main").find("9\t    uint i ="), std::string::npos);
    run("delete 1 4");
    EXPECT_NE(
        run("continue")
            .find(
                "function nobody was never reached: no shader of the program has that function (they have "),
        std::string::npos);
}

TEST_F(Commands, ConditionsNameVariablesThatThereAre) {
    add_wave(0);
    expect_refused("break 13 if nobody == 5", "has no variable 'nobody'");
    EXPECT_TRUE(session->breakpoints().empty());
    EXPECT_EQ(run("break 13 if i == 7u"), "Breakpoint 1 at shader.comp:13.");
    expect_refused("condition 1 nobody > 3", "has no variable 'nobody'");
    expect_refused("condition 2 i > 3", "there is no breakpoint 2");
    EXPECT_EQ(session->breakpoints().at(1).condition, "i == 7u");
    EXPECT_EQ(run("condition 1 if i == 9u"), "");
    run("continue");
    EXPECT_EQ(session->focus().lane, 9u);
    EXPECT_EQ(run("condition 1"), "Breakpoint 1 now stops always.");
    EXPECT_FALSE(session->breakpoints().at(1).expr);
}

TEST_F(Commands, FilesOfOtherFoldersAreTold) {
    program->record.files = {"src/a/shader.comp"};
    EXPECT_EQ(run("break a/shader.comp:10"), "Breakpoint 1 at a/shader.comp:10.");
    EXPECT_EQ(run("break b/shader.comp:10"),
              "Breakpoint 2 at b/shader.comp:10 (no file is called that; src/a/shader.comp is taken).");
}

TEST_F(Commands, FilesThatMayBeSeveralAreRefused) {
    program->record.files = {"a/shader.comp", "b/shader.comp"};
    EXPECT_EQ(run("break shader.comp:10"), "Breakpoint 1 at shader.comp:10 is pending: 'shader.comp' may be "
                                           "a/shader.comp or b/shader.comp: give a folder too");
    EXPECT_EQ(run("break a/shader.comp:10"), "Breakpoint 2 at a/shader.comp:10.");
}

TEST_F(Commands, FinishNeedsACaller) {
    stop_at("10");
    expect_refused("finish", "'finish' means nothing in the outermost frame");
    EXPECT_EQ(line(), 10u); // still there
    run("step");
    EXPECT_EQ(line(), 5u);
    run("up");
    expect_refused("finish", "outermost frame");
    run("down");
    run("finish");
    EXPECT_EQ(session->frames().size(), 1u);
}

TEST_F(Commands, UntilLeavesALoop) {
    stop_at("12");
    run("until");
    EXPECT_EQ(line(), 13u);
}

TEST_F(Commands, AdvanceGoesToAPlaceOrOutOfTheFunction) {
    stop_at("9");
    run("advance twice");
    EXPECT_EQ(line(), 5u);
    run("advance 13");
    EXPECT_EQ(line(), 11u); // twice has returned before
    run("until 13");
    EXPECT_EQ(line(), 13u);
    expect_refused("advance", "advance needs a place");
    expect_refused("advance 13 if i > 3", "no condition");
    expect_refused("advance 99", "the last one is on line 13");
    EXPECT_EQ(run("advance 9"), "The wave has ended.");
}

TEST_F(Commands, ContinueLetsHitsPass) {
    add_wave(0);
    add_wave(1);
    run("break 12");
    run("continue");
    EXPECT_EQ(session->breakpoints().at(1).hits, 2u);
    // Each wave comes to it once more.
    EXPECT_EQ(run("continue 2").substr(0, 44), "The next hit of breakpoint 1 will not stop.\n");
    EXPECT_EQ(session->breakpoints().at(1).hits, 4u);
    EXPECT_EQ(session->stopped_waves().size(), 1u);
    run("next");
    expect_refused("continue 2", "this stop is at no breakpoint");
    expect_refused("continue x", "'x' is no count");
    EXPECT_EQ(run("ignore 1 3"), "The next 3 hits of breakpoint 1 will not stop.");
    EXPECT_NE(run("info breakpoints").find("(the next 3 hits are ignored)"), std::string::npos);
}

TEST_F(Commands, ArgumentsThatMeanNothingAreRefused) {
    stop_at("10");
    for (const char* text : {"finish foo", "detach now", "info waves 3", "info locals i"})
        expect_refused(text, "takes no argument");
    expect_refused("run --foo", "wavebreak run -- PROGRAM ARGUMENTS");
    for (const char* text : {"next/x", "info/x waves", "break/t 10"})
        expect_refused(text, "takes no format");
    for (const char* text : {"print/zz i", "print/q i", "lanes/y i", "display/ i", "print/xd i"})
        expect_refused(text, "x hex, z hex with zeros, d signed");
    expect_refused("print/4x i", "NAME@COUNT");
    EXPECT_EQ(run("print/z a"), "a = 0x000003e8");
    expect_refused("backtrace x", "how many");
    expect_refused("up x", "is a number");
    EXPECT_EQ(line(), 10u);
}

TEST_F(Commands, FramesAreCounted) {
    stop_at("twice");
    EXPECT_EQ(run("backtrace 1").substr(0, 10), "#0  twice ");
    EXPECT_NE(run("backtrace 1").find("(1 more)"), std::string::npos);
    EXPECT_EQ(run("up 9").substr(0, 9), "#1  main ");
    EXPECT_EQ(run("down 1").substr(0, 10), "#0  twice ");
    EXPECT_EQ(run("info args").substr(0, 9), "uint x = ");
    run("up");
    EXPECT_EQ(run("info args"), "No arguments.");
}

TEST_F(Commands, NearWordsAreNamed) {
    EXPECT_EQ(run("contineu"), "error: 'contineu' is no command; help lists them. Did you mean 'continue'?");
    expect_refused("pirnt i", "Did you mean 'print'?");
    expect_refused("help brek", "Did you mean 'break'?");
    expect_refused("info lcoals", "Did you mean 'locals'?");
    EXPECT_EQ(run("xyzzy"), "error: 'xyzzy' is no command; help lists them");
}

TEST_F(Commands, DisplaysAreShownAtEachStop) {
    EXPECT_EQ(run("display i"), "1: i will be shown at each stop.");
    expect_refused("display i +", "ends too early");
    stop_at("10");
    EXPECT_EQ(run("display"), "1: i = 0");
    EXPECT_EQ(run("display/x a"), "2: a = 0x3e8");
    const Outcome stop = interpreter->execute("next");
    EXPECT_TRUE(stop.text.ends_with("\n1: i = 0\n2: a = 0x3e8")) << stop.text;
    EXPECT_EQ(stop.data["displays"][1]["value"], "0x3e8");
    EXPECT_EQ(run("info display"), "1: i\n2: /x a");
    expect_refused("undisplay 7", "there is no display '7'");
    run("undisplay 1");
    EXPECT_TRUE(run("next").ends_with("\n2: a = 0x3e8"));
    run("undisplay");
    EXPECT_EQ(run("next").find("2: a"), std::string::npos);
}

TEST_F(Commands, TypesAreShown) {
    stop_at("10");
    EXPECT_EQ(run("whatis i"), "type = uint");
    EXPECT_EQ(run("whatis i + 1.5"), "type = float");
    EXPECT_EQ(run("ptype vec3"), "type = vec3");
    const std::string block = "type = struct B {\n    uint[] f; // offset 0\n}";
    EXPECT_EQ(run("ptype b"), block);
    EXPECT_EQ(run("ptype struct B"), block);
    EXPECT_EQ(run("whatis b"), "type = B");
    expect_refused("ptype nobody", "nobody");
}

TEST_F(Commands, MemoryByNamePrefersVariables) {
    protocol::Range range;
    range.va = 0x5000;
    range.size = 64;
    range.kind = protocol::kRangeBuffer;
    range.name = "a";
    program->ranges.push_back(range);
    range.va = 0x6000;
    range.name = "all blades";
    program->ranges.push_back(range);
    stop_at("10");
    EXPECT_EQ(run("x/2xb all blades"), "0x6000 <all blades>:\t0x00\t0x01");
    // a is 1000 in lane 0.
    EXPECT_EQ(run("x a"), "error: cannot read 4 bytes at 0x3e8: nothing is mapped there\n"
                          "(a is a variable here; the buffer of that name is at 0x5000)");
    const auto memory = data("x/2xh 0x5002")["memory"];
    EXPECT_EQ(memory["address"], 0x5002);
    EXPECT_EQ(memory["object"], "a+2");
    EXPECT_EQ(memory["values"], (std::vector<std::string>{"0x0302", "0x0504"}));
}

TEST_F(Commands, ToolsGetFields) {
    stop_at("10");
    run("break 13 if invocation 70,0,0 and i > 3u");
    auto row = data("info breakpoints")["breakpoints"].at(0);
    EXPECT_EQ(row["number"], 2);
    EXPECT_EQ(row["line"], 13);
    EXPECT_EQ(row["invocation"], (std::vector<int>{70, 0, 0}));
    EXPECT_EQ(row["condition"], "i > 3u");
    EXPECT_EQ(row["enabled"], true);
    row = data("info waves")["waves"].at(0);
    EXPECT_EQ(row["wave"], 1);
    EXPECT_EQ(row["focus"], true);
    EXPECT_EQ(row["line"], 10);
    EXPECT_EQ(row["exec"], ~0ull);
    EXPECT_EQ(row["workgroup"], (std::vector<int>{0, 0, 0}));
    row = data("info shaders")["shaders"].at(0);
    EXPECT_EQ(row["shader"], 7);
    EXPECT_EQ(row["stage"], "compute");
    EXPECT_EQ(row["files"], (std::vector<std::string>{"shader.comp"}));
    const auto registers = data("info registers")["registers"];
    EXPECT_EQ(registers["pc"], 0x1024);
    EXPECT_EQ(registers["vgprs"], (std::vector<int>{0, 0, 1000, 0}));
    EXPECT_EQ(data("info registers v2")["registers"]["v2"], 1000);
    const auto lanes = data("lanes i")["lanes"];
    ASSERT_EQ(lanes.size(), 64u);
    EXPECT_EQ(lanes[63], (nlohmann::json{{"lane", 63}, {"active", true}, {"value", "63"}}));
    const auto source = data("list 10")["source"];
    EXPECT_EQ(source["lines"][0]["line"], 5);
    EXPECT_EQ(source["lines"][5],
              (nlohmann::json{{"line", 10}, {"text", "    uint a = twice(i);"}, {"current", true}}));
    EXPECT_EQ(data("info devices")["devices"].at(0)["name"], "fake");
    EXPECT_TRUE(data("info buffers")["buffers"].empty());
}

TEST_F(Commands, SilenceIsNotTheEndOfAWave) {
    add_wave(0);
    add_wave(1);
    run("break 10");
    run("continue");
    // A busy machine: the wave comes on after more than a second, while another one is still stopped.
    program->lag = 4;
    program->on_wait = [] { std::this_thread::sleep_for(std::chrono::milliseconds(350)); };
    EXPECT_EQ(run("next").find("ended"), std::string::npos);
    EXPECT_EQ(line(), 11u);
}

} // namespace wb::engine::test
