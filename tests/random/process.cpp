// SPDX-License-Identifier: MIT
#include "tests/random/process.h"

#include <cstring>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace wb::random_shader {

Result<Ended> run_process(const std::vector<std::string>& command) {
    int ends[2];
    if (pipe(ends) != 0) return fail(std::string("no pipe: ") + std::strerror(errno));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    std::vector<char*> arguments;
    for (const std::string& argument : command)
        arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    pid_t child = 0;
    const int error = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    Ended ended;
    if (error == 0) {
        char bytes[4096];
        for (ssize_t got; (got = read(ends[0], bytes, sizeof bytes)) > 0;)
            ended.output.append(bytes, size_t(got));
    }
    close(ends[0]);
    if (error != 0) return fail("cannot run " + command[0] + ": " + std::strerror(error));
    int status = 0;
    waitpid(child, &status, 0);
    ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return ended;
}

} // namespace wb::random_shader
