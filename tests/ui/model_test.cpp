// SPDX-License-Identifier: MIT
// The model over a program without a GPU: snapshots, commands as messages, focus, filters.
#include "overlay/model/held_rows.h"
#include "tests/ui/fake_dispatch.h"

#include <gtest/gtest.h>

namespace wb::overlay::test {

static bool is_stopped(const Snapshot& now) {
    return now.overview->phase == Phase::Stopped;
}

static const VariableRow* row(const Variables& variables, const std::string& key) {
    for (const VariableRow& each : variables.rows)
        if (each.key == key) return &each;
    return nullptr;
}

TEST(Model, ShowsAStop) {
    Watched watched(3, {"break shader.comp:6"});
    watched.model->want(all_panels());
    const auto now = watched.wait([](const Snapshot& s) {
        return is_stopped(s) && row(*s.variables, "Locals/i") && !s.lanes->rows.empty();
    });
    ASSERT_TRUE(now);
    EXPECT_EQ(now->overview->stop_reason, "breakpoint");
    ASSERT_EQ(now->overview->frames.size(), 1u);
    EXPECT_EQ(now->overview->frames[0].function, "main");
    EXPECT_EQ(now->overview->frames[0].line, 6u);
    EXPECT_EQ(row(*now->variables, "Locals/i")->value.text, "0");
    EXPECT_EQ(row(*now->variables, "Locals/a")->value.text, "1000");
    EXPECT_EQ(now->lanes->rows.size(), 64u);
}

TEST(Model, CountsAndFiltersWaves) {
    Watched watched(3, {"break shader.comp:6"});
    Wants wants = all_panels();
    watched.model->want(wants);
    ASSERT_TRUE(watched.wait([](const Snapshot& s) { return s.waves->rows.size() == 3; }));
    wants.wave_filter = "a == 1063u";
    watched.model->want(wants);
    auto now = watched.wait([](const Snapshot& s) { return s.waves->filter == "a == 1063u"; });
    ASSERT_TRUE(now);
    EXPECT_EQ(now->waves->passing, 3u);
    wants.wave_filter = "a == 999u";
    watched.model->want(wants);
    now = watched.wait([](const Snapshot& s) { return s.waves->filter == "a == 999u"; });
    ASSERT_TRUE(now);
    EXPECT_EQ(now->waves->passing, 0u);
    wants.wave_filter = "a ==";
    watched.model->want(wants);
    now = watched.wait([](const Snapshot& s) { return s.waves->filter == "a =="; });
    ASSERT_TRUE(now);
    EXPECT_FALSE(now->waves->problem.empty());
}

TEST(Model, MovesTheFocusToALane) {
    Watched watched(2, {"break shader.comp:6"});
    watched.model->want(all_panels());
    auto now = watched.wait([](const Snapshot& s) { return is_stopped(s) && s.waves->rows.size() == 2; });
    ASSERT_TRUE(now);
    watched.model->focus(now->waves->rows[1].wave, 5);
    now = watched.wait([](const Snapshot& s) {
        return s.overview->lane == 5 && row(*s.variables, "Locals/i") &&
               row(*s.variables, "Locals/i")->value.text == "5";
    });
    ASSERT_TRUE(now);
    EXPECT_EQ(now->overview->wave, now->waves->rows[1].wave);
}

TEST(Model, StepsAndEnds) {
    Watched watched(1, {"break shader.comp:6"});
    watched.model->want(all_panels());
    ASSERT_TRUE(watched.wait(is_stopped));
    watched.model->execute("next");
    const auto now =
        watched.wait([](const Snapshot& s) { return is_stopped(s) && s.overview->frames[0].line == 7; });
    ASSERT_TRUE(now);
    EXPECT_EQ(now->overview->stop_reason, "step");
    watched.model->execute("continue");
    const auto end = watched.wait([](const Snapshot& s) { return s.overview->phase == Phase::Ended; });
    ASSERT_TRUE(end);
    EXPECT_EQ(end->overview->stop, "The program has ended.");
}

TEST(Model, TogglesAndChangesBreakpoints) {
    Watched watched(1, {"break shader.comp:6"});
    watched.model->want(all_panels());
    ASSERT_TRUE(watched.wait(is_stopped));
    watched.model->toggle_breakpoint("shader.comp", 8);
    ASSERT_TRUE(watched.wait([](const Snapshot& s) { return s.breakpoints->rows.size() == 2; }));
    watched.model->change_breakpoint(2, "a > 5u", ">= 2");
    const auto changed = watched.wait([](const Snapshot& s) {
        return s.breakpoints->rows.size() == 2 && !s.breakpoints->rows[1].condition.empty();
    });
    ASSERT_TRUE(changed);
    EXPECT_EQ(changed->breakpoints->rows[1].condition, "a > 5u");
    EXPECT_EQ(changed->breakpoints->rows[1].hit_condition, ">= 2");
    watched.model->change_breakpoint(2, "a >", "");
    const auto refused = watched.wait([](const Snapshot& s) {
        return !s.console->lines.empty() && s.console->lines.back().kind == ConsoleLine::Kind::Error;
    });
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->breakpoints->rows[1].condition, "a > 5u");
    watched.model->toggle_breakpoint("shader.comp", 8);
    ASSERT_TRUE(watched.wait([](const Snapshot& s) { return s.breakpoints->rows.size() == 1; }));
}

