// SPDX-License-Identifier: MIT
// The command language over a fake program: breakpoints, conditions, stepping, focus.
#include "tests/engine/session_fixture.h"

#include <atomic>

namespace wb::engine::test {

TEST_F(SessionTest, BreakpointStopsAndShowsPlace) {
    add_wave(0);
    EXPECT_EQ(run("break shader.comp:10"), "Breakpoint 1 at shader.comp:10.");
    EXPECT_EQ(program->armed, (std::set<uint32_t>{0x20}));
    const std::string stop = run("continue");
    EXPECT_NE(stop.find("Breakpoint 1, main () at shader.comp:10, invocation (0, 0, 0)"), std::string::npos)
        << stop;
    EXPECT_NE(stop.find("10\t    uint a = twice(i);"), std::string::npos) << stop;
    EXPECT_EQ(run("print i"), "i = 0");
    EXPECT_EQ(run("lane 5").substr(0, 15), "[wave 1, lane 5");
    EXPECT_EQ(run("p i * 2"), "i * 2 = 10");
    EXPECT_EQ(run("continue"), "The program has ended.");
}

TEST_F(SessionTest, NextGoesOverStepGoesInto) {
    add_wave(0);
    run("break 10");
    run("continue");
    run("next");
    EXPECT_EQ(line(), 11u);
    run("next");
    EXPECT_EQ(line(), 12u);
    run("next");
    EXPECT_EQ(line(), 11u); // once an iteration
    run("next");
    EXPECT_EQ(line(), 12u);
    run("n 2");
    EXPECT_EQ(line(), 13u);
    EXPECT_EQ(program->armed, (std::set<uint32_t>{0x20})); // stepping leaves nothing armed
    EXPECT_EQ(run("next"), "The wave has ended.");
}

TEST_F(SessionTest, TheEndOfAWaveIsItsExitSlot) {
    for (uint32_t group : {0, 1}) {
        add_wave(group);
        program->waves.back().path.push_back(10);
    }
    run("break shader.comp:13");
    run("continue");
    EXPECT_EQ(line(), 13u);
    // The other wave is still stopped, so that no submission ends.
    EXPECT_EQ(run("next"), "The wave has ended.");
    EXPECT_EQ(session->stopped_waves().size(), 1u);
}

TEST_F(SessionTest, StepIntoFrameAndFinish) {
    add_wave(0);
    run("break 10");
    run("continue");
    const std::string stop = run("step");
    EXPECT_EQ(line(), 5u);
    EXPECT_NE(stop.find("twice ("), std::string::npos) << stop;
    const std::string stack = run("backtrace");
    EXPECT_NE(stack.find("#0  twice ("), std::string::npos) << stack;
    EXPECT_NE(stack.find("#1  main () at shader.comp:10"), std::string::npos) << stack;
    EXPECT_EQ(run("up").substr(0, 9), "#1  main ");
    EXPECT_EQ(run("print i"), "i = 0"); // the caller's variables
    run("down");                        // finish leaves the selected frame
    run("finish");
    EXPECT_NE(line(), 6u);
    EXPECT_EQ(session->frames().size(), 1u);
}

TEST_F(SessionTest, InvocationBreakpointNarrowsTheFilter) {
    add_wave(0);
    add_wave(1);
    run("break shader.comp:13 if invocation 70,0,0");
    EXPECT_EQ(program->filter["group"], (std::vector<uint32_t>{1, 0, 0}));
    EXPECT_EQ(program->filter["local"], 0u);
    run("continue");
    EXPECT_EQ(session->focus().lane, 6u);
    EXPECT_EQ(session->focus_wave()->info().group[0], 1u);
    EXPECT_EQ(session->breakpoints().at(1).hits, 1u);
}

TEST_F(SessionTest, ConditionsAreForEachLane) {
    add_wave(0);
    run("break 13 if a == 1007 || a >= 1040 && a < 1042");
    const std::string stop = run("continue");
    EXPECT_NE(stop.find("with lanes 7, 40-41"), std::string::npos) << stop;
    EXPECT_EQ(session->focus().lane, 7u);
}

TEST_F(SessionTest, FalseConditionNeverStops) {
    add_wave(0);
    run("break 13 if a == 5");
    const std::string end = run("continue");
    EXPECT_NE(end.find("Breakpoint 1 at shader.comp:13 was never reached."), std::string::npos) << end;
}

TEST_F(SessionTest, BrokenConditionStopsAndSaysSo) {
    add_wave(0);
    run("break 13 if x == 5"); // of another function
    const std::string stop = run("continue");
    EXPECT_NE(stop.find("cannot be evaluated"), std::string::npos) << stop;
}

TEST_F(SessionTest, SteppingPassesOverCodeWhereTheLaneIsOff) {
    // Lane 0 is off in the loop body (steps 7 and 10 of the path).
    std::vector<uint64_t> exec(14, ~0ull);
    exec[7] = exec[10] = ~1ull;
    add_wave(0, exec);
    run("break 10");
    run("continue");
    run("next"); // 11
    run("next"); // not 12: the lane is off there; 11 again only counts when another line was between
    EXPECT_EQ(line(), 13u);
}

TEST_F(SessionTest, LinesWithoutStatements) {
    EXPECT_EQ(run("break shader.comp:7"), "Breakpoint 1 at shader.comp:9 (line 7 has no statement).");
    const std::string beyond = run("break shader.comp:99");
    EXPECT_NE(beyond.find("the last one is on line 13"), std::string::npos) << beyond;
    EXPECT_NE(run("break other.comp:5").find("pending"), std::string::npos);
    EXPECT_EQ(run("info breakpoints").substr(0, 3), "Num");
    EXPECT_EQ(run("delete 9"), "error: there is no breakpoint 9");
    run("delete");
    EXPECT_TRUE(program->armed.empty());
}

TEST_F(SessionTest, WavesThatStopLaterAreTakenInBesideTheFocus) {
    add_wave(0);
    EXPECT_EQ(run("break shader.comp:10 if i >= 3u"), "Breakpoint 1 at shader.comp:10.");
    run("continue");
    EXPECT_FALSE(session->take_in_stops());
    const uint64_t focus = session->focus().wave;
    session->set_focus({focus, 5, 0});
    add_wave(1);
    add_wave(2);
    program->run();
    EXPECT_TRUE(session->take_in_stops());
    EXPECT_EQ(session->stopped_waves().size(), 3u);
    EXPECT_EQ(session->focus().wave, focus);
    EXPECT_EQ(session->focus().lane, 5u);
    EXPECT_EQ(session->breakpoints().at(1).hits, 3u);
    EXPECT_FALSE(session->take_in_stops());
    // A wave that the breakpoint is not for goes on by itself.
    ASSERT_TRUE(session->change_condition(1, *parse_breakpoint("1 if i > 63u", "x")));
    add_wave(3);
    program->run();
    EXPECT_FALSE(session->take_in_stops());
    EXPECT_EQ(session->stopped_waves().size(), 3u);
    EXPECT_FALSE(program->waves.back().stopped);
}

TEST_F(SessionTest, AConditionIsChangedInPlace) {
    add_wave(0);
    add_wave(1);
    run("break shader.comp:10 if invocation 65,0,0");
    EXPECT_EQ(program->filter["group"], (std::array<uint32_t, 3>{1, 0, 0}));
    const auto like = parse_breakpoint("1 if i == 7u", "x");
    ASSERT_TRUE(like);
    ASSERT_TRUE(session->change_condition(1, *like));
    EXPECT_EQ(program->filter["group"][0], protocol::kNone);
    const std::string stop = run("continue");
    EXPECT_NE(stop.find("Breakpoint 1"), std::string::npos) << stop;
    EXPECT_EQ(session->focus().lane, 7u);
    EXPECT_EQ(session->breakpoints().at(1).condition, "i == 7u");
    EXPECT_FALSE(session->change_condition(2, *like));
}

TEST_F(SessionTest, ADispatchIsStoppedAtItsEntry) {
    protocol::CommandInfo command;
    command.command = 3;
    command.shader = 7;
    command.submissions = 2;
    const Breakpoint& again = session->add_breakpoint(at_entry_of(command));
    EXPECT_EQ(again.where(), "the entry of dispatch 3");
    EXPECT_EQ(program->armed, (std::set<uint32_t>{0x10}));
    EXPECT_EQ(program->filter["command"], 3u);
    // Recorded anew for each frame: its number never comes again.
    command.submissions = 1;
    session->delete_breakpoint(1);
    const Breakpoint& once = session->add_breakpoint(at_entry_of(command));
    EXPECT_FALSE(once.command);
    EXPECT_EQ(once.places.size(), 1u);
    command.shader = 8;
    EXPECT_TRUE(session->add_breakpoint(at_entry_of(command)).places.empty());
}

TEST_F(SessionTest, CompilingAVariantIsToldAndCanBeGivenUp) {
    std::atomic<bool> interrupt{true};
    std::vector<std::string> told;
    session->interrupt = &interrupt;
    session->compiling = [&](const std::string& shader) { told.push_back(shader); };
    program->record_is_slow = true;
    add_wave(0);
    // With the interrupt there from the start nothing is asked for; afterwards it comes while the driver
    // works.
    session->load_shaders();
    EXPECT_TRUE(told.empty());
    interrupt = false;
    program->on_record = [&] { interrupt = true; };
    session->load_shaders();
    EXPECT_EQ(told, (std::vector<std::string>{"shader 7 (main)", ""}));
    EXPECT_FALSE(session->shaders().find(7)->loaded);
    interrupt = false;
    program->record_is_slow = false;
    EXPECT_EQ(run("break shader.comp:10"), "Breakpoint 1 at shader.comp:10.");
}

TEST_F(SessionTest, MistakesAreAnswered) {
    EXPECT_EQ(run("frobnicate"), "error: 'frobnicate' is no command; help lists them");
    EXPECT_EQ(run("print 1"), "error: no wave is stopped; set a breakpoint and continue");
    EXPECT_EQ(run("break"), "error: a breakpoint is written FILE:LINE or FUNCTION, as in: break "
                            "grass.comp:40 if invocation 37,5,0");
    EXPECT_EQ(run("break 13 if invocation x"),
              "error: an invocation is written X,Y,Z, as in: if invocation 37,5,0");
    EXPECT_EQ(run("info nothing").substr(0, 6), "error:");
    EXPECT_EQ(run("# a comment"), "");
}

TEST_F(SessionTest, LogPointsPrintForEachLaneAndLetTheWaveGoOn) {
    add_wave(0);
    Breakpoint log;
    log.file = "shader.comp";
    log.line = 13;
    ASSERT_TRUE(parse_breakpoint_condition("i > 61u || i < 2u", log));
    auto message = parse_log_message("i {i}, {{a}} {a + 1u}{nobody}");
    ASSERT_TRUE(message) << message.error().message;
    log.log = *message;
    session->add_breakpoint(std::move(log));
    std::vector<std::pair<uint64_t, std::string>> lines;
    session->logged = [&](const Breakpoint& breakpoint, WaveView& view, const LogLine& line) {
        EXPECT_EQ(breakpoint.id, 1u);
        EXPECT_EQ(view.statement()->line, 13u);
        lines.emplace_back(line.lanes, line.text.substr(0, line.text.find('<')));
        EXPECT_NE(line.text.find("nobody"), std::string::npos) << line.text;
    };
    EXPECT_EQ(run("continue"), "The program has ended.");
    const std::vector<std::pair<uint64_t, std::string>> expected = {{1ull << 0, "i 0, {a} 1001"},
                                                                    {1ull << 1, "i 1, {a} 1002"},
                                                                    {1ull << 62, "i 62, {a} 1063"},
                                                                    {1ull << 63, "i 63, {a} 1064"}};
    EXPECT_EQ(lines, expected);
    EXPECT_EQ(session->breakpoints().at(1).hits, 1u);
}

TEST_F(SessionTest, LogPointsOfEqualTextShareALineAndPrintWhereAStepArrives) {
    add_wave(0);
    Breakpoint log;
    log.file = "shader.comp";
    log.line = 11;
    log.log = *parse_log_message("here");
    session->add_breakpoint(std::move(log));
    std::vector<uint64_t> lanes;
    session->logged = [&](const Breakpoint&, WaveView&, const LogLine& line) {
        EXPECT_EQ(line.text, "here");
        lanes.push_back(line.lanes);
    };
    run("break 10");
    run("continue");
    EXPECT_TRUE(lanes.empty());
    run("next");
    EXPECT_EQ(line(), 11u);
    EXPECT_EQ(lanes, (std::vector<uint64_t>{~0ull}));
    for (const char* wrong : {"{i", "i}", "{i +}", "{}"})
        EXPECT_FALSE(parse_log_message(wrong)) << wrong;
}

TEST_F(SessionTest, BreakpointsAtAnAddressAreForStatements) {
    add_wave(0);
    const auto at = [&](uint64_t address) -> const Breakpoint& {
        Breakpoint breakpoint;
        breakpoint.address = address;
        return session->add_breakpoint(std::move(breakpoint));
    };
    EXPECT_EQ(at(0x1048).places.size(), 0u);
    EXPECT_NE(at(0x1048).problem.find("0x1050"), std::string::npos) << at(0x1048).problem;
    EXPECT_NE(at(0x1000).problem.find("statement"), std::string::npos);        // the entry
    EXPECT_EQ(at(0x9000).problem, "");                                         // no code there
    EXPECT_EQ(at(0x1040).places.at(0).offsets, (std::vector<uint32_t>{0x40})); // its slot
    run("delete");
    const unsigned id = at(0x1074).id; // behind the slot, where a stopped wave's PC is
    run("continue");
    EXPECT_EQ(line(), 12u);
    EXPECT_EQ(session->breakpoints().at(id).hits, 1u);
}

TEST_F(SessionTest, LogPointsPrintForOtherWavesDuringAStep) {
    add_wave(0);
    run("break shader.comp:10 if invocation 0,0,0");
    Breakpoint log;
    log.file = "shader.comp";
    log.line = 9;
    log.log = *parse_log_message("at last");
    session->add_breakpoint(std::move(log));
    std::vector<uint32_t> groups;
    session->logged = [&](const Breakpoint&, WaveView& view, const LogLine&) {
        groups.push_back(view.info().group[0]);
    };
    run("continue");
    EXPECT_EQ(groups, (std::vector<uint32_t>{0}));
    add_wave(5);
    run("next");
    EXPECT_EQ(line(), 11u);
    EXPECT_EQ(session->focus_wave()->info().group[0], 0u);
    EXPECT_EQ(groups, (std::vector<uint32_t>{0, 5}));
    // Nothing but the log point stopped it.
    EXPECT_EQ(session->stopped_waves().size(), 1u);
}

class Interrupts : public SessionTest {
protected:
    void SetUp() override {
        SessionTest::SetUp();
        session->interrupt = &interrupt;
    }
    void add_endless(uint32_t group) {
        add_wave(group);
        program->waves.back().again = 1;
    }
    /// A command during which Ctrl-C is pressed.
    std::string interrupted(std::string_view command) {
        interrupt = true;
        std::string text = run(command);
        interrupt = false;
        return text;
    }
    std::set<uint32_t> statements() const {
        std::set<uint32_t> out;
        for (size_t i = 1; i < 10; ++i)
            out.insert(program->record.slots[i][0]);
        return out;
    }
    std::atomic<bool> interrupt{false};
};

TEST_F(Interrupts, StopWhatRunsAtItsNextStatement) {
    add_endless(0);
    program->submit();
    session->catch_up();
    EXPECT_TRUE(program->armed.empty());
    const std::string stop = interrupted("continue");
    EXPECT_EQ(
        stop.substr(0, stop.find('\n')),
        "Interrupted, main () at shader.comp:9, invocation (0, 0, 0) [wave 1, lane 0, workgroup (0, 0, 0)]");
    EXPECT_TRUE(program->interrupted);
    EXPECT_EQ(program->armed, statements());
    EXPECT_EQ(program->filter["group"][0], protocol::kNone);
    // The others stop too.
    add_endless(1);
    program->run();
    EXPECT_NE(run("info waves").find("(1, 0, 0)"), std::string::npos);
    EXPECT_EQ(session->stopped_waves().size(), 2u);
    EXPECT_EQ(session->focus_wave()->info().group[0], 0u);
    // A step is for the one wave, and leaves nothing armed.
    run("next");
    EXPECT_EQ(line(), 10u);
    EXPECT_TRUE(program->armed.empty());
    EXPECT_EQ(session->stopped_waves().size(), 2u);
    EXPECT_EQ(interrupted("continue").substr(0, 12), "Interrupted,");
    EXPECT_EQ(program->armed, statements());
    for (FakeWave& wave : program->waves)
        wave.again.reset();
    EXPECT_EQ(run("continue"), "The program has ended.");
    EXPECT_TRUE(program->armed.empty());
}

TEST_F(Interrupts, AreForTheSteppedWaveDuringAStep) {
    // Round and round in the called function.
    add_endless(0);
    program->waves.back().path = {0, 1, 2, 3, 4, 4};
    program->waves.back().again = 3;
    run("break 5");
    run("continue");
    run("delete");
    run("lane 5");
    unsigned resumes = 0;
    program->on_resume = [&] {
        if (++resumes == 7) interrupt = true;
    };
    const std::string stop = run("finish");
    interrupt = false;
    EXPECT_EQ(stop.substr(0, 12), "Interrupted,") << stop;
    EXPECT_EQ(session->frames().size(), 2u);
    EXPECT_EQ(session->focus().lane, 5u);
    EXPECT_FALSE(program->interrupted);
    EXPECT_TRUE(program->armed.empty());
}

TEST_F(Interrupts, BreakpointsReachWhatRuns) {
    run("break 12 if invocation 0,0,0");
    EXPECT_FALSE(program->interrupted);
    EXPECT_EQ(program->filter["group"], (std::vector<uint32_t>{0, 0, 0}));
    run("delete");
    add_endless(0);
    program->submit();
    session->catch_up();
    run("break 12 if invocation 0,0,0");
    EXPECT_TRUE(program->interrupted);
    // The handler cannot tell the waves apart that began before anything was armed.
    EXPECT_EQ(program->filter["group"][0], protocol::kNone);
    run("continue");
    EXPECT_EQ(line(), 12u);
    program->interrupted = false;
    run("disable 2");
    EXPECT_FALSE(program->interrupted);
    run("enable 2");
    EXPECT_TRUE(program->interrupted);
    run("delete");
    program->waves.back().again.reset();
    EXPECT_EQ(run("continue"), "The program has ended.");
}

TEST_F(Interrupts, BreakpointsReachWhatHasJustBegun) {
    add_endless(0);
    program->submit(); // told, but not yet heard
    run("break 12");
    EXPECT_TRUE(program->interrupted);
    EXPECT_EQ(program->filter["group"][0], protocol::kNone);
    run("continue");
    EXPECT_EQ(line(), 12u);
}

TEST_F(Interrupts, StopWhatHasJustBegun) {
    add_endless(0);
    program->submit();
    EXPECT_EQ(interrupted("continue").substr(0, 12), "Interrupted,");
    EXPECT_TRUE(program->interrupted);
}

TEST_F(Interrupts, SayWhyNothingStops) {
    const std::string running = "Interrupted; the program is running and no wave is stopped.\n(";
    EXPECT_EQ(interrupted("continue"),
              running + "no submission that the debugger has seen runs; a breakpoint stops what comes)");
    add_endless(0);
    program->variant_bound = false;
    program->submit();
    session->catch_up();
    const std::string normal = interrupted("continue");
    EXPECT_NE(normal.find("has no debug variant"), std::string::npos) << normal;
    EXPECT_TRUE(program->armed.empty());
    EXPECT_FALSE(program->interrupted);
}

TEST_F(Interrupts, StopNothingWhenTheSessionIsLeft) {
    const std::atomic<bool> leaving{true};
    session->leaving = &leaving;
    add_endless(0);
    program->submit();
    session->catch_up();
    EXPECT_EQ(interrupted("continue"), "Interrupted; the program is running and no wave is stopped.");
    EXPECT_FALSE(program->interrupted);
}

TEST_F(Interrupts, FindOutWhereAWaveWithoutAMarkIs) {
    // WorkgroupId in v3, LocalInvocationId in v0; their other components are constants.
    protocol::Record& r = program->record;
    r.variables.push_back({901, 6, 0, kBuiltinWorkgroupId});
    r.variables.push_back({902, 6, 0, kBuiltinLocalInvocationId});
    for (uint64_t leaf = 0; leaf < 3; ++leaf) {
        r.locations.push_back({3, leaf, leaf ? 1u : 3u, 32, 0, 0, 1, 3, kNoId, 0});
        r.locations.push_back({4, leaf, leaf ? 1u : 3u, 32, 0, 0, 1, 0, kNoId, 0});
    }
    for (auto& slot : r.slots)
        slot[9] = uint32_t(r.locations.size());
    for (uint32_t lane = 0; lane < 64; ++lane) {
        program->vgprs[lane] = lane;
        program->vgprs[3 * 64 + lane] = 5;
    }
    program->marked = false;
    // Lane 0 is off: what its registers hold is not asked for.
    program->vgprs[0] = program->vgprs[3 * 64] = 77;
    add_endless(5);
    program->waves.back().exec.assign(14, ~1ull);
    program->submit();
    session->catch_up();
    const std::string stop = interrupted("continue");
    EXPECT_NE(stop.find("invocation (321, 0, 0) [wave 1, lane 1, workgroup (5, 0, 0)]"), std::string::npos)
        << stop;
    EXPECT_EQ(session->focus_wave()->info().command, 3u);
    EXPECT_EQ(session->focus_wave()->info().submission, 1u);
    // The handler cannot tell it from others: all stop, and the engine knows it again.
    run("next");
    EXPECT_EQ(line(), 10u);
    EXPECT_EQ(session->focus_wave()->info().group[0], 5u);
}

} // namespace wb::engine::test
