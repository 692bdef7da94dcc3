// SPDX-License-Identifier: MIT
#include "sim/kernel/process_maps.h"

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace wb::sim {
namespace {

Result<std::string> read_maps() {
    const int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (fd < 0) return fail("cannot read /proc/self/maps", -errno);
    std::string text;
    constexpr size_t kStep = 64 << 10;
    for (;;) {
        const size_t have = text.size();
        text.resize(have + kStep);
        const ssize_t got = read(fd, text.data() + have, kStep);
        text.resize(have + size_t(std::max<ssize_t>(got, 0)));
        if (got < 0 && errno == EINTR) continue;
        if (got > 0) continue;
        const int error = errno;
        close(fd);
        if (got < 0) return fail("cannot read /proc/self/maps", -error);
        return text;
    }
}

/// proc_pid_maps(5): "start-end perms offset device inode   path".
bool parse(const char* line, HostMapping& mapping) {
    char access[5]{};
    int path = 0;
    if (std::sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %*s %" SCNu64 " %n", &mapping.start,
                    &mapping.end, access, &mapping.offset, &mapping.inode, &path) < 5)
        return false;
    mapping.protection = (access[0] == 'r' ? PROT_READ : 0) | (access[1] == 'w' ? PROT_WRITE : 0) |
                         (access[2] == 'x' ? PROT_EXEC : 0);
    mapping.shared = access[3] == 's';
    const std::string name = std::string("/memfd:") + kAdoptedName + " (deleted)";
    mapping.adopted = mapping.shared && path && !std::strcmp(line + path, name.c_str());
    return true;
}

} // namespace

Result<std::vector<HostMapping>> host_mappings(uint64_t start, uint64_t end) {
    Result<std::string> text = read_maps();
    if (!text) return std::unexpected(text.error());
    std::vector<HostMapping> mappings;
    char* line = text->data();
    while (char* const line_end = std::strchr(line, '\n')) {
        *line_end = 0;
        HostMapping mapping;
        if (!parse(line, mapping))
            return fail("cannot understand /proc/self/maps: " + std::string(line), -EINVAL);
        line = line_end + 1;
        if (mapping.end <= start || mapping.start >= end) continue;
        if (mapping.start < start) {
            mapping.offset += start - mapping.start;
            mapping.start = start;
        }
        mapping.end = std::min(mapping.end, end);
        mappings.push_back(mapping);
    }
    return mappings;
}

} // namespace wb::sim
