// SPDX-License-Identifier: MIT
// What a program prints last is told before its end, also when the end is known first.
#include "cli/dap/output.h"

#include <future>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace wb::cli::dap_server::test {

/// Runs in a process of its own: prints a line, and the rest once it may.
[[noreturn]] static void print(int output, int errors, int may_go_on) {
    const auto say = [](int fd, std::string_view text) { (void)!write(fd, text.data(), text.size()); };
    say(output, "first\n");
    char go = 0;
    (void)!read(may_go_on, &go, 1);
    say(output, "second\n");
    say(errors, "a complaint\n");
    say(output, "last\n");
    _exit(3);
}

TEST(ProgramOutput, TellsTheEndBehindTheLastLines) {
    ProgramOutput output;
    ASSERT_TRUE(output.open());
    int go[2];
    ASSERT_EQ(pipe(go), 0);
    const pid_t child = fork();
    if (child == 0) print(output.output(), output.errors(), go[0]);
    ASSERT_GT(child, 0);
    std::string text[2];
    bool ended_too_early = false;
    std::promise<void> end;
    output.on_text = [&](const char* category, const std::string& got) {
        const bool first = text[0].empty();
        text[std::string_view(category) == "stderr"] += got;
        if (!first) return;
        // The process ends while its other lines have yet to be read.
        (void)!write(go[1], "", 1);
        siginfo_t how{};
        EXPECT_EQ(waitid(P_PID, id_t(child), &how, WEXITED | WNOWAIT), 0);
        ended_too_early = output.ended();
    };
    output.on_end = [&] {
        EXPECT_TRUE(output.ended());
        end.set_value();
    };
    output.watch(child);
    ASSERT_EQ(end.get_future().wait_for(std::chrono::minutes(2)), std::future_status::ready);
    EXPECT_FALSE(ended_too_early);
    EXPECT_EQ(text[0], "first\nsecond\nlast\n");
    EXPECT_EQ(text[1], "a complaint\n");
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(WEXITSTATUS(status), 3);
    output.stop(false);
    close(go[0]);
    close(go[1]);
}

} // namespace wb::cli::dap_server::test
