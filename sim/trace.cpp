// SPDX-License-Identifier: MIT
#include "sim/trace.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <mutex>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace wb::sim::trace {
namespace {

struct Name {
    const char* name;
    Channel channel;
};
constexpr Name kNames[] = {{"pm4", kPm4},     {"isa", kIsa},       {"ioctl", kIoctl},
                           {"sched", kSched}, {"memory", kMemory}, {"trap", kTrap}};

uint32_t from_environment() {
    const char* list = std::getenv("WAVEBREAK_SIM_TRACE");
    return list ? parse(list) : 0;
}

FILE* output() {
    static FILE* const file = [] {
        const char* path = std::getenv("WAVEBREAK_SIM_TRACE_FILE");
        FILE* opened = path && *path ? std::fopen(path, "ae") : nullptr;
        if (path && *path && !opened)
            loud("cannot open the trace file %s: %s; tracing to stderr", path, std::strerror(errno));
        return opened ? opened : stderr;
    }();
    return file;
}

const char* name_of(Channel channel) {
    for (const Name& row : kNames)
        if (row.channel == channel) return row.name;
    return "?";
}

} // namespace

namespace detail {
std::atomic<uint32_t> enabled{from_environment()};
}

uint32_t parse(std::string_view list) {
    uint32_t bits = 0;
    while (!list.empty()) {
        const size_t comma = list.find(',');
        const std::string_view word = list.substr(0, comma);
        list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
        if (word.empty()) continue;
        uint32_t found = word == "all" ? ~0u : 0;
        for (const Name& row : kNames)
            if (word == row.name) found |= row.channel;
        if (!found)
            loud("WAVEBREAK_SIM_TRACE: no channel \"%.*s\"; there are pm4, isa, ioctl, sched, memory, trap "
                 "and all",
                 int(word.size()), word.data());
        bits |= found;
    }
    return bits;
}

void log(Channel channel, const char* format, ...) {
    char line[1024];
    va_list args;
    va_start(args, format);
    std::vsnprintf(line, sizeof line, format, args);
    va_end(args);
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    // One fprintf call holds the stream's lock, so lines stay whole.
    std::fprintf(output(), "[%6ld.%06ld %5ld %s] %s\n", long(now.tv_sec), now.tv_nsec / 1000,
                 long(syscall(SYS_gettid)), name_of(channel), line);
    std::fflush(output());
}

void loud(const char* format, ...) {
    char line[2048];
    va_list args;
    va_start(args, format);
    std::vsnprintf(line, sizeof line, format, args);
    va_end(args);
    std::fprintf(stderr, "wavebreak sim: %s\n", line);
    std::fflush(stderr);
}

} // namespace wb::sim::trace
