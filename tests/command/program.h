// SPDX-License-Identifier: MIT
// What the programs to be debugged share.
#pragma once

#include "samples/common/commands.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <thread>

namespace wb::debuggee {

inline int failed(const Error& error) {
    std::fprintf(stderr, "debuggee: %s\n", error.message.c_str());
    return 1;
}

/// The words of the SPIR-V module in file `path`.
inline Result<std::vector<uint32_t>> read_spirv(const char* path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    if (bytes.size() < 20) return fail(std::string("cannot read SPIR-V from ") + path);
    std::vector<uint32_t> words(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), words.size() * 4);
    return words;
}

/// Prints `buffer`, `words` words a line: into the file that DEBUGGEE_OUTPUT names, since messages of layer
/// and driver share the standard streams, else on standard output.
inline int print_words(const headless::Buffer& buffer, unsigned words) {
    if (const char* path = std::getenv("DEBUGGEE_OUTPUT"))
        if (!std::freopen(path, "w", stdout)) return 1;
    const auto results = buffer.as<uint32_t>();
    for (size_t i = 0; i < results.size(); ++i)
        std::printf("%u%c", results[i], (i + 1) % words ? ' ' : '\n');
    return 0;
}

/// DEBUGGEE_LEAVE=exit, abort or crash: the program ends in that way (exit: with status 3) when it gets
/// SIGUSR1, whatever its main thread waits for. To be called before any other thread is there.
inline void leave_on_signal() {
    const char* text = std::getenv("DEBUGGEE_LEAVE");
    if (!text) return;
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &wanted, nullptr);
    std::thread([wanted, how = std::string(text)] {
        int got = 0;
        sigwait(&wanted, &got);
        if (how == "exit") std::exit(3);
        if (how == "abort") std::abort();
        *const_cast<volatile int*>(static_cast<int*>(nullptr)) = 1;
    }).detach();
}

} // namespace wb::debuggee