TEST(Model, MapsAnExpressionOverTheLanes) {
    Watched watched(2, {"break shader.comp:6"});
    Wants wants = all_panels();
    wants.heat_map = "a * 2u";
    watched.model->want(wants);
    const auto now = watched.wait([](const Snapshot& s) { return !s.heat_map->points.empty(); });
    ASSERT_TRUE(now);
    EXPECT_EQ(now->heat_map->points.size(), 128u);
    EXPECT_EQ(now->heat_map->least, 2000);
    EXPECT_EQ(now->heat_map->most, 2126);
}

TEST(Model, RefusesToContinueWhatRuns) {
    Watched watched(1, {"break shader.comp:6", "continue"});
    watched.model->want(all_panels());
    const auto now = watched.wait([](const Snapshot& s) {
        return std::ranges::any_of(s.console->lines,
                                   [](const ConsoleLine& l) { return l.kind == ConsoleLine::Kind::Error; });
    });
    ASSERT_TRUE(now);
    ASSERT_TRUE(watched.wait(is_stopped));
}

TEST(Model, CompletesCommandsAndNames) {
    Watched watched(1, {"break shader.comp:6"});
    watched.model->want(all_panels());
    ASSERT_TRUE(watched.wait([](const Snapshot& s) { return row(*s.variables, "Locals/a") != nullptr; }));
    EXPECT_EQ(watched.model->complete("conti"), std::vector<std::string>{"continue"});
    EXPECT_EQ(watched.model->complete("print a"), std::vector<std::string>{"print a"});
    EXPECT_EQ(watched.model->complete("info dis"),
              (std::vector<std::string>{"info dispatches", "info display"}));
}

TEST(Model, StopsTheShaderOfADispatchThatIsGone) {
    Watched watched(1, {"break shader.comp:6"});
    watched.model->want(all_panels());
    ASSERT_TRUE(watched.wait(is_stopped));
    watched.model->debug_dispatch(1, 77, 7);
    const auto armed = watched.wait([](const Snapshot& s) { return s.breakpoints->rows.size() == 2; });
    ASSERT_TRUE(armed);
    EXPECT_EQ(armed->breakpoints->rows[1].where, "the entry of shader 7");
    watched.model->debug_dispatch(1, 77, 7);
    ASSERT_TRUE(watched.wait([](const Snapshot& s) { return s.breakpoints->rows.size() == 1; }));
    // Nor is that shader there.
    watched.model->debug_dispatch(1, 77, 8);
    ASSERT_TRUE(watched.wait([](const Snapshot& s) {
        return !s.console->lines.empty() && s.console->lines.back().kind == ConsoleLine::Kind::Error;
    }));
}

TEST(HeldRows, StandStillAndShowWhatIsNew) {
    const auto row = [](uint32_t command, uint64_t shader, uint64_t submissions, bool armed) {
        DispatchRow out;
        out.device = 1;
        out.command = command;
        out.shader_id = shader;
        out.submissions = submissions;
        out.armed = armed;
        return out;
    };
    Dispatches held, now;
    held.rows = {row(1, 7, 1, false), row(2, 8, 1, false), row(3, 7, 1, true)};
    held.rows[0].focused = true;
    // The program has dropped 1 and 3 and recorded 4 and 5 instead; shader 8 has a breakpoint.
    now.rows = {row(2, 8, 2, true), row(4, 7, 0, false), row(5, 8, 0, true)};
    const auto shown = held_rows(held, now);
    ASSERT_EQ(shown->rows.size(), 3u);
    for (size_t i = 0; i < 3; ++i)
        EXPECT_EQ(shown->rows[i].command, i + 1);
    EXPECT_EQ(shown->rows[1].submissions, 2u);
    EXPECT_TRUE(shown->rows[1].armed);
    EXPECT_FALSE(shown->rows[0].armed);
    EXPECT_FALSE(shown->rows[0].focused);
    EXPECT_FALSE(shown->rows[2].armed);
    now.rows[1].armed = true;
    EXPECT_TRUE(held_rows(held, now)->rows[0].armed);
}

} // namespace wb::overlay::test
